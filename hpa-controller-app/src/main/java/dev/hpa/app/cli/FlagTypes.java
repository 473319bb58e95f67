package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The types of flags. */
public final class FlagTypes {

  public static final FlagType<Boolean> BOOL = GoNumbers::bool;
  public static final FlagType<Integer> INT32 = GoNumbers::int32;
  public static final FlagType<Long> INT64 = GoNumbers::int64;
  public static final FlagType<Integer> COUNT = GoNumbers::count;
  public static final FlagType<Double> FLOAT32 = GoNumbers::float32;
  public static final FlagType<Double> FLOAT64 = GoNumbers::float64;
  public static final FlagType<Duration> DURATION = FlagTypes::duration;
  public static final FlagType<String> TEXT = text -> text;

  /** One item for each time that the flag is given. */
  public static final FlagType<List<String>> TEXTS = new ListType<>(List::of);

  /** Items separated by commas, with quotes as in {@link CsvRecord}. */
  public static final FlagType<List<String>> CSV = new ListType<>(Csv::items);

  /** Items separated by commas, without quotes. */
  public static final FlagType<List<String>> SPLIT =
      new ListType<>(text -> List.of(text.split(",", -1)));

  /** Items of the form {@code key=value}, separated by commas. */
  public static final FlagType<List<String>> CSV_PAIRS = new ListType<>(Csv::pairs);

  /** Integers separated by commas. */
  public static final FlagType<List<String>> CSV_NUMBERS = new ListType<>(Csv::numbers);

  private FlagTypes() {}

  /** A type whose values are lists; those of a repeated flag are concatenated. */
  record ListType<E>(FlagType<List<E>> ofOne) implements FlagType<List<E>> {
    @Override
    public List<E> parse(String text) {
      return ofOne.parse(text);
    }

    @Override
    public List<E> merge(List<E> earlier, List<E> later) {
      List<E> all = new ArrayList<>(earlier);
      all.addAll(later);
      return List.copyOf(all);
    }

    @Override
    public List<E> none() {
      return List.of();
    }

    @Override
    public boolean isList() {
      return true;
    }
  }

  /** One of the constants of an enum, in any case. */
  record OneOf<E extends Enum<E>>(Class<E> constants) implements FlagType<E> {
    @Override
    public E parse(String text) {
      for (E each : constants.getEnumConstants()) {
        if (each.name().equalsIgnoreCase(text)) {
          return each;
        }
      }
      throw new FlagValueException(
          "'" + text + "' is invalid; use " + String.join(" or ", choices()));
    }

    @Override
    public List<String> choices() {
      return Arrays.stream(constants.getEnumConstants())
          .map(each -> each.name().toLowerCase(Locale.ROOT))
          .toList();
    }
  }

  private static Duration duration(String text) {
    try {
      return GoDuration.parse(text);
    } catch (IllegalArgumentException failure) {
      throw new FlagValueException(
          "'" + text + "' is not a duration; use a value such as 15s, 5m0s or 1h30m");
    }
  }
}
