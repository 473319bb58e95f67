package dev.hpa.app.logging;

import dev.hpa.api.SafeText;
import dev.hpa.controller.log.Redactor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Supplier;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Formats lines like klog: severity letter, time, class and message. Newlines in a message are
 * escaped.
 */
final class TextLine extends Formatter {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  private final Supplier<Redactor> redactor;

  TextLine(Supplier<Redactor> redactor) {
    this.redactor = redactor;
  }

  @Override
  public String format(LogRecord event) {
    StringBuilder line = new StringBuilder();
    line.append(letter(event.getLevel())).append(TIME.format(event.getInstant())).append(' ');
    line.append(SafeText.line(Verbosity.simpleName(String.valueOf(event.getLoggerName()))));
    line.append("] ").append(safe(String.valueOf(formatMessage(event)))).append('\n');
    if (event.getThrown() != null) {
      line.append(trace(event.getThrown()));
    }
    return line.toString();
  }

  private String safe(String text) {
    return SafeText.line(redactor.get().redact(text));
  }

  /** The stack trace; newlines in messages are escaped, so that a message cannot forge a frame. */
  private String trace(Throwable thrown) {
    StringWriter trace = new StringWriter();
    try {
      thrown.printStackTrace(
          new PrintWriter(trace) {
            @Override
            public void println(Object element) {
              String text = String.valueOf(element);
              int indent = 0;
              while (indent < text.length() && text.charAt(indent) == '\t') {
                indent++;
              }
              write("\t".repeat(indent) + safe(text.substring(indent)) + "\n");
            }
          });
    } catch (RuntimeException | StackOverflowError unprintable) {
      // An exception's getMessage may be code of a plug-in and fail.
      trace.append(thrown.getClass().getName()).append(": its message cannot be read\n");
    }
    return trace.toString();
  }

  private static char letter(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return 'E';
    }
    return level.intValue() >= Level.WARNING.intValue() ? 'W' : 'I';
  }
}
