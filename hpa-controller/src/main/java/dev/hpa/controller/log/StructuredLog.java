package dev.hpa.controller.log;

import dev.hpa.api.NamespacedName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Structured log lines of a fixed message and key-value pairs, as in klog. As text: {@code
 * "Successfully rescaled" HPA="shop/web" desiredReplicas=5}; as JSON the values are fields of the
 * line. Thread-safe.
 */
public final class StructuredLog {

  private static final int DECISIONS = 4;

  private final Logger logger;

  private StructuredLog(Logger logger) {
    this.logger = logger;
  }

  /** The log of a class. */
  public static StructuredLog of(Class<?> owner) {
    return new StructuredLog(Logger.getLogger(owner.getName()));
  }

  /**
   * Whether lines of a verbosity are enabled.
   *
   * @param verbosity 0 or more; 0 is always enabled
   */
  public boolean shows(int verbosity) {
    return logger.isLoggable(level(verbosity));
  }

  /**
   * Logs a line.
   *
   * @param verbosity the klog verbosity of the line, 0 or more
   * @param message constant, so that it can be searched for
   * @param values alternating keys and values: numbers, booleans, strings or {@link
   *     NamespacedName}s
   */
  public void info(int verbosity, String message, Object... values) {
    log(level(verbosity), verbosity, message, values);
  }

  /** Logs a warning with verbosity 0; otherwise like {@link #info}. */
  public void warn(String message, Object... values) {
    log(Level.WARNING, 0, message, values);
  }

  private void log(Level level, int verbosity, String message, Object... values) {
    if (logger.isLoggable(level)) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (int i = 0; i + 1 < values.length; i += 2) {
        fields.put(String.valueOf(values[i]), values[i + 1]);
      }
      StructuredRecord line = new StructuredRecord(level, verbosity, message, fields);
      line.setLoggerName(logger.getName());
      logger.log(line);
    }
  }

  private static Level level(int verbosity) {
    if (verbosity <= 0) {
      return Level.INFO;
    }
    return verbosity <= DECISIONS ? Level.FINE : Level.FINEST;
  }
}
