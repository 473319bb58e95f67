package dev.hpa.sandbox.server;

import dev.hpa.sandbox.access.RequestAttributes;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts requests and bytes by verb and resource. Watches are counted when they start, and their
 * bytes as they are sent. Thread-safe.
 */
public final class TrafficMetrics {

  /** A limit for clients that request random resources. */
  private static final int MAX_KINDS = 1000;

  private static final Kind REST = new Kind("any", "other");

  private final Map<Kind, Counter> counters = new ConcurrentHashMap<>();

  /**
   * The verb and resource of requests.
   *
   * @param verb {@code get}, {@code list}, {@code watch} and so on
   * @param resource with subresource and group, {@code deployments/scale.apps}; a slash for other
   *     paths
   */
  public record Kind(String verb, String resource) {

    static Kind of(RequestAttributes attempt) {
      return switch (attempt) {
        case RequestAttributes.OnResource on ->
            new Kind(
                on.verb(),
                on.group().isEmpty() ? on.qualified() : on.qualified() + "." + on.group());
        case RequestAttributes.OnPath on -> new Kind(on.verb(), "/");
      };
    }

    @Override
    public String toString() {
      return verb + " " + resource;
    }
  }

  /**
   * The number and size of requests.
   *
   * @param receivedBytes of request bodies
   * @param sentBytes of response bodies, compressed as sent
   */
  public record Count(long requests, long receivedBytes, long sentBytes) {}

  /** Counts the requests of one kind. */
  static final class Counter {
    private final LongAdder requests = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();

    void received(long bytes) {
      requests.increment();
      received.add(bytes);
    }

    void sent(long bytes) {
      sent.add(bytes);
    }

    private Count count() {
      return new Count(requests.sum(), received.sum(), sent.sum());
    }
  }

  Counter of(RequestAttributes attempt) {
    Kind kind = Kind.of(attempt);
    boolean fits = counters.containsKey(kind) || counters.size() < MAX_KINDS;
    return counters.computeIfAbsent(fits ? kind : REST, any -> new Counter());
  }

  /** All counts, by verb and resource. */
  public Map<Kind, Count> counts() {
    Map<Kind, Count> counts =
        new TreeMap<>(Comparator.comparing(Kind::verb).thenComparing(Kind::resource));
    counters.forEach((kind, counter) -> counts.put(kind, counter.count()));
    return counts;
  }
}
