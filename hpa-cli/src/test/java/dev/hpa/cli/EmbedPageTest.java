package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code in {@code docs/embed.md} equals the examples, which the build compiles and runs. */
class EmbedPageTest {

  private static final Path DOCS = Path.of(System.getProperty("hpa.root", "."), "docs");
  private static final Pattern LISTING =
      Pattern.compile("(?ms)^`([^`\\n]+)`:\\n\\n```java\\n(.*?)^```$");
  private static final Map<String, String> EXAMPLES =
      Map.of("Decide.java", "decide", "ShopOperator.java", "embedded-controller");

  @Test
  void listingsAreTheFilesOfTheExamples() throws Exception {
    Map<String, String> shown = new TreeMap<>();
    Map<String, String> files = new TreeMap<>();
    LISTING
        .matcher(Files.readString(DOCS.resolve("embed.md")))
        .results()
        .forEach(each -> shown.put(each.group(1), each.group(2)));
    for (Map.Entry<String, String> each : EXAMPLES.entrySet()) {
      String file = "src/main/java/com/example/hpa/" + each.getKey();
      files.put(
          file, Files.readString(DOCS.resolve("examples").resolve(each.getValue()).resolve(file)));
    }
    assertEquals(files, shown);
  }
}
