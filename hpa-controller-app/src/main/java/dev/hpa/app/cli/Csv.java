package dev.hpa.app.cli;

import java.util.List;

/**
 * The values of list flags: items separated by commas. An item that contains a comma is in double
 * quotes; {@code ""} within quotes is one quote.
 */
final class Csv {

  private Csv() {}

  /** An item, quoted if necessary. */
  static String quoted(String item) {
    return CsvRecord.listItem(item);
  }

  /**
   * Splits a value.
   *
   * @throws FlagValueException if a quote is not closed, or is within an unquoted item
   */
  static List<String> items(String text) {
    try {
      return List.copyOf(CsvRecord.fields(text));
    } catch (CsvRecord.MalformedException malformed) {
      throw new FlagValueException(String.valueOf(malformed.getMessage()));
    }
  }

  /** Splits a list of {@code key=value}. */
  static List<String> pairs(String text) {
    boolean single = text.chars().filter(c -> c == '=').count() == 1;
    List<String> pairs = single ? List.of(text) : items(text);
    if (pairs.isEmpty()) {
      throw new FlagValueException(" must be formatted as key=value");
    }
    for (String pair : pairs) {
      if (!pair.contains("=")) {
        throw new FlagValueException(pair + " must be formatted as key=value");
      }
    }
    return pairs;
  }

  /** Splits a list of integers. */
  static List<String> numbers(String text) {
    List<String> numbers = List.of(text.split(",", -1));
    numbers.forEach(GoNumbers::int32);
    return numbers;
  }
}
