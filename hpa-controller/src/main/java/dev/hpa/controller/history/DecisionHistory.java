package dev.hpa.controller.history;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.reconcile.ControlLoop;
import dev.hpa.controller.reconcile.ReconcileResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a controller within a time, in memory: samples of numbers in a ring per
 * autoscaler, and compressed explanations. Forgets an autoscaler when it is deleted. Thread-safe.
 */
public final class DecisionHistory {

  private final Duration kept;
  private final Map<NamespacedName, RecordedAutoscaler> autoscalers = new ConcurrentHashMap<>();
  private final List<Consumer<NamespacedName>> listeners = new CopyOnWriteArrayList<>();

  /**
   * @param kept how long syncs are kept; more than 0
   */
  public DecisionHistory(Duration kept) {
    this.kept = kept;
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
    autoscalers.computeIfAbsent(key, any -> new RecordedAutoscaler(kept)).add(result);
    listeners.forEach(each -> each.accept(key));
  }

  void forget(NamespacedName key) {
    autoscalers.remove(key);
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
    return autoscalers.values().stream().mapToLong(RecordedAutoscaler::bytes).sum();
  }
}
