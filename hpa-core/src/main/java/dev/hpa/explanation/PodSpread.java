package dev.hpa.explanation;

import dev.hpa.api.Quantity;
import dev.hpa.core.Trace;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.RequestBase;
import dev.hpa.core.replicas.PodClassification;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the values of the pods of one metric differ. An average hides a pod, or a group of pods, that
 * is overloaded while the others are idle.
 *
 * @param least the lowest value, with its unit
 * @param median the middle one
 * @param most the highest one
 * @param hottest the pods with the highest values, in descending order
 */
public record PodSpread(String least, String median, String most, List<Share> hottest) {

  /** The number of pods that are named. */
  private static final int NAMED = 3;

  /**
   * The value of a pod.
   *
   * @param value with its unit
   */
  public record Share(String pod, String value) {}

  /** A pod with its value in milli-units or percent, and the text that shows it. */
  private record Value(String pod, long number, String text) {}

  /**
   * The spread; empty if fewer than two pods count, or all have the same value, or not all are
   * listed.
   *
   * @param trace the explanation that has the metric
   */
  public static Optional<PodSpread> of(Trace trace, Trace.Metric metric) {
    if (metric.pods() == null || metric.omittedPods() != null) {
      return Optional.empty();
    }
    boolean isPercent = new MetricDescription(metric.spec(), metric.current()).isPercent();
    boolean isAllocated = isBase(RequestBase.ALLOCATED, trace.options());
    List<Value> values =
        metric.pods().stream()
            .filter(pod -> pod.classification() == PodClassification.COUNTS)
            .map(pod -> isPercent ? percent(pod, isAllocated) : amount(pod))
            .flatMap(Optional::stream)
            .sorted(Comparator.comparingLong(Value::number).reversed().thenComparing(Value::pod))
            .toList();
    if (values.size() < 2 || values.getFirst().text().equals(values.getLast().text())) {
      return Optional.empty();
    }
    return Optional.of(
        new PodSpread(
            values.getLast().text(),
            values.get(values.size() / 2).text(),
            values.getFirst().text(),
            values.stream().limit(NAMED).map(each -> new Share(each.pod(), each.text())).toList()));
  }

  /** Whether utilization is measured against a base. */
  static boolean isBase(RequestBase base, Trace.@Nullable Applied options) {
    return options != null
        && options.values().stream()
            .anyMatch(
                each ->
                    each.key().equals(OptionKey.REQUEST_BASE.toString())
                        && each.value().equals(base.toString()));
  }

  private static Optional<Value> amount(Trace.PodPart pod) {
    return Optional.ofNullable(pod.value())
        .map(value -> new Value(pod.name(), value.milliValue(), value.toString()));
  }

  private static Optional<Value> percent(Trace.PodPart pod, boolean isAllocated) {
    @Nullable Quantity value = pod.value();
    @Nullable Quantity base =
        isAllocated && pod.requestInEffect() != null ? pod.requestInEffect() : pod.request();
    if (value == null || base == null || base.milliValue() <= 0) {
      return Optional.empty();
    }
    long percent = Math.round(100.0 * value.milliValue() / base.milliValue());
    return Optional.of(new Value(pod.name(), percent, percent + " %"));
  }

  /** In one sentence. */
  String sentence() {
    return "The pods have from %s to %s, with a median of %s; most: %s."
        .formatted(
            least,
            most,
            median,
            String.join(
                ", ", hottest.stream().map(each -> each.pod() + " " + each.value()).toList()));
  }
}
