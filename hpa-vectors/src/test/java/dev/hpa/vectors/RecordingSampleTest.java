package dev.hpa.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recordings of single answers in this module are a sample of the full set. */
class RecordingSampleTest {

  private static final String VALIDATE = "v1.37/validate.ndjson";
  private static final String GATE_OFF = "v1.37/validate-scale-to-zero-off.ndjson";
  private static final String STORED_INVALID = "v1.37/validate-stored-invalid.ndjson";
  private static final String STRICT = "v1.37/strict.ndjson";
  private static final String CONVERTED = "v1.37/read-convert.ndjson";
  private static final String DEFAULTED = "v1.37/read-default.ndjson";
  private static final String QUANTITY = "v1.38/quantity.ndjson";

  private static List<String> lines(Vectors vectors, String file) {
    try (Stream<String> lines = vectors.lines(file)) {
      return lines.toList();
    }
  }

  /** Every line has a feature that no shorter one has. */
  @ParameterizedTest
  @ValueSource(
      strings = {VALIDATE, GATE_OFF, STORED_INVALID, STRICT, CONVERTED, DEFAULTED, QUANTITY})
  void noLineIsRedundant(String file) {
    List<String> sample = lines(Vectors.bundled(), file);
    assertEquals(sample, RecordingSample.of(sample));
  }

  /** With {@code -Dhpa.vectors=FOLDER}: the sample is the one of the full set. */
  @ParameterizedTest
  @ValueSource(
      strings = {VALIDATE, GATE_OFF, STORED_INVALID, STRICT, CONVERTED, DEFAULTED, QUANTITY})
  @EnabledIfSystemProperty(named = Vectors.PROPERTY, matches = ".+")
  void sampleIsThatOfTheFullSet(String file) {
    assertEquals(
        RecordingSample.of(lines(Vectors.configured(), file)), lines(Vectors.bundled(), file));
  }
}
