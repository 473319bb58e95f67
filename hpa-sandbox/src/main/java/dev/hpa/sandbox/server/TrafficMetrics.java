package dev.hpa.sandbox.server;

import dev.hpa.sandbox.access.RequestAttributes;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What has gone over the wire since the start, by what was wanted. Watches count when they begin,
 * and their bytes as they are sent. Thread-safe.
 */
public final class TrafficMetrics {

  /** More there are only when somebody asks for resources at random. */
  private static final int MAX_KINDS = 1000;

  private static final Kind REST = new Kind("any", "other");

  private final Map<Kind, Counter> counters = new ConcurrentHashMap<>();

  /**
   * What requests wanted.
   *
   * @param verb {@code get}, {@code list}, {@code watch} and so on
   * @param resource with its subresource and its group, {@code deployments/scale.apps}; a slash for
   *     paths that are none of a resource
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
   * How much it was.
   *
   * @param receivedBytes of the bodies of requests
   * @param sentBytes of the bodies of answers, as they went over the wire
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

  /** Everything up to now, in the order of verbs and resources. */
  public Map<Kind, Count> counts() {
    Map<Kind, Count> counts =
        new TreeMap<>(Comparator.comparing(Kind::verb).thenComparing(Kind::resource));
    counters.forEach((kind, counter) -> counts.put(kind, counter.count()));
    return counts;
  }
}
