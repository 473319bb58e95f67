package dev.hpa.metrics.resource;

import dev.hpa.api.NamespacedName;
import dev.hpa.kube.client.TtlCache;
import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the cost of listing pods by selector or by namespace from the sizes of earlier lists.
 *
 * <p>The unit of cost is one pod read. With n selectors that list s pods in total, in a namespace
 * of N pods, n lists by selector cost n × {@link #REQUEST_COST_PODS} + s, and one list of the
 * namespace costs {@link #REQUEST_COST_PODS} + N. docs/metric-reads.md documents how {@link
 * #REQUEST_COST_PODS} is measured. A selector of unknown size counts as 0 pods. A namespace of
 * unknown size is listed once, because that list yields all sizes.
 *
 * <p>Sizes expire after {@link #TTL}. At most {@link Limit#SELECTOR_SIZES} sizes are kept; the
 * least recently used is removed first. Thread-safe.
 */
final class PodListCosts {

  /** The fixed cost of a request, in pods read. */
  static final int REQUEST_COST_PODS = 70;

  static final Duration TTL = Duration.ofMinutes(10);

  /** The selector of a list of the whole namespace. */
  private static final String ALL = "";

  private final TtlCache<PodList, Long> sizes;

  PodListCosts(InstantSource clock) {
    this.sizes = new TtlCache<>(clock, Limit.SELECTOR_SIZES.asInt());
  }

  /** Ordered, as tenants choose selectors, and with them hash codes. */
  private record PodList(String namespace, String selector) implements Comparable<PodList> {

    @Override
    public int compareTo(PodList other) {
      int byNamespace = namespace.compareTo(other.namespace);
      return byNamespace != 0 ? byNamespace : selector.compareTo(other.selector);
    }

    /** Written out, like {@link #hashCode}, as in {@link NamespacedName}. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof PodList that
          && selector.equals(that.selector)
          && namespace.equals(that.namespace);
    }

    @Override
    public int hashCode() {
      return 31 * namespace.hashCode() + selector.hashCode();
    }
  }

  /** Whether one list of the namespace costs less than one for each of these selectors. */
  boolean isNamespaceCheaper(String namespace, Collection<String> selectors) {
    if (selectors.size() < 2) {
      return false;
    }
    Long all = pods(namespace, ALL);
    long single = (long) REQUEST_COST_PODS * selectors.size();
    for (String selector : selectors) {
      Long pods = pods(namespace, selector);
      single += pods == null ? 0 : pods;
    }
    return all == null || REQUEST_COST_PODS + all < single;
  }

  private @Nullable Long pods(String namespace, String selector) {
    return sizes.get(new PodList(namespace, selector));
  }

  /** Records the number of pods that a selector lists. */
  void update(String namespace, String selector, int pods) {
    if (selector.length() <= Limit.NAME_CHARS.asInt()) {
      sizes.put(new PodList(namespace, selector), (long) pods, TTL);
    }
  }

  /** Records the number of pods in a namespace. */
  void update(String namespace, int pods) {
    update(namespace, ALL, pods);
  }

  /** Excludes the list of a namespace until the entry expires. */
  void avoid(String namespace) {
    sizes.put(new PodList(namespace, ALL), (long) Integer.MAX_VALUE, TTL);
  }
}
