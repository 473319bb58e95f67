package dev.hpa.controller.shadow;

import dev.hpa.api.HpaStatus;
import java.util.Locale;

/**
 * One decision on which the two controllers differ.
 *
 * @param from the replicas both began with
 * @param active the replicas the active controller left
 * @param shadow the replicas this controller decides on
 * @param activeStatus what the active controller wrote
 * @param shadowStatus what this controller would have written
 */
record Difference(
    int from, int active, int shadow, HpaStatus activeStatus, HpaStatus shadowStatus) {

  /** Which of the two scales. */
  enum Kind {
    ONLY_ACTIVE_SCALES,
    ONLY_SHADOW_SCALES,
    OTHER_COUNT;

    /** As in the metrics. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Kind kind() {
    if (active == from) {
      return Kind.ONLY_SHADOW_SCALES;
    }
    return shadow == from ? Kind.ONLY_ACTIVE_SCALES : Kind.OTHER_COUNT;
  }
}
