package dev.hpa.cli.simulate;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.api.Timestamps;
import dev.hpa.app.cli.CsvRecord;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines of {@code time,value}, or {@code time;value} with decimal commas as spreadsheets of
 * many locales write them. All times have one format: RFC 3339, {@code 2026-03-02 08:00:00} in the
 * time zone of the options, seconds or milliseconds of the Unix epoch, or since a start in seconds
 * or as durations. Of a local time that occurs twice, the first one counts until the times would go
 * back. Values are quantities; an empty one, {@code -}, {@code n/a}, {@code NaN}, {@code null} and
 * infinite ones are samples without a number. Empty lines, comments after {@code #} and a header
 * line are ignored.
 */
final class CsvTrace {

  /** Smaller numbers are relative times: as Unix times they would be before 1980. */
  private static final BigDecimal FIRST_EPOCH_SECOND = BigDecimal.valueOf(315_532_800L);

  /** Values of exporters for missing numbers. */
  private static final Set<String> MISSING =
      Set.of("", "-", "n/a", "nan", "null", "+inf", "-inf", "inf", "undefined");

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,30}(\\.[0-9]{0,30})?");

  /** From the year 2001 on, as Grafana writes them; seconds have fewer digits. */
  private static final Pattern MILLISECONDS = Pattern.compile("[1-9][0-9]{12}");

  private static final Pattern HAS_DIGIT = Pattern.compile("[0-9]");

  /** As in the CSV of Grafana, without a zone. */
  private static final Pattern LOCAL_TIME =
      Pattern.compile("([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?)");

  private final String file;
  private final RecordingOptions options;
  private final List<LoadSample> samples = new ArrayList<>();
  private @Nullable Boolean dated;
  private int line;

  private CsvTrace(String file, RecordingOptions options) {
    this.file = file;
    this.options = options;
  }

  static RecordedLoad parse(String file, String text, RecordingOptions options)
      throws UnusableInputException {
    return new CsvTrace(file, options).parse(text);
  }

  private RecordedLoad parse(String text) throws UnusableInputException {
    boolean headingAllowed = true;
    for (String whole : text.lines().toList()) {
      line++;
      String content = whole.replaceFirst("#.*", "").strip();
      if (!content.isEmpty()) {
        row(content, headingAllowed);
        headingAllowed = false;
      }
    }
    if (samples.isEmpty()) {
      line = Math.max(1, line);
      throw refused(
          "the file has no points; write lines such as 2026-03-02T08:00:00Z,3.5 or" + " 90s,3.5");
    }
    if (samples.stream().allMatch(sample -> Double.isNaN(sample.value()))) {
      throw new UnusableInputException(file + ": no sample has a number; use another recording");
    }
    return Boolean.TRUE.equals(dated)
        ? RecordedLoad.dated(file, samples, options)
        : RecordedLoad.undated(file, samples, options);
  }

  private void row(String content, boolean headingAllowed) throws UnusableInputException {
    List<String> columns = columns(content);
    if (columns.size() != 2) {
      throw refused(
          "there are "
              + columns.size()
              + " columns; write two, time and value, such as 2026-03-02T08:00:00Z,3.5");
    }
    String timeText = columns.get(0);
    String valueText = columns.get(1);
    Optional<Time> time = time(timeText);
    OptionalDouble value = value(valueText);
    if (headingAllowed && time.isEmpty() && value.isEmpty()) {
      return;
    }
    add(
        time.orElseThrow(
            () ->
                refused(
                    "\""
                        + timeText
                        + "\" is not a time; write 2026-03-02T08:00:00Z, 2026-03-02 08:00:00, seconds of the Unix"
                        + " epoch, or"
                        + " a time since the start such as 90 or 1m30s")),
        timeText,
        value.orElseThrow(
            () ->
                refused(
                    "\""
                        + valueText
                        + "\" is not a quantity; write a number such as 3.5, 250m or"
                        + " 2k")));
  }

  private List<String> columns(String content) throws UnusableInputException {
    if (content.contains(";")) {
      return Arrays.stream(content.split(";", -1))
          .map(each -> each.strip().replaceAll("^\"|\"$", "").replace(',', '.'))
          .toList();
    }
    try {
      return CsvRecord.stripped(content);
    } catch (CsvRecord.MalformedException malformed) {
      throw refused(String.valueOf(malformed.getMessage()));
    }
  }

  private void add(Time time, String text, double value) throws UnusableInputException {
    if (dated != null && dated != time.dated()) {
      throw refused("\"" + text + "\" has another format than the previous times; use one format");
    }
    if (!samples.isEmpty() && time.since().compareTo(samples.getLast().at()) < 0) {
      throw refused(
          "the time " + text + " is earlier than the previous one; sort the lines by" + " time");
    }
    dated = time.dated();
    samples.add(new LoadSample(time.since(), value));
  }

  /**
   * A parsed time.
   *
   * @param dated whether it is absolute; otherwise it is relative to a start
   */
  private record Time(boolean dated, Duration since) {}

  private Optional<Time> time(String text) throws UnusableInputException {
    try {
      if (NUMBER.matcher(text).matches()) {
        return Optional.of(seconds(text));
      }
      Matcher local = LOCAL_TIME.matcher(text);
      if (local.matches()) {
        return Optional.of(new Time(true, local(local.group(1) + "T" + local.group(2))));
      }
      if (text.contains("T")) {
        return Optional.of(new Time(true, Duration.between(Instant.EPOCH, Timestamps.parse(text))));
      }
      Duration since = GoDuration.parse(text);
      return since.isNegative() ? Optional.empty() : Optional.of(new Time(false, since));
    } catch (IllegalArgumentException | DateTimeException none) {
      return Optional.empty();
    }
  }

  /** Since the epoch. */
  private Duration local(String text) {
    ZonedDateTime first = LocalDateTime.parse(text).atZone(options.zone());
    Duration since = Duration.between(Instant.EPOCH, first.toInstant());
    boolean goesBack = !samples.isEmpty() && since.compareTo(samples.getLast().at()) < 0;
    return goesBack
        ? Duration.between(Instant.EPOCH, first.withLaterOffsetAtOverlap().toInstant())
        : since;
  }

  private Time seconds(String text) throws UnusableInputException {
    BigDecimal number = new BigDecimal(text);
    if (MILLISECONDS.matcher(text).matches()) {
      return new Time(true, Duration.ofMillis(number.longValueExact()));
    }
    Duration since =
        UnixSeconds.since(number)
            .orElseThrow(() -> refused("\"" + text + "\" " + UnixSeconds.TOO_LARGE));
    return new Time(number.compareTo(FIRST_EPOCH_SECOND) >= 0, since);
  }

  private static OptionalDouble value(String text) {
    if (MISSING.contains(text.toLowerCase(Locale.ROOT))) {
      return OptionalDouble.of(Double.NaN);
    }
    if (!HAS_DIGIT.matcher(text).find()) {
      return OptionalDouble.empty(); // a quantity without digits is 0
    }
    try {
      double value = Quantity.parse(text).approximateDouble();
      return value >= 0 && value < Double.POSITIVE_INFINITY
          ? OptionalDouble.of(value)
          : OptionalDouble.empty();
    } catch (QuantityFormatException none) {
      return OptionalDouble.empty();
    }
  }

  private UnusableInputException refused(String why) {
    return new UnusableInputException(file + ", line " + line + ": " + why);
  }
}
