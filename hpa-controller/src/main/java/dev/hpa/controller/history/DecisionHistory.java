package dev.hpa.controller.history;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.reconcile.ControlLoop;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a controller within a time, in memory: samples of numbers in a ring per
 * autoscaler, and compressed explanations. Forgets an autoscaler when it is deleted.
 *
 * <p>The size is limited. Beyond it the oldest explanations, and then the oldest syncs, of the
 * namespaces that take most are dropped. Thread-safe.
 */
public final class DecisionHistory {

  private final Duration kept;
  private final long maxBytes;
  private final AtomicLong used = new AtomicLong();
  private final Map<NamespacedName, RecordedAutoscaler> autoscalers = new ConcurrentHashMap<>();
  private final List<Consumer<NamespacedName>> listeners = new CopyOnWriteArrayList<>();

  /**
   * @param kept how long syncs are kept; more than 0
   */
  public DecisionHistory(Duration kept) {
    this(kept, MemoryPool.ofHeap().size(MemoryPart.HISTORY));
  }

  /**
   * @param kept how long syncs are kept; more than 0
   * @param maxBytes the size beyond which the oldest explanations and syncs are dropped, although
   *     the last sync of each autoscaler is kept
   */
  public DecisionHistory(Duration kept, long maxBytes) {
    this.kept = kept;
    this.maxBytes = maxBytes;
  }

  /** Records the syncs of a control loop from now on. */
  public void record(ControlLoop loop) {
    loop.onReconcile(this::add);
    loop.onForget(this::forget);
  }

  /** Reports the key of each autoscaler that was recorded or forgotten to a listener. */
  public void onChange(Consumer<NamespacedName> listener) {
    listeners.add(listener);
  }

  /** How long syncs are kept. */
  public Duration kept() {
    return kept;
  }

  void add(ReconcileResult result) {
    NamespacedName key = NamespacedName.of(result.hpa().metadata());
    count(recorded(key).add(result));
    listeners.forEach(each -> each.accept(key));
  }

  private RecordedAutoscaler recorded(NamespacedName key) {
    return autoscalers.computeIfAbsent(
        key,
        any -> {
          RecordedAutoscaler empty =
              new RecordedAutoscaler(kept, maxBytes / Limit.HISTORY_PART_OF_HPA.asInt());
          used.addAndGet(empty.bytes());
          return empty;
        });
  }

  private void count(long added) {
    if (used.addAndGet(added) > maxBytes) {
      shrink();
    }
  }

  /** To less than the limit, so that this is not repeated at each sync. */
  private synchronized void shrink() {
    if (used.get() <= maxBytes) {
      return;
    }
    Map<String, List<RecordedAutoscaler>> byNamespace = new HashMap<>();
    autoscalers.forEach(
        (key, each) ->
            byNamespace.computeIfAbsent(key.namespace(), any -> new ArrayList<>()).add(each));
    long share =
        MemoryPool.share(
            byNamespace.values().stream().map(DecisionHistory::bytes), maxBytes / 8 * 7);
    for (List<RecordedAutoscaler> namespace : byNamespace.values()) {
      if (bytes(namespace) > share) {
        long own = MemoryPool.share(namespace.stream().map(RecordedAutoscaler::bytes), share);
        namespace.forEach(each -> each.trim(own));
      }
    }
    used.set(bytes());
  }

  void forget(NamespacedName key) {
    RecordedAutoscaler known = autoscalers.remove(key);
    used.addAndGet(known == null ? 0 : -known.bytes());
    listeners.forEach(each -> each.accept(key));
  }

  /** What is kept of an autoscaler; null before its first sync. */
  public @Nullable AutoscalerHistory of(NamespacedName key) {
    RecordedAutoscaler found = autoscalers.get(key);
    return found == null ? null : found.all();
  }

  /**
   * The last sync of an autoscaler and its replicas before; null before its first sync.
   *
   * @param points of the sparkline, at least 1
   */
  public @Nullable Overview overview(NamespacedName key, int points) {
    RecordedAutoscaler found = autoscalers.get(key);
    return found == null ? null : found.overview(points);
  }

  /** The explanation of the sync at a time in whole milliseconds; null if it is not kept. */
  public @Nullable KeptTrace trace(NamespacedName key, Instant at) {
    RecordedAutoscaler found = autoscalers.get(key);
    return found == null ? null : found.trace(at);
  }

  /** The estimated size in memory, in bytes. */
  public long bytes() {
    return bytes(autoscalers.values());
  }

  private static long bytes(Collection<RecordedAutoscaler> some) {
    return some.stream().mapToLong(RecordedAutoscaler::bytes).sum();
  }
}
