package dev.hpa.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads and writes one line of comma-separated values, for list flags and CSV files.
 *
 * <p>The rules are those of RFC 4180 and of Go's {@code encoding/csv}, which reads the list flags
 * of Kubernetes programs: a field in double quotes may contain commas; {@code ""} within quotes is
 * one quote; a quote within an unquoted field is an error. Fields do not span lines. Stateless.
 */
public final class CsvRecord {

  private static final Predicate<String> NEEDS_QUOTES = Pattern.compile("[\",\\s]").asPredicate();

  private CsvRecord() {}

  /** A record with unbalanced quotes; the message is for the user. */
  public static final class MalformedException extends Exception {

    private static final long serialVersionUID = 1;

    MalformedException(String message) {
      super(message);
    }
  }

  /**
   * The fields of a record, including surrounding whitespace.
   *
   * @return empty for an empty record
   * @throws MalformedException if a quote is not closed, or is within an unquoted field
   */
  public static List<String> fields(String record) throws MalformedException {
    return fields(record, false);
  }

  /** The fields of a record without surrounding whitespace, inside and outside of quotes. */
  public static List<String> stripped(String record) throws MalformedException {
    return fields(record, true).stream().map(String::strip).toList();
  }

  private static List<String> fields(String record, boolean skipSpaces) throws MalformedException {
    List<String> fields = new ArrayList<>();
    int at = 0;
    while (!record.isEmpty() && at <= record.length()) {
      int begin = skipSpaces ? afterSpaces(record, at) : at;
      boolean quoted = record.startsWith("\"", begin);
      int end = quoted ? closing(record, begin) + 1 : comma(record, begin);
      String field = record.substring(begin, end);
      if (!quoted && field.contains("\"")) {
        throw new MalformedException("a quote within an item; quote the whole item");
      }
      fields.add(quoted ? field.substring(1, field.length() - 1).replace("\"\"", "\"") : field);
      end = skipSpaces ? afterSpaces(record, end) : end;
      if (end < record.length() && record.charAt(end) != ',') {
        throw new MalformedException("a quoted item is not followed by a comma");
      }
      at = end + 1;
    }
    return fields;
  }

  private static int afterSpaces(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /** A field for a list flag: quoted if it is empty or contains a comma or a quote. */
  public static String listItem(String field) {
    return field.isEmpty() || field.contains(",") || field.contains("\"") ? quote(field) : field;
  }

  /** A field for a file: quoted if it contains a comma, a quote or whitespace. */
  public static String field(String text) {
    return NEEDS_QUOTES.test(text) ? quote(text) : text;
  }

  private static String quote(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  private static int comma(String text, int from) {
    int comma = text.indexOf(',', from);
    return comma < 0 ? text.length() : comma;
  }

  private static int closing(String text, int opening) throws MalformedException {
    int at = text.indexOf('"', opening + 1);
    while (at >= 0 && text.startsWith("\"\"", at)) {
      at = text.indexOf('"', at + 2);
    }
    if (at < 0) {
      throw new MalformedException("a quote is not closed");
    }
    return at;
  }
}
