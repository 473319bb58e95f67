package dev.hpa.app.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The program's log: one line an event on standard error, the severity's letter first as Kubernetes
 * programs do.
 */
final class Logging {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  private Logging() {}

  /** Logs our own packages from a level on, and warnings of everybody else. */
  static void configure(Level level) {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    ConsoleHandler console = new ConsoleHandler();
    console.setLevel(Level.ALL);
    console.setFormatter(new Line());
    root.addHandler(console);
    root.setLevel(Level.WARNING);
    Logger.getLogger("org.eclipse.jetty").setLevel(Level.SEVERE);
    // What it warns of with a trace also fails, and is told then.
    Logger.getLogger("io.kubernetes.client.util.credentials").setLevel(Level.SEVERE);
    Logger.getLogger("dev.hpa").setLevel(level);
  }

  private static final class Line extends Formatter {
    @Override
    public String format(LogRecord event) {
      StringBuilder line = new StringBuilder();
      line.append(letter(event.getLevel())).append(TIME.format(event.getInstant())).append(' ');
      String name = String.valueOf(event.getLoggerName());
      line.append(name.substring(name.lastIndexOf('.') + 1)).append("] ");
      line.append(formatMessage(event)).append('\n');
      if (event.getThrown() != null) {
        StringWriter trace = new StringWriter();
        event.getThrown().printStackTrace(new PrintWriter(trace));
        line.append(trace);
      }
      return line.toString();
    }

    private static char letter(Level level) {
      if (level.intValue() >= Level.SEVERE.intValue()) {
        return 'E';
      }
      return level.intValue() >= Level.WARNING.intValue() ? 'W' : 'I';
    }
  }
}
