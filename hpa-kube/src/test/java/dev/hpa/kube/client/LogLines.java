package dev.hpa.kube.client;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** What a class logs at the levels INFO and above, from its creation until it is closed. */
public final class LogLines implements AutoCloseable {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final SimpleFormatter formatter = new SimpleFormatter();
  private final Logger logger;
  private final @Nullable Level level;
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord each) {
          if (each.getLevel().intValue() >= Level.INFO.intValue()) {
            lines.add(each.getLevel() + " " + formatter.formatMessage(each));
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private LogLines(Logger logger) {
    this.logger = logger;
    this.level = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.addHandler(handler);
  }

  public static LogLines of(Class<?> type) {
    return of(type.getName());
  }

  /** The lines of a class that the test cannot access. */
  public static LogLines of(String type) {
    return new LogLines(Logger.getLogger(type));
  }

  /** Level and message of each line so far. */
  public List<String> all() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
    logger.setLevel(level);
  }
}
