package dev.hpa.controller.explain;

import dev.hpa.api.Quantity;
import dev.hpa.core.PodClassification;
import dev.hpa.core.Trace;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sentence about how the values of the pods of one metric differ. An average hides a pod, or a
 * group of pods, that is overloaded while the others are idle.
 */
final class SpreadSentence {

  /** The number of pods that are named. */
  private static final int NAMED = 3;

  private SpreadSentence() {}

  /** A pod with its value in milli-units, and the text that shows it. */
  private record Value(String pod, long milli, String text) {}

  /**
   * The sentence; empty if fewer than two pods count, or all have the same value, or not all are
   * listed.
   *
   * @param isPercent whether the target is a utilization
   * @param isAllocated whether utilization is measured against what is in effect
   */
  static Optional<String> of(Trace.Metric metric, boolean isPercent, boolean isAllocated) {
    if (metric.pods() == null || metric.omittedPods() != null) {
      return Optional.empty();
    }
    List<Value> values =
        metric.pods().stream()
            .filter(pod -> pod.classification() == PodClassification.COUNTS)
            .map(pod -> isPercent ? percent(pod, isAllocated) : amount(pod))
            .flatMap(Optional::stream)
            .sorted(Comparator.comparingLong(Value::milli).reversed().thenComparing(Value::pod))
            .toList();
    if (values.size() < 2 || values.getFirst().text().equals(values.getLast().text())) {
      return Optional.empty();
    }
    return Optional.of(
        "The pods have from %s to %s, with a median of %s; most: %s."
            .formatted(
                values.getLast().text(),
                values.getFirst().text(),
                values.get(values.size() / 2).text(),
                values.stream()
                    .limit(NAMED)
                    .map(each -> each.pod() + " " + each.text())
                    .collect(Collectors.joining(", "))));
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
}
