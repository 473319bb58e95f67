package dev.hpa.app.logging;

import dev.hpa.controller.log.StructuredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The verbosity: 0 operational events, 2 caches, 4 decisions, 6 everything. It can be overridden
 * per class.
 *
 * @param level for classes that match no module
 * @param modules the first match applies
 */
public record Verbosity(int level, List<Module> modules) {

  private static final int CACHES = 2;
  private static final int DECISIONS = 4;
  private static final int EVERYTHING = 6;

  public Verbosity {
    modules = List.copyOf(modules);
  }

  /**
   * A verbosity for the classes that match a pattern.
   *
   * @param pattern glob for simple class names; {@code horizontal}, a file name of
   *     kube-controller-manager, selects the classes that decide and reconcile
   */
  public record Module(String pattern, int level) {

    private static final Pattern CONTROLLER =
        Pattern.compile("dev\\.hpa\\.(controller\\.reconcile|core)\\..*");

    boolean matches(String logger) {
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

  public static Verbosity of(int level) {
    return new Verbosity(level, List.of());
  }

  boolean isLoggable(String logger, Level line) {
    return requiredLevel(logger, line) <= levelOf(logger);
  }

  boolean isLoggable(LogRecord line) {
    return requiredLevel(line) <= levelOf(String.valueOf(line.getLoggerName()));
  }

  private int levelOf(String logger) {
    return modules.stream()
        .filter(module -> module.matches(logger))
        .mapToInt(Module::level)
        .findFirst()
        .orElse(level);
  }

  /** The minimum verbosity of a line. */
  static int requiredLevel(LogRecord line) {
    return line instanceof StructuredRecord structured
        ? structured.verbosity()
        : requiredLevel(String.valueOf(line.getLoggerName()), line.getLevel());
  }

  static int requiredLevel(String logger, Level line) {
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

  /** The finest level of any class, so that finer messages are not created. */
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
