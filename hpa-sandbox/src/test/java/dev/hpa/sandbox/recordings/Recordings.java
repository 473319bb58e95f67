package dev.hpa.sandbox.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/** The recorded exchanges with a real API server, by the names of their files. */
public final class Recordings {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Vectors VECTORS = Vectors.configured();
  private static final String FOLDER = "exchanges";

  private Recordings() {}

  /** All files with exchanges, by name. */
  public static List<String> files() {
    return VECTORS.files(FOLDER).stream().filter(each -> each.endsWith(".ndjson")).toList();
  }

  /** The exchanges of a file, or other recorded cases, one JSON value per line. */
  public static List<JsonNode> lines(String file) {
    try (Stream<String> lines = VECTORS.lines(file)) {
      return lines.map(Recordings::parse).toList();
    }
  }

  /** A large body that exchanges refer to by name. */
  public static JsonNode body(String name) {
    return parse(VECTORS.text(FOLDER + "/bodies/" + name + ".json"));
  }

  /** A recorded body as JSON; protobuf bodies are decoded. */
  public static JsonNode json(JsonNode body) {
    return body.has("pb") ? body.path("json") : body;
  }

  private static JsonNode parse(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }
}
