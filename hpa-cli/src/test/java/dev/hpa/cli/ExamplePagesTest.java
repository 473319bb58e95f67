package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The code in pages equals that of the examples, which the build compiles and runs. */
class ExamplePagesTest {

  private static final Path DOCS = Path.of(System.getProperty("hpa.root", "."), "docs");
  private static final Pattern LISTING =
      Pattern.compile("(?ms)^`([^`\\n]+)`:\\n\\n```java\\n(.*?)^```$");

  @ParameterizedTest
  @CsvSource({"embed.md, decide client-java embedded-controller", "providers.md, backlog-provider"})
  void listingsAreTheFilesOfTheExamples(String page, String examples) throws Exception {
    Map<String, String> shown = new TreeMap<>();
    Map<String, String> files = new TreeMap<>();
    LISTING
        .matcher(Files.readString(DOCS.resolve(page)))
        .results()
        .forEach(each -> shown.put(each.group(1), each.group(2)));
    for (String example : examples.split(" ")) {
      Path root = DOCS.resolve("examples").resolve(example);
      for (Path file : sources(root.resolve("src/main/java"))) {
        files.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    assertEquals(files, shown);
  }

  private static List<Path> sources(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(each -> each.toString().endsWith(".java")).toList();
    }
  }
}
