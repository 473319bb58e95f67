package dev.hpa.app.cli;

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
    return CsvRecord.listItem(item);
  }

  /**
   * Splits a value.
   *
   * @throws TypeConversionException if a quote is not closed, or is within an unquoted item
   */
  static Csv parse(String text) {
    try {
      return new Csv(CsvRecord.fields(text));
    } catch (CsvRecord.MalformedException malformed) {
      throw new TypeConversionException(malformed.getMessage());
    }
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
