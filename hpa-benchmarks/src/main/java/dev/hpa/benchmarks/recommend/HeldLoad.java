package dev.hpa.benchmarks.recommend;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * A recorded load in any unit.
 *
 * @param name the file without its folder and suffixes
 * @param seconds since the start, ascending
 * @param values one for each time
 */
record HeldLoad(String name, double[] seconds, double[] values) {
  private static final double BUSY = 0.99;

  /**
   * Reads a file of two columns with a heading: seconds and a value; compressed if its name ends in
   * {@code .gz}.
   *
   * @throws IOException also if a line has no two numbers; the message names it
   */
  static HeldLoad read(Path file) throws IOException {
    String base = String.valueOf(file.getFileName());
    List<String> lines;
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = base.endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
      lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().skip(1).toList();
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
    double[] seconds = new double[lines.size()];
    double[] values = new double[lines.size()];
    for (int i = 0; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(",", -1);
      try {
        seconds[i] = Double.parseDouble(cells[0]);
        values[i] = Double.parseDouble(cells[1]);
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException wrong) {
        throw new IOException(
            "%s, line %d: \"%s\" is not SECONDS,VALUE".formatted(file, i + 2, lines.get(i)), wrong);
      }
    }
    return new HeldLoad(base.replaceFirst("\\.csv(\\.gz)?$", ""), seconds, values);
  }

  /** The value that only the busiest 1 % of the first half exceed. */
  double busy() {
    double[] sorted = Arrays.copyOf(values, Math.max(1, values.length / 2));
    Arrays.sort(sorted);
    return sorted[(int) (BUSY * (sorted.length - 1))];
  }

  double days() {
    return seconds.length == 0 ? 0 : (seconds[seconds.length - 1] - seconds[0]) / 86_400;
  }

  /** Writes the load as a demand in cores. */
  void write(Path file, double coresPerUnit) throws IOException {
    List<String> lines = new ArrayList<>(values.length + 1);
    lines.add("seconds,value");
    for (int i = 0; i < values.length; i++) {
      lines.add(String.format(Locale.ROOT, "%.0f,%.6f", seconds[i], values[i] * coresPerUnit));
    }
    Files.write(file, lines);
  }
}
