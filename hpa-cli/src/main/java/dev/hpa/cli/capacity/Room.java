package dev.hpa.cli.capacity;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.hpa.cli.simulate.Figures;

/**
 * What a quota or all nodes leave of a resource when all HPAs are at maxReplicas.
 *
 * @param in the name of the quota, or "nodes"
 * @param left negative if it does not suffice
 * @param verdict in words
 */
record Room(
    String resource,
    String in,
    @JsonSerialize(using = Figures.Rounded.class) double hard,
    @JsonSerialize(using = Figures.Rounded.class) double left,
    String verdict) {

  /** Sums of fractions are not exact. */
  private static final double EXACT = 1e-9;

  static Room of(ReservedResource resource, String in, double hard, double left) {
    String amount = resource.text(Math.abs(left));
    return new Room(
        resource.title(),
        in,
        hard,
        left,
        resource.text(hard)
            + ": "
            + (left < -EXACT ? amount + " short" : "fits, " + amount + " left"));
  }
}
