package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.kube.client.UnexpectedFailures;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports reconciles: logs decisions and failures, detects other writers, and calls listeners.
 * Thread-safe as long as no autoscaler is reconciled concurrently with itself.
 */
final class ReconcileReports {

  private final boolean shadow;
  private final FailureLog failures;
  private final DecisionLog decisions;
  private final ForeignWriteDetector foreignWrites;
  private final UnexpectedFailures unexpected = new UnexpectedFailures(ReconcileReports.class);
  private final List<Consumer<ReconcileResult>> listeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<NamespacedName>> forgotten = new CopyOnWriteArrayList<>();

  @Inject
  ReconcileReports(
      ControllerOptions options,
      AutoscalerCache autoscalers,
      EventSink events,
      ReplicasManagers managers,
      Timeline timeline) {
    this.shadow = options.shadow();
    this.failures = new FailureLog(timeline::now, () -> autoscalers.all().size());
    this.decisions = new DecisionLog(options.settings());
    this.foreignWrites =
        new ForeignWriteDetector(
            options.foreignWriteEvents() ? events : (hpa, event) -> {}, managers, timeline::now);
  }

  /** Reports every result to a listener, on the thread of the reconcile. */
  void onReconcile(Consumer<ReconcileResult> listener) {
    listeners.add(listener);
  }

  /** Reports every autoscaler that was deleted or left the scope to a listener. */
  void onForget(Consumer<NamespacedName> listener) {
    forgotten.add(listener);
  }

  /** The number of changes by other writers, by what they changed. */
  Map<String, Long> foreignWrites() {
    return foreignWrites.counts();
  }

  /** The number of changes of replicas by field manager; empty without events of them. */
  Map<String, Long> replicasByManager() {
    return foreignWrites.changesByManager();
  }

  /** The last change of the replicas of an autoscaler's target by another writer, if any. */
  @Nullable ForeignScale foreignScale(NamespacedName key) {
    return foreignWrites.lastScale(key);
  }

  /** Reports a decision of which nothing is written yet. */
  void decided(Decided decided) {
    if (!shadow) {
      foreignWrites.decided(decided);
    }
  }

  /** Reports a finished reconcile. */
  void ended(ReconcileResult result) {
    if (shadow) {
      decisions.observed(result);
    } else {
      decisions.reconciled(result);
      foreignWrites.ended(result);
    }
    NamespacedName key = NamespacedName.of(result.hpa().metadata());
    failures.ended(key, FailureCause.of(result));
    report(listeners, result, key);
  }

  /** Reports a reconcile that ended in an unexpected exception. */
  void failed(NamespacedName key, RuntimeException failure) {
    failures.ended(key, List.of(FailureCause.unexpected(failure)));
  }

  /** Reports an autoscaler that was skipped because the cache was stale. */
  void skipped(HorizontalPodAutoscaler hpa) {
    decisions.skipped(hpa);
  }

  /** Reports a deleted autoscaler. */
  void deleted(NamespacedName key) {
    decisions.deleted(key);
  }

  /** Forgets an autoscaler that was deleted or left the scope. */
  void forget(NamespacedName key) {
    failures.forget(key);
    foreignWrites.forget(key);
    report(forgotten, key, key);
  }

  private <T> void report(List<Consumer<T>> listeners, T value, NamespacedName key) {
    for (Consumer<T> each : listeners) {
      try {
        each.accept(value);
      } catch (RuntimeException failure) {
        unexpected.met("listener of " + key, failure);
      }
    }
  }
}
