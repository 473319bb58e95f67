package dev.hpa.app.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * One value of a flag that takes a list, with commas between the items; an item with a comma stands
 * in double quotes, where {@code ""} is one quote.
 */
record Csv(List<String> items) {

  Csv {
    items = List.copyOf(items);
  }

  /** The items of all values, in order. */
  static List<String> items(List<Csv> values) {
    return values.stream().flatMap(value -> value.items().stream()).toList();
  }

  /** An item as it has to be written. */
  static String quoted(String item) {
    return item.isEmpty() || item.contains(",") || item.contains("\"")
        ? '"' + item.replace("\"", "\"\"") + '"'
        : item;
  }

  /**
   * Takes a value apart.
   *
   * @throws TypeConversionException when quotes are not closed or stand within an item
   */
  static Csv parse(String text) {
    List<String> items = new ArrayList<>();
    int at = 0;
    while (!text.isEmpty() && at <= text.length()) {
      boolean quoted = text.startsWith("\"", at);
      int end = quoted ? closing(text, at) + 1 : comma(text, at);
      String item = text.substring(at, end);
      if (!quoted && item.contains("\"")) {
        throw new TypeConversionException("a quote within an item; quote the whole item");
      }
      items.add(quoted ? item.substring(1, item.length() - 1).replace("\"\"", "\"") : item);
      if (end < text.length() && text.charAt(end) != ',') {
        throw new TypeConversionException("a comma is missing behind a quoted item");
      }
      at = end + 1;
    }
    return new Csv(items);
  }

  private static int comma(String text, int from) {
    int comma = text.indexOf(',', from);
    return comma < 0 ? text.length() : comma;
  }

  private static int closing(String text, int opening) {
    int at = text.indexOf('"', opening + 1);
    while (at >= 0 && text.startsWith("\"\"", at)) {
      at = text.indexOf('"', at + 2);
    }
    if (at < 0) {
      throw new TypeConversionException("a quote is not closed");
    }
    return at;
  }

  /** For lists of texts. */
  static final class Converter implements ITypeConverter<Csv> {
    @Override
    public Csv convert(String text) {
      return parse(text);
    }
  }

  /** For lists of {@code key=value}. */
  static final class Pairs implements ITypeConverter<Csv> {
    @Override
    public Csv convert(String text) {
      boolean single = text.chars().filter(c -> c == '=').count() == 1;
      Csv pairs = single ? new Csv(List.of(text)) : parse(text);
      if (pairs.items().isEmpty()) {
        throw new TypeConversionException(" must be formatted as key=value");
      }
      for (String pair : pairs.items()) {
        if (!pair.contains("=")) {
          throw new TypeConversionException(pair + " must be formatted as key=value");
        }
      }
      return pairs;
    }
  }

  /** For lists of whole numbers. */
  static final class Numbers implements ITypeConverter<Csv> {
    @Override
    public Csv convert(String text) {
      Csv numbers = new Csv(List.of(text.split(",", -1)));
      numbers.items().forEach(new GoNumbers.Int32()::convert);
      return numbers;
    }
  }
}
