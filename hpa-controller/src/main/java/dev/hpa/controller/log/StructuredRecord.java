package dev.hpa.controller.log;

import dev.hpa.api.GoQuote;
import dev.hpa.api.SafeText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** A line of a {@link StructuredLog}; its message is the whole line as text. */
public final class StructuredRecord extends LogRecord {

  private static final long serialVersionUID = 1;

  private final int verbosity;
  private final String text;
  private final transient Map<String, Object> fields;

  public StructuredRecord(Level level, int verbosity, String text, Map<String, Object> fields) {
    super(level, whole(text, fields));
    this.verbosity = verbosity;
    this.text = text;
    this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** The verbosity of the line. */
  public int verbosity() {
    return verbosity;
  }

  /** The fixed message. */
  public String text() {
    return text;
  }

  /** The values by key, in insertion order. */
  public Map<String, Object> fields() {
    return fields;
  }

  private static String whole(String text, Map<String, Object> fields) {
    StringBuilder line = new StringBuilder(GoQuote.quote(text));
    fields.forEach(
        (name, value) ->
            line.append(' ')
                .append(name)
                .append('=')
                .append(
                    value instanceof Number || value instanceof Boolean
                        ? value.toString()
                        : GoQuote.quote(SafeText.cut(value.toString(), SafeText.MAX_LINE))));
    return line.toString();
  }
}
