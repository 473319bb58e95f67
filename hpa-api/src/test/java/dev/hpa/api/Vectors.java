package dev.hpa.api;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/** Checks of recorded cases of the API, one JSON object per line. */
public final class Vectors {

  private static final int SHOWN = 25;

  private static final ObjectMapper PLAIN =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private Vectors() {}

  /** Encodes a recorded input; numbers keep their literals. */
  public static String text(JsonNode input) {
    return input.toString().replaceAll("([0-9])E[+]([0-9])", "$1e$2");
  }

  /** Reads JSON with the default settings of Jackson. */
  public static JsonNode read(String json) {
    try {
      return PLAIN.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A check of one case; throws an error if it fails. */
  public interface Check {
    void accept(JsonNode line) throws IOException;
  }

  /** Checks all lines that pass the filter, and fails with the first few failures. */
  public static void check(String file, Predicate<JsonNode> filter, Check check) {
    checkFile("api/" + file, filter, check);
  }

  /** As {@link #check}, for a file in any folder of the vectors. */
  public static void checkFile(String file, Predicate<JsonNode> filter, Check check) {
    List<String> failures = new ArrayList<>();
    int seen = 0;
    for (JsonNode line : lines(file)) {
      if (!filter.test(line)) {
        continue;
      }
      seen++;
      try {
        check.accept(line);
      } catch (AssertionError | RuntimeException | IOException e) {
        failures.add(line.path("name").asText() + ": " + e + "\n    " + shortened(line));
      }
    }
    System.out.printf("%s: %d of %d cases passed%n", file, seen - failures.size(), seen);
    Assertions.assertTrue(seen > 0, "no case was selected");
    if (!failures.isEmpty()) {
      Assertions.fail(
          failures.size()
              + " of "
              + seen
              + " cases failed\n"
              + String.join("\n", failures.subList(0, Math.min(SHOWN, failures.size()))));
    }
  }

  private static String shortened(JsonNode line) {
    String text = line.toString();
    return text.length() > 1500 ? text.substring(0, 1500) + "…" : text;
  }

  private static List<JsonNode> lines(String file) {
    try (Stream<String> lines = dev.hpa.vectors.Vectors.configured().lines(file)) {
      return lines.map(Vectors::read).toList();
    }
  }
}
