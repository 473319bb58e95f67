package dev.hpa.core;

import dev.hpa.core.replicas.PodClassification;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The pods of one metric in a trace: listed up to a limit, the others counted. */
final class PodParts {

  private final int most;
  private final List<Trace.PodPart> listed = new ArrayList<>();
  private final Map<PodClassification, Integer> omitted = new EnumMap<>(PodClassification.class);
  private final Map<PodClassification, Integer> omittedFilled =
      new EnumMap<>(PodClassification.class);

  /**
   * @param before how many pods and series the trace lists already
   */
  PodParts(int before) {
    this.most = Trace.MAX_LISTED - before;
  }

  /**
   * Adds a pod.
   *
   * @param filled whether a value was assumed for it
   */
  void add(PodClassification classification, boolean filled, Supplier<Trace.PodPart> part) {
    if (listed.size() < most) {
      listed.add(part.get());
    } else {
      (filled ? omittedFilled : omitted).merge(classification, 1, Integer::sum);
    }
  }

  List<Trace.PodPart> listed() {
    return List.copyOf(listed);
  }

  /** The others by their treatment; null if there are none. */
  @Nullable List<Trace.PodCount> omitted() {
    List<Trace.PodCount> counts = new ArrayList<>();
    omitted.forEach((treated, count) -> counts.add(count(treated, false, count)));
    omittedFilled.forEach((treated, count) -> counts.add(count(treated, true, count)));
    return counts.isEmpty() ? null : List.copyOf(counts);
  }

  private static Trace.PodCount count(PodClassification treated, boolean filled, int count) {
    return new Trace.PodCount(treated.group(), treated, filled, count);
  }
}
