package dev.hpa.metrics.resource;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How many pods earlier lists had, and what follows for the next.
 *
 * <p>Costs are counted in pods read. With n selectors, N pods in the namespace and s pods that the
 * selectors list between them, single lists cost n × {@link #REQUEST} + s and the list of the
 * namespace {@link #REQUEST} + N. The measurement behind {@link #REQUEST} stands in
 * docs/metric-reads.md. What is not known is taken to be small: a selector not seen before to list
 * nothing, and a namespace not seen before to be worth the look, because its list tells all sizes.
 *
 * <p>Lists not seen for {@link #KEPT} are forgotten, and the least recently used beyond {@link
 * #LISTS}. Thread-safe.
 */
final class ListSizes {

  /** What a request costs beside its pods: as much as reading this many of them. */
  static final int REQUEST = 70;

  static final Duration KEPT = Duration.ofMinutes(10);
  static final int LISTS = 20_000;

  /** The text of the selector that lists a whole namespace. */
  private static final String ALL = "";

  private final InstantSource clock;
  private final Map<PodList, Size> sizes;

  ListSizes(InstantSource clock) {
    this.clock = clock;
    this.sizes =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<PodList, Size> eldest) {
            return size() > LISTS;
          }
        };
  }

  private record PodList(String namespace, String selector) {}

  private record Size(long pods, Instant seen) {}

  /** Whether one list of the namespace costs less than one for each of these selectors. */
  synchronized boolean isNamespaceCheaper(String namespace, Collection<String> selectors) {
    if (selectors.size() < 2) {
      return false;
    }
    Long all = pods(namespace, ALL);
    ToLongFunction<String> listed =
        selector -> {
          Long pods = pods(namespace, selector);
          return pods == null ? 0 : pods;
        };
    long single = (long) REQUEST * selectors.size() + selectors.stream().mapToLong(listed).sum();
    return all == null || REQUEST + all < single;
  }

  private @Nullable Long pods(String namespace, String selector) {
    Size size = sizes.get(new PodList(namespace, selector));
    return size == null || size.seen().plus(KEPT).isBefore(clock.instant()) ? null : size.pods();
  }

  /** Remembers how many pods a selector lists. */
  synchronized void remember(String namespace, String selector, int pods) {
    sizes.put(new PodList(namespace, selector), new Size(pods, clock.instant()));
  }

  /** Remembers how many pods a namespace lists. */
  void remember(String namespace, int pods) {
    remember(namespace, ALL, pods);
  }

  /** Remembers that the list of a namespace is of no use, whatever it costs. */
  synchronized void avoid(String namespace) {
    sizes.put(new PodList(namespace, ALL), new Size(Integer.MAX_VALUE, clock.instant()));
  }
}
