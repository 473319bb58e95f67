package dev.hpa.sandbox.workload;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A recorded load: a {@link Polyline} in millicores. */
public final class LoadTrace implements LoadProfile {

  private final Polyline milliCores;

  private LoadTrace(Polyline milliCores) {
    this.milliCores = milliCores;
  }

  /**
   * Reads a trace: lines of {@code time,cpu}, the time as seconds ({@code 90}, {@code 0.5}) or
   * duration ({@code 1m30s}) from the start and not going back, the cpu as a quantity ({@code
   * 1500m}, {@code 2}). Empty lines and what follows a {@code #} are left out, and so is one line
   * of headings.
   *
   * @param fileName for messages
   * @throws LoadFormatException if a line cannot be understood, or there is none
   */
  public static LoadTrace parse(Reader reader, String fileName) throws IOException {
    BufferedReader lines = new BufferedReader(reader);
    List<Polyline.Point> points = new ArrayList<>();
    boolean headingAllowed = true;
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      String text = line.replaceFirst("#.*", "").strip();
      if (text.isEmpty()) {
        continue;
      }
      if (!headingAllowed || !isHeading(text)) {
        points.add(point(text, points, fileName, number));
      }
      headingAllowed = false;
    }
    if (points.isEmpty()) {
      throw LoadFormatException.in(
          fileName, Math.max(1, number), "there are no points; write lines such as 90s,1500m");
    }
    return new LoadTrace(new Polyline(points));
  }

  private static boolean isHeading(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[\\s\"]", "").startsWith("time,");
  }

  private static Polyline.Point point(
      String text, List<Polyline.Point> before, String file, int line) {
    String[] columns = text.split(",", -1);
    if (columns.length != 2) {
      throw LoadFormatException.in(
          file,
          line,
          "there are " + columns.length + " columns; write two, time and cpu, such as 90s,1500m");
    }
    Duration time = time(columns[0].strip(), file, line);
    if (!before.isEmpty() && time.compareTo(before.getLast().at()) < 0) {
      throw LoadFormatException.in(
          file, line, "the time " + columns[0].strip() + " goes back; sort the lines by time");
    }
    return new Polyline.Point(time, cpu(columns[1].strip(), file, line));
  }

  private static Duration time(String text, String file, int line) {
    try {
      Duration time =
          text.matches("[0-9]+(\\.[0-9]*)?")
              ? Duration.ofNanos(new BigDecimal(text).movePointRight(9).longValue())
              : GoDuration.parse(text);
      if (!time.isNegative()) {
        return time;
      }
    } catch (IllegalArgumentException problem) {
      // Said below, like a negative one.
    }
    throw LoadFormatException.in(
        file,
        line,
        "\"" + text + "\" is no time; write seconds such as 90 or a duration such as 1m30s");
  }

  private static double cpu(String text, String file, int line) {
    try {
      double milli = 1000 * Quantity.parse(text).approximateDouble();
      if (milli >= 0 && milli < Double.POSITIVE_INFINITY) {
        return milli;
      }
    } catch (QuantityFormatException problem) {
      // Said below.
    }
    throw LoadFormatException.in(
        file,
        line,
        "\"" + text + "\" is no amount of CPU; write cores such as 2 or millicores such as 1500m");
  }

  @Override
  public double milliCoresAt(Duration sinceStart) {
    return milliCores.at(sinceStart);
  }

  /** The time of the last point. */
  public Duration length() {
    return milliCores.end();
  }
}
