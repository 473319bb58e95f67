package dev.hpa.app.logging;

import dev.hpa.controller.log.StructuredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How much is told: 0 what an operator wants to know, 2 what caches do, 4 what becomes of
 * autoscalers, 6 everything. Single classes may tell more or less.
 *
 * @param level for classes no module names
 * @param modules the first that fits a class counts
 */
public record Verbosity(int level, List<Module> modules) {

  private static final int CACHES = 2;
  private static final int DECISIONS = 4;
  private static final int EVERYTHING = 6;

  public Verbosity {
    modules = List.copyOf(modules);
  }

  /**
   * The classes a pattern fits.
   *
   * @param pattern of a class's simple name, in which {@code *} and {@code ?} stand for others;
   *     {@code horizontal}, Kubernetes' file of the controller, stands for all that decide and
   *     reconcile
   */
  public record Module(String pattern, int level) {

    private static final Pattern CONTROLLER =
        Pattern.compile("dev\\.hpa\\.(controller\\.reconcile|core)\\..*");

    boolean fits(String logger) {
      if (CONTROLLER.matcher(logger).matches() && glob().matcher("horizontal").matches()) {
        return true;
      }
      return glob().matcher(simpleName(logger)).matches();
    }

    private Pattern glob() {
      return Pattern.compile(
          pattern
              .codePoints()
              .mapToObj(
                  c ->
                      switch (c) {
                        case '*' -> ".*";
                        case '?' -> ".";
                        default -> Pattern.quote(Character.toString(c));
                      })
              .collect(Collectors.joining()));
    }
  }

  /** The same for all classes. */
  public static Verbosity of(int level) {
    return new Verbosity(level, List.of());
  }

  /** Whether a line is told. */
  boolean tells(String logger, Level line) {
    return of(logger, line) <= levelOf(logger);
  }

  /** Whether a line is told. */
  boolean tells(LogRecord line) {
    return of(line) <= levelOf(String.valueOf(line.getLoggerName()));
  }

  private int levelOf(String logger) {
    return modules.stream()
        .filter(module -> module.fits(logger))
        .mapToInt(Module::level)
        .findFirst()
        .orElse(level);
  }

  /** The verbosity from which on a line is told. */
  static int of(LogRecord line) {
    return line instanceof StructuredRecord structured
        ? structured.verbosity()
        : of(String.valueOf(line.getLoggerName()), line.getLevel());
  }

  /** The verbosity from which on a line is told. */
  static int of(String logger, Level line) {
    if (line.intValue() >= Level.CONFIG.intValue()) {
      return 0;
    }
    if (line.intValue() < Level.FINE.intValue()) {
      return EVERYTHING;
    }
    return logger.startsWith("dev.hpa.controller.cache.")
            || logger.startsWith("dev.hpa.kube.client.")
        ? CACHES
        : DECISIONS;
  }

  /** The finest lines any class tells, so that the others are not even made. */
  Level finest() {
    List<Integer> levels = new ArrayList<>(List.of(level));
    modules.forEach(module -> levels.add(module.level()));
    int highest = levels.stream().mapToInt(Integer::intValue).max().orElse(0);
    if (highest >= EVERYTHING) {
      return Level.ALL;
    }
    return highest >= CACHES ? Level.FINE : Level.INFO;
  }

  static String simpleName(String logger) {
    return logger.substring(logger.lastIndexOf('.') + 1);
  }
}
