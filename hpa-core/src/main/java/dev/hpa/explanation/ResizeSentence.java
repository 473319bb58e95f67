package dev.hpa.explanation;

import static java.util.Objects.requireNonNull;

import dev.hpa.api.Quantity;
import dev.hpa.core.Trace;
import dev.hpa.core.replicas.PodClassification;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The sentence about the pods of one metric whose in-place resize is not complete. */
final class ResizeSentence {

  private ResizeSentence() {}

  /**
   * The sentence; empty if no pod is being resized.
   *
   * @param resource the name of the resource
   * @param isAllocated whether utilization is measured against what is in effect
   */
  static Optional<String> of(List<Trace.PodPart> pods, String resource, boolean isAllocated) {
    List<Trace.PodPart> resized =
        pods.stream()
            .filter(pod -> pod.group() != PodClassification.Group.IGNORED)
            .filter(pod -> pod.requestInEffect() != null)
            .toList();
    if (resized.isEmpty()) {
      return Optional.empty();
    }
    boolean isOne = resized.size() == 1;
    return Optional.of(
        "%s %s being resized: %s %s requested and %s in effect%s; utilization is measured against %s."
            .formatted(
                TraceText.count(resized.size(), "pod"),
                isOne ? "is" : "are",
                average(resized, Trace.PodPart::request),
                resource,
                average(resized, Trace.PodPart::requestInEffect),
                isOne ? "" : " per pod on average",
                isAllocated ? "what is in effect" : isOne ? "the request" : "the requests"));
  }

  private static Quantity average(
      List<Trace.PodPart> pods, Function<Trace.PodPart, @Nullable Quantity> part) {
    Quantity sum =
        pods.stream()
            .map(pod -> requireNonNull(part.apply(pod)))
            .reduce(Quantity::plus)
            .orElseThrow();
    return Quantity.ofMilli(sum.milliValue() / pods.size(), sum.format());
  }
}
