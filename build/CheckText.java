import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the files whose paths are the lines of standard input, relative to the working directory:
 *
 * <ul>
 *   <li>Pages, messages, help texts and comments use no banned word. A line of the list is a
 *       regular expression, "|", and what to write instead.
 *   <li>Libraries format fractions with a locale that they name; programs set one for all.
 *   <li>The classes that the page of the architecture names exist.
 *   <li>Every relative link of a Markdown page leads to a file and, with a fragment, to a heading.
 * </ul>
 *
 * <p>Prints the problems and exits with 1 if there are any.
 */
final class CheckText {

  private static final Path WORDS = Path.of("docs/contributing/banned-words.txt");
  private static final Pattern PROSE = Pattern.compile(".*\\.(md|java)|deploy/.*\\.ya?ml");
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*?) *$");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
  private static final Pattern LIBRARY =
      Pattern.compile("(?!hpa-(cli|benchmarks)/)[^/]+/src/main/.*\\.java");

  private static final Path ARCHITECTURE = Path.of("docs/architecture.md");
  private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)[^`]*`");
  private static final Set<String> OF_JAVA = Set.of("ServiceLoader");

  private static final Pattern FRACTION =
      Pattern.compile("%[-+0(]*\\d*(?:\\.\\d+)?[feg]|%,[.\\dd]");
  private static final Pattern NOT_IN_FRAGMENT = Pattern.compile("[^\\p{L}\\p{N} _-]");

  /**
   * Comments, text blocks, strings and characters, in the order in which one may contain another.
   */
  private static final Pattern JAVA_TEXT =
      Pattern.compile(
          "/\\*[\\s\\S]*?\\*/|//[^\n"
              + "]*|\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n"
              + "])*\"|'(?:\\\\.|[^'\\\\\n"
              + "])*'");

  private final List<String> problems = new ArrayList<>();
  private final Map<Path, Set<String>> fragments = new HashMap<>();

  private CheckText() {}

  public static void main(String[] args) throws IOException {
    CheckText check = new CheckText();
    check.run(new String(System.in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    check.problems.forEach(System.err::println);
    System.exit(check.problems.isEmpty() ? 0 : 1);
  }

  private void run(List<String> files) throws IOException {
    if (!files.contains("README.md")) {
      problems.add("README.md is not among the files to check");
    }
    List<Banned> banned = banned();
    for (String name : files) {
      Path file = Path.of(name);
      if (!PROSE.matcher(name).matches() || !Files.isRegularFile(file)) {
        continue;
      }
      String text = Files.readString(file);
      boolean isPage = name.endsWith(".md");
      String prose = isPage ? withoutCode(text) : name.endsWith(".java") ? javaTexts(text) : text;
      for (Banned each : banned) {
        checkWords(name, prose, each);
      }
      if (LIBRARY.matcher(name).matches()) {
        checkFractions(name, text);
      }
      // A page of the archive links to files that only the archive has.
      if (isPage && !name.contains("src/dist/")) {
        checkLinks(file, prose);
      }
      if (file.equals(ARCHITECTURE)) {
        checkClasses(files, text);
      }
    }
  }

  private void checkClasses(List<String> files, String text) {
    Set<String> classes = new HashSet<>(OF_JAVA);
    files.forEach(each -> classes.add(each.substring(each.lastIndexOf('/') + 1)));
    for (MatchResult name : CLASS.matcher(text).results().toList()) {
      if (!classes.contains(name.group(1)) && !classes.contains(name.group(1) + ".java")) {
        problems.add(ARCHITECTURE + ": there is no class " + name.group(1));
      }
    }
  }

  private record Banned(Pattern words, String instead) {}

  private static List<Banned> banned() throws IOException {
    return Files.readAllLines(WORDS).stream()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .map(CheckText::banned)
        .toList();
  }

  private static Banned banned(String line) {
    int bar = line.lastIndexOf('|');
    String words = line.substring(0, bar).replace(" ", "\\s+(?:\\*\\s+|//\\s+)?");
    return new Banned(
        Pattern.compile("(?<![\\w-])(?:" + words + ")(?![\\w-])", Pattern.CASE_INSENSITIVE),
        line.substring(bar + 1));
  }

  private void checkWords(String name, String prose, Banned banned) {
    Matcher matcher = banned.words().matcher(prose);
    while (matcher.find()) {
      long line = prose.substring(0, matcher.start()).chars().filter(c -> c == '\n').count() + 1;
      String found = matcher.group().replaceAll("\\s+", " ");
      problems.add("%s:%d: \"%s\"; use: %s".formatted(name, line, found, banned.instead()));
    }
  }

  /** A statement that formats a fraction has to name its locale. */
  private void checkFractions(String name, String text) {
    String code = blanked(JAVA_TEXT, text);
    for (MatchResult each : JAVA_TEXT.matcher(text).results().toList()) {
      int start = 1 + lastOf(";{}", code, each.start());
      int end = code.indexOf(';', each.end());
      if (each.group().startsWith("\"")
          && FRACTION.matcher(each.group()).find()
          && !code.substring(start, Math.max(start, end)).contains("Locale.ROOT")) {
        long line = text.substring(0, each.start()).lines().count();
        problems.add(
            "%s:%d: a fraction is formatted in the locale of the process; use: Locale.ROOT"
                .formatted(name, line));
      }
    }
  }

  private static int lastOf(String characters, String text, int before) {
    int at = before;
    while (at >= 0 && characters.indexOf(text.charAt(at)) < 0) {
      at--;
    }
    return at;
  }

  private void checkLinks(Path page, String text) {
    for (MatchResult link : LINK.matcher(text).results().toList()) {
      if (!link.group(1).contains("://") && !leadsSomewhere(page, link.group(1))) {
        problems.add(page + ": broken link: " + link.group(1));
      }
    }
  }

  private boolean leadsSomewhere(Path page, String link) {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    return Files.exists(target)
        && (hash < 0
            || !target.toString().endsWith(".md")
            || fragments
                .computeIfAbsent(target, CheckText::fragmentsOf)
                .contains(link.substring(hash + 1)));
  }

  /** The fragments of headings, as common renderers make them, and of explicit anchors. */
  private static Set<String> fragmentsOf(Path page) {
    String text;
    try {
      text = Files.readString(page);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    Set<String> fragments = new HashSet<>();
    ANCHOR.matcher(text).results().forEach(each -> fragments.add(each.group(1)));
    for (MatchResult heading : HEADING.matcher(blanked(FENCED, text)).results().toList()) {
      String words = heading.group(1).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
      String fragment =
          NOT_IN_FRAGMENT.matcher(words.toLowerCase(Locale.ROOT)).replaceAll("").replace(' ', '-');
      String unique = fragment;
      for (int i = 1; !fragments.add(unique); i++) {
        unique = fragment + "-" + i;
      }
    }
    return fragments;
  }

  private static String withoutCode(String text) {
    return blanked(CODE, blanked(FENCED, text));
  }

  private static String blanked(Pattern pattern, String text) {
    return pattern.matcher(text).replaceAll(match -> match.group().replaceAll("[^\n]", " "));
  }

  /** The comments and strings of a Java file, on their lines. */
  private static String javaTexts(String text) {
    StringBuilder texts = new StringBuilder();
    Matcher matcher = JAVA_TEXT.matcher(text);
    int end = 0;
    while (matcher.find()) {
      texts.append(text.substring(end, matcher.start()).replaceAll("[^\n]", " "));
      texts.append(matcher.group());
      end = matcher.end();
    }
    return texts.toString();
  }
}
