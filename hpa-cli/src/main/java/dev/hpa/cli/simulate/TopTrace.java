package dev.hpa.cli.simulate;

import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads outputs of {@code kubectl top pods}, each after a line with its time as {@code date -u
 * +%FT%TZ} writes it. A sample is the CPU of all rows, in cores; one with an error or without rows
 * has no number.
 */
final class TopTrace {
  private static final Pattern TIME = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T\\S+");
  private static final Pattern HEADING = Pattern.compile("(?i).*\\bCPU\\(cores\\).*");
  private static final Pattern ERROR = Pattern.compile("(?i)(error|no resources|warning)\\b.*");
  private static final String UNKNOWN = "<unknown>";

  private final String file;
  private final List<LoadSample> samples = new ArrayList<>();
  private int line;
  private double cores;
  private boolean hasRows;

  private TopTrace(String file) {
    this.file = file;
  }

  /** Whether a text starts with a time and then a heading, a row or an error of kubectl. */
  static boolean isOne(String text) {
    List<String> first =
        text.lines().map(String::strip).filter(each -> !each.isEmpty()).limit(2).toList();
    return first.size() == 2
        && TIME.matcher(first.get(0)).matches()
        && first.get(0).indexOf(',') < 0
        && first.get(0).indexOf(';') < 0
        && (first.get(1).split("\\s+", -1).length >= 3 || ERROR.matcher(first.get(1)).matches());
  }

  static RecordedLoad parse(String file, String text, RecordingOptions options)
      throws UnusableInputException {
    return new TopTrace(file).parse(text, options);
  }

  private RecordedLoad parse(String text, RecordingOptions options) throws UnusableInputException {
    Duration time = null;
    for (String whole : text.lines().toList()) {
      line++;
      String content = whole.strip();
      if (TIME.matcher(content).matches()) {
        if (time != null) {
          end(time);
        }
        time = time(content);
      } else if (!content.isEmpty()) {
        row(content);
      }
    }
    if (time != null) {
      end(time);
    }
    if (samples.stream().allMatch(sample -> Double.isNaN(sample.value()))) {
      throw new UnusableInputException(file + ": no sample has a number; use another recording");
    }
    return RecordedLoad.dated(file, samples, options);
  }

  private void end(Duration time) {
    samples.add(new LoadSample(time, hasRows ? cores : Double.NaN));
    cores = 0;
    hasRows = false;
  }

  private Duration time(String text) throws UnusableInputException {
    Duration since;
    try {
      since = Duration.between(Instant.EPOCH, Timestamps.parse(text));
    } catch (IllegalArgumentException malformed) {
      throw refused("\"" + text + "\" is not a time; write it with date -u +%FT%TZ");
    }
    if (!samples.isEmpty() && since.compareTo(samples.getLast().at()) < 0) {
      throw refused("the time " + text + " is earlier than the previous one");
    }
    return since;
  }

  /** Names, then the CPU and the memory. */
  private void row(String content) throws UnusableInputException {
    if (HEADING.matcher(content).matches() || ERROR.matcher(content).matches()) {
      return;
    }
    String[] columns = content.split("\\s+", -1);
    if (columns.length < 3 || columns.length > 5) {
      throw refused(
          "there are %d columns; a row of kubectl top pods has 3 to 5, such as web-1 250m 120Mi"
              .formatted(columns.length));
    }
    String cpu = columns[columns.length - 2];
    if (cpu.equals(UNKNOWN)) {
      return;
    }
    cores += amount(cpu);
    hasRows = true;
  }

  private double amount(String cpu) throws UnusableInputException {
    try {
      double value = Quantity.parse(cpu).approximateDouble();
      if (value >= 0 && value < Double.POSITIVE_INFINITY) {
        return value;
      }
    } catch (QuantityFormatException none) {
      // Reported below, like one that is negative.
    }
    throw refused("\"" + cpu + "\" is not an amount of CPU, such as 250m");
  }

  private UnusableInputException refused(String why) {
    return new UnusableInputException(file + ", line " + line + ": " + why);
  }
}
