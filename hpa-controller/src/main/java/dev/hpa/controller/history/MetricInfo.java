package dev.hpa.controller.history;

import java.util.Comparator;

/**
 * A metric of an autoscaler.
 *
 * @param name with the object or container that it belongs to
 * @param percent whether its values are a share of the request, in percent
 */
public record MetricInfo(String name, boolean percent) implements Comparable<MetricInfo> {

  private static final Comparator<MetricInfo> ORDER =
      Comparator.comparing(MetricInfo::name).thenComparing(MetricInfo::percent);

  /** Tenants choose the hash code. */
  @Override
  public int compareTo(MetricInfo other) {
    return ORDER.compare(this, other);
  }
}
