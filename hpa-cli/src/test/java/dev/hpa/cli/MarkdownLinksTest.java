package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every relative link of a Markdown page leads to a file and, with a fragment, to a heading. */
class MarkdownLinksTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root", "."));
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*?) *$");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
  private static final Pattern NOT_IN_FRAGMENT = Pattern.compile("[^\\p{L}\\p{N} _-]");

  @Test
  void relativeLinksResolve() throws IOException {
    List<Path> pages = pages();
    assertTrue(pages.size() > 20, () -> "only " + pages.size() + " pages were found");
    Set<String> broken = new TreeSet<>();
    for (Path page : pages) {
      String text = FENCED.matcher(Files.readString(page)).replaceAll("");
      for (MatchResult link : LINK.matcher(CODE.matcher(text).replaceAll("x")).results().toList()) {
        if (!link.group(1).contains("://") && !leadsSomewhere(page, link.group(1))) {
          broken.add(ROOT.relativize(page) + ": " + link.group(1));
        }
      }
    }
    assertEquals(Set.of(), broken);
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(each -> each.toString().endsWith(".md"))
          .filter(each -> !ROOT.relativize(each).toString().matches("(.*/)?(target|\\.git)/.*"))
          .filter(each -> !ROOT.relativize(each).toString().contains("src/dist/"))
          .sorted()
          .toList();
    }
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0
        || !target.toString().endsWith(".md")
        || fragments(target).contains(link.substring(hash + 1));
  }

  /** The fragments of headings, as common renderers make them, and of explicit anchors. */
  private static Set<String> fragments(Path page) throws IOException {
    String text = Files.readString(page);
    Set<String> fragments = new HashSet<>();
    ANCHOR.matcher(text).results().forEach(each -> fragments.add(each.group(1)));
    for (MatchResult heading :
        HEADING.matcher(FENCED.matcher(text).replaceAll("")).results().toList()) {
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
}
