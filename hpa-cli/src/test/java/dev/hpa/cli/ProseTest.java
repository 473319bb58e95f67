package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Pages, messages, help texts and comments use none of the words of {@code
 * docs/contributing/banned-words.txt}.
 */
class ProseTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root", "."));
  private static final Path LIST = ROOT.resolve("docs/contributing/banned-words.txt");
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");

  /**
   * Comments, text blocks, strings and characters, in the order in which one may contain another.
   */
  private static final Pattern JAVA_TEXT =
      Pattern.compile(
          "/\\*[\\s\\S]*?\\*/|//[^\n]*|\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'");

  private record Banned(Pattern words, String instead) {

    static Banned parse(String line) {
      int bar = line.lastIndexOf('|');
      return new Banned(
          Pattern.compile(
              "(?<![\\w-])(?:"
                  + line.substring(0, bar).replace(" ", "\\s+(?:\\*\\s+|//\\s+)?")
                  + ")(?![\\w-])",
              Pattern.CASE_INSENSITIVE),
          line.substring(bar + 1));
    }
  }

  private static List<Banned> banned() throws IOException {
    return Files.readAllLines(LIST).stream()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .map(Banned::parse)
        .toList();
  }

  @Test
  void noTextUsesABannedWord() throws IOException {
    List<Banned> banned = banned();
    List<Path> files = files();
    assertTrue(files.size() > 1000, () -> "only " + files.size() + " files were found");
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      check(file, banned, found);
    }
    assertEquals("", String.join("\n", found));
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(
              each -> {
                String path = ROOT.relativize(each).toString();
                return path.matches(".*\\.(md|java)|deploy/.*\\.ya?ml")
                    && !path.matches("(.*/)?(target|\\.git)/.*");
              })
          .sorted()
          .toList();
    }
  }

  private static void check(Path file, List<Banned> banned, List<String> found) throws IOException {
    String text = Files.readString(file);
    String prose =
        file.toString().endsWith(".java") ? javaTexts(text) : withoutCode(file.toString(), text);
    for (Banned each : banned) {
      Matcher matcher = each.words().matcher(prose);
      while (matcher.find()) {
        long line = prose.substring(0, matcher.start()).chars().filter(c -> c == '\n').count() + 1;
        found.add(
            "%s:%d: \"%s\"; use: %s"
                .formatted(
                    ROOT.relativize(file),
                    line,
                    matcher.group().replaceAll("\\s+", " "),
                    each.instead()));
      }
    }
  }

  private static String withoutCode(String name, String text) {
    return name.endsWith(".md") ? blanked(CODE, blanked(FENCED, text)) : text;
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

  @Test
  void theListIsWellFormed() throws IOException {
    assertEquals(
        "",
        Files.readAllLines(LIST).stream()
            .filter(line -> !line.startsWith("#") && line.indexOf('|') <= 0)
            .collect(Collectors.joining("\n")));
  }
}
