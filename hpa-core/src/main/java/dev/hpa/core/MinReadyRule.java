package dev.hpa.core;

import dev.hpa.api.HpaCondition;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The option {@code min-ready}: no scale-down by metrics while fewer than this share of the
 * requested replicas are running and ready. Under overload pods fail their readiness probes, and
 * replacements of pods need time to start: in both cases the load of the pods that are left says
 * little about the load to come.
 */
final class MinReadyRule {

  static final String REASON = "TooFewReadyPods";

  private MinReadyRule() {}

  /** Whether scale-downs are held. */
  static boolean holds(Situation situation) {
    return ready(situation) * 100.0
        < situation.options().minReady() * situation.scale().specReplicas();
  }

  private static long ready(Situation situation) {
    return situation.pods().stream()
        .filter(pod -> !pod.deleted() && pod.isRunningAndReady())
        .count();
  }

  /** Condition ScalingLimited of a scale-down that is held. */
  static Conditions limited(Situation situation, Conditions conditions) {
    return conditions.scaleDownHeld(situation, REASON, message(situation));
  }

  /** The event when a hold begins; null if the last sync held a scale-down already. */
  static @Nullable HpaEvent event(Situation situation) {
    HpaCondition before = Conditions.find(situation.hpa().status(), HpaCondition.SCALING_LIMITED);
    return before != null && before.reason().equals(REASON)
        ? null
        : HpaEvent.additional(HpaEvent.Type.NORMAL, REASON, message(situation));
  }

  private static String message(Situation situation) {
    return "%d of %d requested replicas are ready, less than the %s %% of min-ready; scale-downs are held"
        .formatted(
            ready(situation),
            situation.scale().specReplicas(),
            BigDecimal.valueOf(situation.options().minReady())
                .stripTrailingZeros()
                .toPlainString());
  }
}
