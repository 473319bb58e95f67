package dev.hpa.controller.shadow;

import dev.hpa.api.HpaStatus;
import java.util.Locale;

/**
 * A decision that differs between the two controllers.
 *
 * @param from the replicas before both decisions
 * @param active the replicas after the decision of the active controller
 * @param shadow the replicas after the decision of this controller
 * @param activeStatus the status that the active controller wrote
 * @param shadowStatus the status of the decision of this controller
 */
record Difference(
    int from, int active, int shadow, HpaStatus activeStatus, HpaStatus shadowStatus) {

  /** Which of the two controllers scales. */
  enum Kind {
    ONLY_ACTIVE_SCALES,
    ONLY_SHADOW_SCALES,
    OTHER_COUNT;

    /** The label value in metrics. */
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
