package dev.hpa.core.options;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("security")
class MetricNamesTest {

  private static String nameOf(String metric) {
    return MetricNames.of(
            List.of(
                MetricSpec.of(
                    new MetricSpec.ExternalMetric(
                        new MetricIdentifier(metric, null),
                        MetricTarget.value(Quantity.parse("1"))))))
        .getFirst();
  }

  /** A long name is cut before its characters are replaced, with the same result. */
  @ParameterizedTest
  @CsvSource({
    "queue_depth, 1, queue_depth",
    "a:b/c, 1, a_b_c",
    "x, 60, xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "x:, 500, x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x",
    "x\uD83D\uDE00, 500, x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x_x",
  })
  void namesFitIntoTheKeysOfAnnotations(String part, int times, String expected) {
    assertEquals(expected, nameOf(part.repeat(times)));
  }
}
