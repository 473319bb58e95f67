package dev.hpa.app.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Lines with the severity's letter first, then time, class and message. */
final class TextLine extends Formatter {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  @Override
  public String format(LogRecord event) {
    StringBuilder line = new StringBuilder();
    line.append(letter(event.getLevel())).append(TIME.format(event.getInstant())).append(' ');
    line.append(Verbosity.simpleName(String.valueOf(event.getLoggerName()))).append("] ");
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
