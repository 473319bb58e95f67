package dev.hpa.controller.world;

import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** Passes the log of controllers on to the world whose threads write it. */
final class LogLines extends Handler {

  /** Inherited by all threads of a world. */
  private static final InheritableThreadLocal<@Nullable Consumer<LogRecord>> READER =
      new InheritableThreadLocal<>();

  /** Strong, because loggers are collected. */
  private static final Logger ROOT = Logger.getLogger("dev.hpa");

  private final SimpleFormatter formatter = new SimpleFormatter();

  private LogLines() {}

  static {
    ROOT.setUseParentHandlers(false);
    ROOT.setLevel(Level.WARNING);
    ROOT.addHandler(new LogLines());
  }

  /** Passes on what the calling thread logs, and those that it starts, directly or not. */
  static void read(@Nullable Consumer<LogRecord> reader) {
    READER.set(reader);
  }

  /** A record as one line, with the class of what was thrown. */
  static String line(LogRecord record) {
    Throwable thrown = record.getThrown();
    String name = record.getLoggerName();
    return record.getLevel()
        + " "
        + name.substring(name.lastIndexOf('.') + 1)
        + ": "
        + record.getMessage()
        + (thrown == null ? "" : " " + thrown);
  }

  @Override
  public void publish(LogRecord record) {
    Consumer<LogRecord> reader = READER.get();
    if (reader != null) {
      reader.accept(record);
    } else {
      System.err.print(formatter.format(record));
    }
  }

  @Override
  public void flush() {
    System.err.flush();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
