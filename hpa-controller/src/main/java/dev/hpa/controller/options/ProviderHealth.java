package dev.hpa.controller.options;

import dev.hpa.api.NamespacedName;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the autoscalers that read one metrics provider have received from it. Thread-safe. */
final class ProviderHealth {

  private final double share;
  private final Duration window;
  private final Map<NamespacedName, Reader> readers = new HashMap<>();

  /** When autoscalers became suspicious, within the window, the earliest first. */
  private final Map<NamespacedName, Instant> beginnings = new LinkedHashMap<>();

  private int suspicious;
  private boolean outage;
  private @Nullable Instant first;

  ProviderHealth(double share, Duration window) {
    this.share = share;
    this.window = window;
  }

  /** Whether an outage began or ended with an observation. */
  enum Change {
    NONE,
    BEGAN,
    ENDED
  }

  /**
   * The state after an observation.
   *
   * @param unconfirmed queries whose value has dropped within the window
   * @param suspicious autoscalers that fail or have dropped
   * @param autoscalers autoscalers that read the provider
   */
  record Verdict(
      boolean isOutage,
      Change change,
      Set<MetricQuery> unconfirmed,
      int suspicious,
      int autoscalers) {}

  /** What one autoscaler has received. */
  private static final class Reader {
    final Set<MetricQuery> withValues = new HashSet<>();
    final Map<MetricQuery, Instant> dropped = new HashMap<>();
    boolean isSuspicious;
  }

  synchronized Verdict observe(
      NamespacedName autoscaler, Map<MetricQuery, MetricResult> readings, Instant now) {
    Reader reader = readers.computeIfAbsent(autoscaler, any -> new Reader());
    reader.withValues.retainAll(readings.keySet());
    reader.dropped.keySet().retainAll(readings.keySet());
    boolean failed = false;
    for (Map.Entry<MetricQuery, MetricResult> each : readings.entrySet()) {
      failed |= fails(reader, each.getKey(), each.getValue(), now);
    }
    count(autoscaler, reader, failed || !reader.dropped.isEmpty(), now);
    Change change = update(now);
    return new Verdict(outage, change, unconfirmed(reader, now), suspicious, readers.size());
  }

  /** Records one result; returns whether it is a failure. */
  private static boolean fails(Reader reader, MetricQuery query, MetricResult result, Instant now) {
    return switch (result) {
      case MetricFailure failure -> true;
      case MetricReading reading when reading.isEmpty() || reading.isZero() -> {
        if (reader.withValues.contains(query)) {
          reader.dropped.putIfAbsent(query, now);
        }
        yield false;
      }
      case MetricReading reading -> {
        reader.withValues.add(query);
        reader.dropped.remove(query);
        yield false;
      }
    };
  }

  private void count(NamespacedName autoscaler, Reader reader, boolean isSuspicious, Instant now) {
    if (isSuspicious != reader.isSuspicious) {
      reader.isSuspicious = isSuspicious;
      suspicious += isSuspicious ? 1 : -1;
      if (isSuspicious) {
        beginnings.remove(autoscaler);
        beginnings.put(autoscaler, now);
      }
    }
  }

  /**
   * An outage begins with many autoscalers at once, and ends when few are left. None begins in the
   * first window, in which most autoscalers have not been synced yet.
   */
  private Change update(Instant now) {
    if (first == null) {
      first = now;
    }
    Instant oldest = now.minus(window);
    Iterator<Instant> earliestFirst = beginnings.values().iterator();
    while (earliestFirst.hasNext() && earliestFirst.next().isBefore(oldest)) {
      earliestFirst.remove();
    }
    double limit = share * readers.size();
    if (outage && suspicious <= limit) {
      outage = false;
      return Change.ENDED;
    }
    if (!outage
        && !now.isBefore(first.plus(window))
        && readers.size() >= OutageGuard.MIN_AUTOSCALERS
        && beginnings.size() > limit
        && suspicious > limit) {
      outage = true;
      return Change.BEGAN;
    }
    return Change.NONE;
  }

  private Set<MetricQuery> unconfirmed(Reader reader, Instant now) {
    Set<MetricQuery> queries = new HashSet<>();
    reader.dropped.forEach(
        (query, since) -> {
          if (now.isBefore(since.plus(window))) {
            queries.add(query);
          }
        });
    return queries;
  }

  synchronized void forget(NamespacedName autoscaler) {
    Reader reader = readers.remove(autoscaler);
    if (reader != null && reader.isSuspicious) {
      suspicious--;
      beginnings.remove(autoscaler);
    }
    outage &= !readers.isEmpty();
  }

  synchronized boolean isOutage() {
    return outage;
  }
}
