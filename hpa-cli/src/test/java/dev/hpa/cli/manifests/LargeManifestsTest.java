package dev.hpa.cli.manifests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.cli.lint.DefaultLintOptions;
import dev.hpa.cli.lint.LintOptions;
import dev.hpa.cli.lint.LintRun;
import dev.hpa.cli.output.OutputFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large values are rejected, or read in time linear in their length. */
@Tag("security")
class LargeManifestsTest {

  private static final int LARGE = 20_000_000;
  private static final String HEAD =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n";

  private final Path folder;

  LargeManifestsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void tooLongLineIsRejected() throws IOException {
    for (String value : new String[] {"1", "a", "1_", "1:", "'x", "|\n    x y "}) {
      String out = lint(HEAD + "  x: " + value + value.substring(value.length() - 1).repeat(LARGE));
      assertTrue(
          out.contains("more than the limit of 1048576; split the value into several lines"), out);
      assertTrue(out.endsWith("1 document: 1 error, 0 warnings\n"), out);
    }
  }

  @Test
  void tooLongNumberIsRejected() throws IOException {
    String out = lint(HEAD + "  x: " + "1".repeat(1001) + "\n");
    assertTrue(
        out.contains(
            "is a number of 1001 characters, more than the limit of 1000; quote it if it is a string"),
        out);
    assertTrue(lint(HEAD + "  x: 1." + "1".repeat(1001) + "\n").contains("limit of 1000"));
    assertEquals(
        "1 document: 0 errors, 0 warnings\n", lint(HEAD + "  x: '" + "1".repeat(1001) + "'\n"));
  }

  @Test
  void aLargeValueOfManyLinesIsRead() throws IOException {
    String line = "    " + "some text in a line ".repeat(10) + "\n";
    assertEquals(
        "1 document: 0 errors, 0 warnings\n",
        lint(HEAD + "  x: |\n" + line.repeat(10_000_000 / line.length())));
  }

  @Test
  void exponentialAliasesAreRejected() throws IOException {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 12; i++) {
      String above = "*a" + (i - 1);
      bomb.append(
          "a%d: &a%d [%s]\n"
              .formatted(i, i, String.join(",", List.of(above, above, above, above))));
    }
    String out = lint(bomb.toString());
    assertTrue(out.contains("1 error"), out);
    assertTrue(out.length() < 1000, out);
  }

  /** A file of some kilobytes may be larger than the memory when it is decompressed. */
  @ParameterizedTest
  @ValueSource(strings = {"a.yaml.gz", "a.ndjson.gz"})
  void aCompressedFileOfAnyLengthIsRejected(String name) throws IOException {
    Path file = folder.resolve(name);
    byte[] part = "#".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(member)) {
      out.write(part);
    }
    // Compressed once: a file may have many members.
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long bytes = 0; bytes <= Runtime.getRuntime().maxMemory() / 16; bytes += part.length) {
        member.writeTo(out);
      }
    }
    String out = lint(file);
    assertTrue(out.contains("characters, 1/16 of the maximum heap; split it"), out);
    assertTrue(out.endsWith("0 documents: 0 errors, 0 warnings\n"), out);
  }

  private String lint(String text) throws IOException {
    return lint(Files.writeString(folder.resolve("large.yaml"), text));
  }

  private static String lint(Path file) throws IOException {
    StringWriter out = new StringWriter();
    LintOptions options =
        DefaultLintOptions.of(
            HpaFeatureGates.DEFAULT, "default", Duration.ofSeconds(15), false, Instant.EPOCH);
    new LintRun(new PrintWriter(out), new PrintWriter(out), OutputFormat.TEXT, options)
        .check(List.of(file.toString()));
    return out.toString();
  }
}
