package dev.hpa.cli.lab;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is measured, when. */
@FunctionalInterface
interface Load {

  /**
   * A value.
   *
   * @param metric its name, such as {@code cpu}
   * @param of what it is a value of: the selector of pods or of an external metric, such as {@code
   *     app=web}, or an object, such as {@code services/api}
   * @param since the time since anybody first asked for a value
   * @return a quantity; null when there is no such metric
   */
  @Nullable String value(String metric, String of, Duration since);
}
