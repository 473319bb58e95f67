package dev.hpa.cli.lab;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Metric values over time. */
@FunctionalInterface
interface Load {

  /**
   * Returns a value.
   *
   * @param metric its name, such as {@code cpu}
   * @param of source of the value: the selector of pods or of an external metric, such as {@code
   *     app=web}, or an object, such as {@code services/api}
   * @param since time since the first query of a value
   * @return a quantity; null if the metric does not exist
   */
  @Nullable String value(String metric, String of, Duration since);
}
