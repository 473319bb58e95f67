package dev.hpa.sandbox.table;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** Recorded files next to the project; tests that need them are skipped without them. */
final class SharedFiles {

  private SharedFiles() {}

  static Path path(String name) {
    Path root = Path.of(Objects.requireNonNull(System.getProperty("hpa.root")));
    Path path = root.resolve("../shared").resolve(name);
    assumeTrue(Files.exists(path), () -> path + " is not there");
    return path;
  }

  /** One JSON value per line, optionally compressed. */
  static List<JsonNode> lines(Path file) {
    try (InputStream bytes = Files.newInputStream(file);
        InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8))) {
      return lines.lines().map(Json::tree).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
