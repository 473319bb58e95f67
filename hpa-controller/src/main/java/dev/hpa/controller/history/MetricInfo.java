package dev.hpa.controller.history;

import dev.hpa.explanation.MetricDescription.Unit;
import java.util.Comparator;

/**
 * A metric of an autoscaler.
 *
 * @param name with the object or container that it belongs to
 * @param unit how its numbers are written
 */
public record MetricInfo(String name, Unit unit) implements Comparable<MetricInfo> {

  private static final Comparator<MetricInfo> ORDER =
      Comparator.comparing(MetricInfo::name).thenComparing(MetricInfo::unit);

  /** Tenants choose the hash code. */
  @Override
  public int compareTo(MetricInfo other) {
    return ORDER.compare(this, other);
  }
}
