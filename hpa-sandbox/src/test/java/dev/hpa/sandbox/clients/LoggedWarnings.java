package dev.hpa.sandbox.clients;

import java.net.SocketException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Collects all warnings and errors that are logged, except those about broken and refused
 * connections: the server restarts in every round.
 */
final class LoggedWarnings extends Handler implements AutoCloseable {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final SimpleFormatter formatter = new SimpleFormatter();

  private LoggedWarnings() {}

  static LoggedWarnings heard() {
    LoggedWarnings complaints = new LoggedWarnings();
    complaints.setLevel(Level.WARNING);
    Logger.getLogger("").addHandler(complaints);
    return complaints;
  }

  @Override
  public void publish(LogRecord line) {
    if (isLoggable(line) && !tellsOfBrokenConnection(line.getThrown())) {
      lines.add(formatter.format(line));
    }
  }

  private static boolean tellsOfBrokenConnection(@Nullable Throwable thrown) {
    return thrown != null
        && (thrown instanceof SocketException || tellsOfBrokenConnection(thrown.getCause()));
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void flush() {
    // Nothing is buffered.
  }

  @Override
  public void close() {
    Logger.getLogger("").removeHandler(this);
  }
}
