package dev.hpa.controller.history;

import dev.hpa.api.SafeText;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.Decision;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.Trace;
import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The syncs, traces and events of one autoscaler. Thread-safe. */
final class RecordedAutoscaler {

  static final int REVERSALS = 3;
  private static final Duration FLAPPING = Duration.ofMinutes(30);

  private final Duration kept;
  private final long maxBytes;
  private final TraceArchive traces = new TraceArchive();
  private final Deque<RecordedEvent> events = new ArrayDeque<>();
  private List<MetricInfo> metrics = List.of();
  private SampleRing ring = new SampleRing(0);
  private @Nullable LastScale lastScale;
  private @Nullable Wanted wanted;

  /** Of the last decision to scale, which itself has the values of all pods. */
  private record Wanted(int desired, String reason) {}

  /**
   * @param maxBytes beyond which the oldest are dropped
   */
  RecordedAutoscaler(Duration kept, long maxBytes) {
    this.kept = kept;
    this.maxBytes = maxBytes;
  }

  /** Returns how many bytes it takes more than before. */
  synchronized long add(ReconcileResult result) {
    long before = bytes();
    Trace trace = result.trace();
    use(SyncReader.metrics(result));
    Sample sample = SyncReader.sample(result, trace);
    boolean isChanged = hasChanged(sample);
    rememberScale(result, sample, isChanged);
    ring.add(isChanged ? sample.with(SyncFlag.CHANGED) : sample);
    traces.add(KeptTrace.of(sample.at(), trace));
    result.events().forEach(event -> add(result.at(), event));
    long oldest = result.at().minus(kept).toEpochMilli();
    ring.removeBefore(oldest);
    traces.removeBefore(oldest);
    if (result.decision() instanceof Decision.Rescale rescale) {
      wanted =
          new Wanted(
              rescale.desired(), SafeText.cut(rescale.reason(), Limit.MESSAGE_CHARS.asInt()));
    }
    trim(maxBytes);
    return bytes() - before;
  }

  /**
   * Drops the oldest explanations, then the oldest events and syncs, until it takes at most a
   * number of bytes or only the last sync is left.
   */
  synchronized void trim(long most) {
    while (bytes() > most && traces.removeFirst()) {}
    while (bytes() > most && events.pollFirst() != null) {}
    if (bytes() > most) {
      ring.trim(most);
    }
  }

  /**
   * Continues with other metrics; the values of metrics that stay are kept, of as many syncs as
   * fit: those of one metric may become those of a thousand.
   */
  private void use(List<MetricInfo> current) {
    if (current.equals(metrics)) {
      return;
    }
    SampleRing changed = new SampleRing(current.size());
    int[] indexes = indexes(current, metrics);
    int fitting = (int) Math.min(ring.size(), maxBytes / changed.bytesOfSample());
    for (int i = ring.size() - fitting; i < ring.size(); i++) {
      changed.add(ring.get(i).withMetrics(indexes));
    }
    ring = changed;
    metrics = current;
  }

  /** The index of each of some metrics among others; −1 where it is none of them. */
  private static int[] indexes(List<MetricInfo> some, List<MetricInfo> others) {
    Map<MetricInfo, Integer> known = new HashMap<>();
    for (int i = 0; i < others.size(); i++) {
      known.putIfAbsent(others.get(i), i);
    }
    return some.stream().mapToInt(each -> known.getOrDefault(each, -1)).toArray();
  }

  /** Whether the replicas have changed since the sync before, and not to those it wrote. */
  private boolean hasChanged(Sample sample) {
    Integer current = sample.current();
    return current != null
        && ring.size() > 0
        && ring.replicas(ring.size() - 1) != current
        && (lastScale == null || lastScale.to() != current);
  }

  private void rememberScale(ReconcileResult result, Sample sample, boolean isChanged) {
    Integer current = sample.current();
    if (current == null) {
      return;
    }
    Integer written = result.scaledTo();
    if (written != null) {
      lastScale = new LastScale(sample.at(), current, written, reason(result.decision()));
    } else if (isChanged) {
      Instant reported = result.hpa().status().lastScaleTime();
      String reason = wanted != null && wanted.desired() == current ? wanted.reason() : null;
      lastScale =
          new LastScale(
              reason != null && reported != null ? reported : sample.at(),
              ring.replicas(ring.size() - 1),
              current,
              reason == null ? "" : reason);
    }
  }

  private static String reason(Decision decision) {
    return decision instanceof Decision.Rescale rescale ? rescale.reason() : "";
  }

  private void add(Instant at, HpaEvent event) {
    RecordedEvent last = events.peekLast();
    if (last != null && last.event().equals(event)) {
      events.removeLast();
      events.addLast(new RecordedEvent(last.first(), at, event, last.count() + 1));
      return;
    }
    events.addLast(new RecordedEvent(at, at, event, 1));
    if (events.size() > Limit.HISTORY_EVENTS.asInt()) {
      events.removeFirst();
    }
  }

  synchronized @Nullable AutoscalerHistory all() {
    if (ring.size() == 0) {
      return null;
    }
    List<Sample> samples = new ArrayList<>(ring.size());
    for (int i = 0; i < ring.size(); i++) {
      samples.add(ring.get(i));
    }
    return new AutoscalerHistory(metrics, samples, List.copyOf(events), lastScale);
  }

  synchronized @Nullable Overview overview(int points) {
    if (ring.size() == 0) {
      return null;
    }
    return new Overview(
        metrics, ring.get(ring.size() - 1), lastScale, sparkline(points), reversals() >= REVERSALS);
  }

  private List<Integer> sparkline(int points) {
    Integer[] line = new Integer[points];
    Arrays.fill(line, -1);
    long end = ring.millis(ring.size() - 1);
    for (int i = 0; i < ring.size(); i++) {
      long age = end - ring.millis(i);
      int index = points - 1 - (int) Math.min(points - 1, age * points / kept.toMillis());
      line[index] = Math.max(line[index], ring.replicas(i));
    }
    return Arrays.asList(line);
  }

  private int reversals() {
    int reversals = 0;
    int direction = 0;
    long since = ring.millis(ring.size() - 1) - FLAPPING.toMillis();
    for (int i = 1; i < ring.size(); i++) {
      int change = Integer.signum(ring.replicas(i) - ring.replicas(i - 1));
      if (change != 0 && ring.millis(i) >= since) {
        reversals += change == -direction ? 1 : 0;
        direction = change;
      }
    }
    return reversals;
  }

  synchronized @Nullable KeptTrace trace(Instant at) {
    return traces.at(at.toEpochMilli());
  }

  synchronized long bytes() {
    long texts = events.stream().mapToLong(each -> 240L + each.event().message().length()).sum();
    return ring.bytes() + traces.bytes() + texts;
  }
}
