package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.core.behavior.History;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The histories of all autoscalers between reconciles.
 *
 * <p>Times are wall-clock times at the interface; ages are kept when the system clock is set.
 * Thread-safe.
 */
public final class Histories {

  private final Map<NamespacedName, History> histories = new ConcurrentHashMap<>();
  private final Timeline timeline;

  public Histories(Timeline timeline) {
    this.timeline = timeline;
  }

  /** The clock of a sync that begins now, with whose times it reads and stores a history. */
  SyncClock startSync() {
    return SyncClock.start(timeline);
  }

  /** The history of an autoscaler; empty before its first decision. */
  public History of(NamespacedName key) {
    return of(key, startSync());
  }

  /** The history of an autoscaler for a sync. */
  History of(NamespacedName key, SyncClock clock) {
    return histories.getOrDefault(key, History.EMPTY).moved(clock.ahead());
  }

  /** The histories of all autoscalers of some namespaces. */
  public Map<NamespacedName, History> all(Predicate<String> namespaces) {
    Duration ahead = startSync().ahead();
    Map<NamespacedName, History> found = new HashMap<>();
    histories.forEach(
        (key, history) -> {
          if (namespaces.test(key.namespace())) {
            found.put(key, history.moved(ahead));
          }
        });
    return found;
  }

  /** Stores the history after a decision. */
  public void put(NamespacedName key, History history) {
    put(key, history, startSync());
  }

  /** Stores the history after the decision of a sync. */
  void put(NamespacedName key, History history, SyncClock clock) {
    histories.put(key, history.moved(clock.ahead().negated()));
  }

  /** Updates a history. */
  public void update(NamespacedName key, UnaryOperator<History> change) {
    Duration ahead = startSync().ahead();
    histories.compute(
        key,
        (same, known) ->
            change
                .apply((known == null ? History.EMPTY : known).moved(ahead))
                .moved(ahead.negated()));
  }

  /** Removes a deleted autoscaler. */
  public void remove(NamespacedName key) {
    histories.remove(key);
  }
}
