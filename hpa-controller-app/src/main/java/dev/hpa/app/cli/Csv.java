package dev.hpa.app.cli;

import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * One value of a list flag: items separated by commas. An item that contains a comma is in double
 * quotes; {@code ""} within quotes is one quote.
 */
record Csv(List<String> items) {

  Csv {
    items = List.copyOf(items);
  }

  /** All items, in order. */
  static List<String> items(List<Csv> values) {
    return values.stream().flatMap(value -> value.items().stream()).toList();
  }

  /** An item, quoted if necessary. */
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

  /** Converts lists of strings. */
  static final class Converter implements ITypeConverter<Csv> {
    @Override
    public Csv convert(String text) {
      return parse(text);
    }
  }

  /** Converts lists of {@code key=value}. */
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

  /** Converts lists of integers. */
  static final class Numbers implements ITypeConverter<Csv> {
    @Override
    public Csv convert(String text) {
      Csv numbers = new Csv(List.of(text.split(",", -1)));
      numbers.items().forEach(new GoNumbers.Int32()::convert);
      return numbers;
    }
  }
}
