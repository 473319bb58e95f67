package dev.hpa.core.options;

import java.util.Locale;

/** What decides which pod of a scale-down is deleted first. */
public enum PodOrder {
  /** A pod of the zone with the most pods, so that zones stay even. */
  ZONE,
  /** The pod with the lowest value of the metric. */
  IDLE,
  /** A pod of the node with the fewest pods of the target, so that nodes become empty. */
  NODE;

  /** The word of the annotation. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
