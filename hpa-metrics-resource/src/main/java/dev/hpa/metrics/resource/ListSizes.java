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
 * The sizes of earlier pod lists, which estimate the cost of later ones.
 *
 * <p>Costs are in pods read. With n selectors, N pods in the namespace and s pods in the lists of
 * all selectors together, single lists cost n × {@link #REQUEST} + s and the list of the namespace
 * costs {@link #REQUEST} + N. docs/metric-reads.md documents the measurement of {@link #REQUEST}.
 * Unknown lists count as empty. An unknown namespace is listed once, because that list yields all
 * sizes.
 *
 * <p>Sizes expire after {@link #KEPT}; at most {@link #LISTS} are kept, in least recently used
 * order. Thread-safe.
 */
final class ListSizes {

  /** The fixed cost of a request, in pods read. */
  static final int REQUEST = 70;

  static final Duration KEPT = Duration.ofMinutes(10);
  static final int LISTS = 20_000;

  /** The selector of a list of the whole namespace. */
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

  /** Records the number of pods that a selector lists. */
  synchronized void update(String namespace, String selector, int pods) {
    sizes.put(new PodList(namespace, selector), new Size(pods, clock.instant()));
  }

  /** Records the number of pods in a namespace. */
  void update(String namespace, int pods) {
    update(namespace, ALL, pods);
  }

  /** Excludes the list of a namespace until the entry expires. */
  synchronized void avoid(String namespace) {
    sizes.put(new PodList(namespace, ALL), new Size(Integer.MAX_VALUE, clock.instant()));
  }
}
