package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code build/CheckText.java}, which {@code ./check} runs. */
class CheckTextTest {

  private static final Path PROGRAM =
      Path.of(System.getProperty("hpa.root"), "build", "CheckText.java");

  @TempDir Path folder;

  /** Writes the files of a project, checks them, and returns the problems. */
  private List<String> problems(Map<String, String> files) throws Exception {
    Map<String, String> all = new TreeMap<>(files);
    all.put("docs/contributing/banned-words.txt", "# comment\nbad words?|good words\n");
    for (Map.Entry<String, String> each : all.entrySet()) {
      Path file = folder.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
    }
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                PROGRAM.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(String.join("\n", all.keySet()).getBytes(StandardCharsets.UTF_8));
    }
    List<String> found =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertEquals(found.isEmpty() ? 0 : 1, process.waitFor());
    return found;
  }

  @Test
  void bannedWordsAndBrokenLinksAreFound() throws Exception {
    Map<String, String> files = new TreeMap<>();
    files.put(
        "README.md",
        """
        # Title: `x`
        Bad
        word. `bad word`
        ```
        bad word [a](none.md)
        ```
        [a](none.md#x)
        [b](docs/page.md#second-1) [c](docs/page.md#third) [d](https://h/x) [e](#title-x)
        """);
    files.put("docs/page.md", "## Second\n## Second\n<a id=\"anchor\"></a> [f](#anchor)\n");
    files.put(
        "Code.java", "/* a bad\n * word */ int bad, words; // bad words\nString s = \"bad word\";");
    files.put("deploy/x.yaml", "a: b # bad word\n");
    assertEquals(
        List.of(
            "Code.java:1: \"bad * word\"; use: good words",
            "Code.java:2: \"bad words\"; use: good words",
            "Code.java:3: \"bad word\"; use: good words",
            "README.md:2: \"Bad word\"; use: good words",
            "README.md: broken link: none.md#x",
            "README.md: broken link: docs/page.md#third",
            "deploy/x.yaml:1: \"bad word\"; use: good words"),
        problems(files));
  }

  @Test
  void noFilesAreAProblem() throws Exception {
    assertEquals(List.of("README.md is not among the files to check"), problems(Map.of()));
  }
}
