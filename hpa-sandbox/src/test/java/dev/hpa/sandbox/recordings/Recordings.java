package dev.hpa.sandbox.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The recorded exchanges with a real API server. They are next to the source tree; tests that need
 * them are skipped where they are missing.
 */
public final class Recordings {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Path FOLDER =
      Path.of(System.getProperty("hpa.root", "."), "..", "shared", "recordings").normalize();

  private Recordings() {}

  public static boolean present() {
    return Files.isDirectory(FOLDER);
  }

  /** All files with exchanges, by name. */
  public static List<Path> files() {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(Recordings::holdsExchanges).sorted().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The output of the commands of a client, one file per topic. */
  public static List<Path> texts(String client) {
    try (Stream<Path> files = Files.list(FOLDER.resolve(client))) {
      return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The exchanges of a file. */
  public static List<JsonNode> exchanges(Path file) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
      return lines.lines().map(Recordings::parse).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** A large body that exchanges refer to by name. */
  public static JsonNode body(String name) {
    Path plain = FOLDER.resolve("bodies").resolve(name + ".json");
    Path file = Files.exists(plain) ? plain : FOLDER.resolve("bodies").resolve(name + ".json.gz");
    try (InputStream body = open(file)) {
      return MAPPER.readTree(body);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** A recorded body as JSON; protobuf bodies are decoded. */
  public static JsonNode json(JsonNode body) {
    return body.has("pb") ? body.path("json") : body;
  }

  private static boolean holdsExchanges(Path file) {
    return file.toString().endsWith(".ndjson") || file.toString().endsWith(".ndjson.gz");
  }

  private static InputStream open(Path file) throws IOException {
    InputStream stream = Files.newInputStream(file);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(stream) : stream;
  }

  private static JsonNode parse(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }
}
