package dev.hpa.explanation;

import static java.util.Objects.requireNonNull;

import dev.hpa.api.Quantity;
import dev.hpa.core.Trace;
import java.util.List;
import java.util.Optional;

/** The sentence about the overhead that the requests of the pods of one metric include. */
final class OverheadSentence {

  private OverheadSentence() {}

  /**
   * The sentence; empty if no request includes an overhead.
   *
   * @param resource the name of the resource
   */
  static Optional<String> of(List<Trace.PodPart> pods, String resource) {
    List<Trace.PodPart> all = pods.stream().filter(pod -> pod.overhead() != null).toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Quantity sum =
        all.stream()
            .map(pod -> requireNonNull(pod.overhead()))
            .reduce(Quantity::plus)
            .orElseThrow();
    return Optional.of(
        "The requests of %s include the overhead of the pod, %s %s on average; the usage does not."
            .formatted(
                TraceText.count(all.size(), "pod"),
                Quantity.ofMilli(sum.milliValue() / all.size(), sum.format()),
                resource));
  }
}
