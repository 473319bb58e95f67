package dev.hpa.controller.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of metrics, read back: what its families look like. */
public final class ReadPage {

  private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z0-9_:]+)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** The schema of a family, without its values. */
  public record Shape(String type, String help, Set<String> labels, List<String> bounds) {}

  private final Map<String, Shape> shapes = new LinkedHashMap<>();
  private final List<String> lines;

  public ReadPage(String text) {
    lines = text.lines().toList();
    String help = "";
    Shape current = new Shape("", "", Set.of(), List.of());
    for (String line : lines) {
      String[] words = line.split(" ", 4);
      if (line.startsWith("# HELP ")) {
        help = words.length > 3 ? words[3] : "";
      } else if (line.startsWith("# TYPE ")) {
        current = new Shape(words[3], help, new TreeSet<>(), new ArrayList<>());
        shapes.put(words[2], current);
      } else {
        sample(line, current);
      }
    }
  }

  private static void sample(String line, Shape shape) {
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches()) {
      throw new IllegalArgumentException("no sample: " + line);
    }
    Matcher labels = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
    while (labels.find()) {
      shape.labels().add(labels.group(1));
      if (labels.group(1).equals("le") && !shape.bounds().contains(labels.group(2))) {
        shape.bounds().add(labels.group(2));
      }
    }
  }

  /** By name, in the order of the page. */
  public Map<String, Shape> shapes() {
    return shapes;
  }

  /** The value of the sample that is written so; 0 when there is none. */
  public double value(String sample) {
    return lines.stream()
        .filter(line -> line.startsWith(sample + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(sample.length() + 1)))
        .findFirst()
        .orElse(0);
  }
}
