package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each threat in {@code SECURITY.md} has a test, and each test it names exists. */
class SecurityPageTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root", "."));
  private static final Pattern CLASS = Pattern.compile("`(\\w+(?:Test|Soak))`");
  private static final String SUFFIX = ".java";
  private static final int TESTS = 3;

  private static List<String> threats() throws IOException {
    String page = Files.readString(ROOT.resolve("SECURITY.md"));
    return page.substring(page.indexOf("### Threats"))
        .lines()
        .filter(line -> line.startsWith("| "))
        .skip(1)
        .toList();
  }

  private static Set<String> named(String row) {
    return CLASS
        .matcher(row)
        .results()
        .map((MatchResult each) -> each.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** All files of tests by the name of their class. */
  private static Map<String, Path> tests() throws IOException {
    Map<String, Path> tests = new TreeMap<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path sources : modules.map(each -> each.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(sources)) {
          addTests(sources, tests);
        }
      }
    }
    return tests;
  }

  private static void addTests(Path sources, Map<String, Path> tests) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      files
          .filter(file -> file.toString().endsWith(SUFFIX))
          .forEach(file -> tests.put(file.getFileName().toString().replace(SUFFIX, ""), file));
    }
  }

  @Test
  void eachThreatHasATest() throws IOException {
    List<String> threats = threats();
    assertTrue(threats.size() > 20, () -> threats.size() + " threats");
    assertEquals(
        List.of(),
        threats.stream().filter(row -> named(row.split("\\|")[TESTS]).isEmpty()).toList());
  }

  @Test
  void eachTestExists() throws IOException {
    Set<String> missing = named(String.join("\n", threats()));
    missing.removeAll(tests().keySet());
    assertEquals(Set.of(), missing, "no such class in the folders of tests");
  }

  @Test
  void theSecurityProfileRunsEachTest() throws IOException {
    Map<String, Path> tests = tests();
    Set<String> untagged = new TreeSet<>();
    for (String name : named(String.join("\n", threats()))) {
      Path file = tests.get(name);
      if (file != null
          && !name.endsWith("Soak")
          && !Files.readString(file).matches("(?s).*@Tag\\(\"(security|seeds)\"\\).*")) {
        untagged.add(name);
      }
    }
    assertEquals(Set.of(), untagged, "without the tag security or seeds");
  }
}
