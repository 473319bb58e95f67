package dev.hpa.controller.plugins;

import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.MetricQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The queued queries of one namespace to one provider, in the order in which they are read.
 *
 * <p>Queries gather in a batch, which waits for the next query, and longer while others are read.
 * Then it is divided into reads. An autoscaler has {@link Limit#HPA_CALLS} reads in each round; a
 * read belongs to the earliest round of the autoscalers that wait for it. So one with few metrics
 * does not wait for all of one with many, also where both need the same one. Not thread-safe.
 */
final class NamespaceReads {

  /** By kind, because only queries of one kind are compared when their hash codes are equal. */
  private final Map<MetricQuery.Kind, Map<MetricQuery, QueuedQuery>> queued =
      new EnumMap<>(MetricQuery.Kind.class);

  private final TreeSet<Read> reads =
      new TreeSet<>(
          Comparator.<Read>comparingLong(each -> each.round)
              .thenComparingLong(each -> each.sequence));

  /** The number of the next read of each autoscaler, by name, in this time of work. */
  private final Map<String, Long> numbers = new HashMap<>();

  private List<QueuedQuery> batch = new ArrayList<>();
  private Instant first = Instant.MIN;
  private Instant last = Instant.MIN;
  private boolean isReady;
  private long round;
  private long sequence;

  /** Queries that are read with one request to the source, or a batch that is not divided. */
  static final class Read {
    final List<QueuedQuery> queries;
    final boolean isBatch;
    private long round = Long.MAX_VALUE;
    private long sequence;

    Read(List<QueuedQuery> queries, boolean isBatch) {
      this.queries = queries;
      this.isBatch = isBatch;
    }

    Set<MetricQuery> requested() {
      Set<MetricQuery> requested = LinkedHashSet.newLinkedHashSet(queries.size());
      queries.forEach(each -> requested.add(each.query()));
      return requested;
    }
  }

  /** Adds the queries of an autoscaler; returns whether they begin a batch. */
  boolean add(AutoscalerRead autoscaler, Set<MetricQuery> queries, Instant now) {
    boolean isNew = batch.isEmpty();
    Set<Read> joined = new LinkedHashSet<>();
    for (MetricQuery query : queries) {
      QueuedQuery known = ofKind(query).get(query);
      if (known == null) {
        known = new QueuedQuery(query);
        ofKind(query).put(query, known);
        batch.add(known);
        last = now;
      } else if (known.read != null) {
        joined.add(known.read);
      }
      known.join(autoscaler);
    }
    for (Read read : joined) {
      reads.remove(read);
      enter(read, roundOfNext(autoscaler));
    }
    boolean begins = isNew && !batch.isEmpty();
    first = begins ? now : first;
    return begins;
  }

  private Map<MetricQuery, QueuedQuery> ofKind(MetricQuery query) {
    return queued.computeIfAbsent(query.kind(), any -> new HashMap<>());
  }

  private void enter(Read read, long at) {
    read.round = Math.min(read.round, at);
    reads.add(read);
  }

  private long roundOfNext(AutoscalerRead autoscaler) {
    String name = autoscaler.tenant().name();
    long number = Math.max(numbers.getOrDefault(name, 0L), round * Limit.HPA_CALLS.asInt());
    numbers.put(name, number + 1);
    return number / Limit.HPA_CALLS.asInt();
  }

  /**
   * How long the batch still waits for the next query.
   *
   * @param window after each query
   * @param longest after the first query
   */
  Duration rest(Instant now, Duration window, Duration longest) {
    Instant quiet = last.plus(window);
    Instant latest = first.plus(longest);
    return Duration.between(now, quiet.isBefore(latest) ? quiet : latest);
  }

  /** The batch has waited; it gathers until it is taken. */
  void ready() {
    isReady = true;
  }

  /** Removes the batch that has waited, or else the next read. */
  Read next() {
    if (!isReady) {
      return nextRead();
    }
    Read taken = new Read(batch, batch.size() > 1);
    batch = new ArrayList<>();
    isReady = false;
    if (!taken.isBatch) {
      leave(taken);
    }
    return taken;
  }

  /** Divides a batch; returns the number of its reads. */
  int divide(Read divided, List<List<MetricQuery>> sets) {
    numbers.values().removeIf(each -> each < round * Limit.HPA_CALLS.asInt());
    List<List<QueuedQuery>> all = divided(divided.queries, sets);
    for (List<QueuedQuery> together : all) {
      Read read = new Read(together, false);
      read.sequence = sequence++;
      Set<AutoscalerRead> autoscalers = new LinkedHashSet<>();
      for (QueuedQuery each : together) {
        each.read = read;
        each.awaiting().forEach(autoscalers::add);
      }
      autoscalers.forEach(each -> read.round = Math.min(read.round, roundOfNext(each)));
      reads.add(read);
    }
    return all.size();
  }

  /**
   * Divides queries into the sets of a provider, which are untrusted. A query belongs to the first
   * set that contains it, unknown queries are ignored, and a query that no set contains is read
   * alone.
   */
  private static List<List<QueuedQuery>> divided(
      List<QueuedQuery> queries, List<List<MetricQuery>> sets) {
    Map<MetricQuery, QueuedQuery> left = new LinkedHashMap<>();
    queries.forEach(each -> left.put(each.query(), each));
    List<List<QueuedQuery>> divided = new ArrayList<>();
    for (List<MetricQuery> set : sets) {
      List<QueuedQuery> together = new ArrayList<>();
      for (MetricQuery query : set) {
        QueuedQuery member = left.remove(query);
        if (member != null) {
          together.add(member);
        }
      }
      if (!together.isEmpty()) {
        divided.add(together);
      }
    }
    left.values().forEach(each -> divided.add(List.of(each)));
    return divided;
  }

  /** Removes the next read. */
  Read nextRead() {
    Read read = reads.removeFirst();
    round = Math.max(round, read.round);
    leave(read);
    return read;
  }

  /** Queries that equal those of a read, or of a batch that failed, join them no more. */
  void leave(Read read) {
    read.queries.forEach(each -> ofKind(each.query()).remove(each.query(), each));
  }

  /** The queries whose read has not begun. */
  Stream<QueuedQuery> queued() {
    return queued.values().stream().flatMap(each -> each.values().stream());
  }

  boolean isEmpty() {
    return queued.values().stream().allMatch(Map::isEmpty);
  }
}
