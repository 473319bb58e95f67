package dev.hpa.controller.options;

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

/**
 * What the autoscalers of one namespace that read one metrics provider have received from it. Not
 * thread-safe.
 */
final class NamespaceHealth {

  private final Map<String, Reader> readers = new HashMap<>();

  /** When autoscalers became suspicious, within the window, the earliest first. */
  private final Map<String, Instant> beginnings = new LinkedHashMap<>();

  private int suspicious;
  private boolean outage;

  /** What one autoscaler has received. */
  private static final class Reader {
    final Set<MetricQuery> withValues = new HashSet<>();
    final Map<MetricQuery, Instant> dropped = new HashMap<>();
    boolean isSuspicious;
  }

  void observe(String autoscaler, Map<MetricQuery, MetricResult> readings, Instant now) {
    Reader reader = readers.computeIfAbsent(autoscaler, any -> new Reader());
    reader.withValues.retainAll(readings.keySet());
    reader.dropped.keySet().retainAll(readings.keySet());
    boolean failed = false;
    for (Map.Entry<MetricQuery, MetricResult> each : readings.entrySet()) {
      failed |= fails(reader, each.getKey(), each.getValue(), now);
    }
    count(autoscaler, reader, failed || !reader.dropped.isEmpty(), now);
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

  private void count(String autoscaler, Reader reader, boolean isSuspicious, Instant now) {
    if (isSuspicious != reader.isSuspicious) {
      reader.isSuspicious = isSuspicious;
      suspicious += isSuspicious ? 1 : -1;
      if (isSuspicious) {
        beginnings.remove(autoscaler);
        beginnings.put(autoscaler, now);
      }
    }
  }

  /** Forgets when autoscalers became suspicious before a time. */
  void forgetBefore(Instant oldest) {
    Iterator<Instant> earliestFirst = beginnings.values().iterator();
    while (earliestFirst.hasNext() && earliestFirst.next().isBefore(oldest)) {
      earliestFirst.remove();
    }
  }

  /**
   * Decides whether the namespace has an outage, from its autoscalers alone.
   *
   * @param mayBegin whether enough is known for one to begin
   * @return whether that has changed
   */
  boolean update(double share, boolean mayBegin) {
    boolean before = outage;
    outage =
        suspiciousShare() > share
            && (outage
                || (mayBegin
                    && readers.size() >= OutageGuard.MIN_AUTOSCALERS
                    && beginningShare() > share));
    return outage != before;
  }

  boolean isOutage() {
    return outage;
  }

  /** The part of the autoscalers that fail or have dropped. */
  double suspiciousShare() {
    return readers.isEmpty() ? 0 : (double) suspicious / readers.size();
  }

  /** The part of the autoscalers that began to fail, or dropped, within the window. */
  double beginningShare() {
    return readers.isEmpty() ? 0 : (double) beginnings.size() / readers.size();
  }

  int suspicious() {
    return suspicious;
  }

  int autoscalers() {
    return readers.size();
  }

  /** The queries of an autoscaler whose value has dropped within the window. */
  Set<MetricQuery> unconfirmed(String autoscaler, Duration window, Instant now) {
    Set<MetricQuery> queries = new HashSet<>();
    Reader reader = readers.get(autoscaler);
    if (reader != null) {
      reader.dropped.forEach(
          (query, since) -> {
            if (now.isBefore(since.plus(window))) {
              queries.add(query);
            }
          });
    }
    return queries;
  }

  void forget(String autoscaler) {
    Reader reader = readers.remove(autoscaler);
    if (reader != null && reader.isSuspicious) {
      suspicious--;
      beginnings.remove(autoscaler);
    }
  }
}
