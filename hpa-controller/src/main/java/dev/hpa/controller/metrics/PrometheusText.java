package dev.hpa.controller.metrics;

import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import io.prometheus.client.CollectorRegistry;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Prometheus' text format 0.0.4 as its Go client writes it: families and labels sorted, nothing of
 * a family without series, numbers in Go's shortest form. The simple client's own writer differs in
 * all of that and adds a family with the time of its making to each counter and histogram.
 */
public final class PrometheusText {

  public static final String CONTENT_TYPE =
      "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

  private static final double MIN_WITH_EXPONENT = 1e6;

  private final StringBuilder out = new StringBuilder(1 << 15);

  private PrometheusText() {}

  public static String of(CollectorRegistry registry) {
    List<MetricFamilySamples> families = Collections.list(registry.metricFamilySamples());
    families.sort(Comparator.comparing(PrometheusText::name));
    PrometheusText text = new PrometheusText();
    families.forEach(text::family);
    return text.out.toString();
  }

  private static String name(MetricFamilySamples family) {
    return family.type == Collector.Type.COUNTER ? family.name + "_total" : family.name;
  }

  private void family(MetricFamilySamples family) {
    if (family.samples.isEmpty()) {
      return;
    }
    String name = name(family);
    out.append("# HELP ").append(name).append(' ').append(escaped(family.help)).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type(family.type)).append('\n');
    for (Sample sample : family.samples) {
      if (!sample.name.endsWith("_created")) {
        sample(sample);
      }
    }
  }

  private static String type(Collector.Type type) {
    return type == Collector.Type.UNKNOWN ? "untyped" : type.name().toLowerCase(Locale.ROOT);
  }

  private void sample(Sample sample) {
    out.append(sample.name);
    TreeMap<String, String> labels = new TreeMap<>(PrometheusText::compareLabels);
    for (int i = 0; i < sample.labelNames.size(); i++) {
      labels.put(sample.labelNames.get(i), sample.labelValues.get(i));
    }
    char separator = '{';
    for (String label : labels.keySet()) {
      out.append(separator).append(label).append("=\"");
      out.append(value(label, labels.getOrDefault(label, ""))).append('"');
      separator = ',';
    }
    if (!labels.isEmpty()) {
      out.append('}');
    }
    out.append(' ').append(number(sample.value)).append('\n');
  }

  /** By name, but the bound of a bucket and the rank of a quantile come last. */
  private static int compareLabels(String a, String b) {
    int byPlace = Boolean.compare(isBound(a), isBound(b));
    return byPlace == 0 ? a.compareTo(b) : byPlace;
  }

  private static boolean isBound(String label) {
    return label.equals("le") || label.equals("quantile");
  }

  private static String value(String label, String value) {
    return isBound(label)
        ? number(value.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(value))
        : escaped(value).replace("\"", "\\\"");
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n");
  }

  /** The shortest digits that mean the number; small and large ones with an exponent. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    if (value == 0) {
      return "0";
    }
    String shortest = Double.toString(value);
    // Most values: BigDecimal takes 20 ms to load.
    if (!shortest.contains("E") && Math.abs(value) < MIN_WITH_EXPONENT) {
      return shortest.endsWith(".0") ? shortest.substring(0, shortest.length() - 2) : shortest;
    }
    BigDecimal digits = new BigDecimal(shortest).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= -4 && Math.abs(value) < MIN_WITH_EXPONENT) {
      return digits.toPlainString();
    }
    BigDecimal mantissa = digits.movePointLeft(exponent);
    return mantissa.toPlainString()
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }
}
