package dev.hpa.sandbox.metrics;

import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.store.ObjectKey;
import java.util.Comparator;

/**
 * The source of a metric value. Sources that are later in this order take precedence.
 *
 * @param name distinguishes sources of one kind
 */
record MetricSource(Kind kind, String name) implements Comparable<MetricSource> {

  /** HTTP requests and calls in the same process. */
  static final MetricSource CALL = new MetricSource(Kind.CALL, "");

  static MetricSource annotation(ResourceType type, ObjectKey key) {
    return new MetricSource(Kind.ANNOTATION, type.qualified() + " " + path(key));
  }

  static MetricSource configMap(ObjectKey key) {
    return new MetricSource(Kind.CONFIG_MAP, path(key));
  }

  private static String path(ObjectKey key) {
    return key.namespace().isEmpty() ? key.name() : key.namespace() + "/" + key.name();
  }

  enum Kind {
    ANNOTATION,
    CONFIG_MAP,
    CALL
  }

  private static final Comparator<MetricSource> ORDER =
      Comparator.comparing(MetricSource::kind).thenComparing(MetricSource::name);

  @Override
  public int compareTo(MetricSource other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case ANNOTATION -> "annotation of " + name;
      case CONFIG_MAP -> "configmap " + name;
      case CALL -> "call";
    };
  }
}
