package dev.hpa.cli.keda;

import dev.hpa.core.options.Fallback;
import dev.hpa.core.options.OptionKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fallback of a ScaledObject as options. */
final class FallbackOptions {

  /** How often an HPA reads a metric by default, in seconds. */
  private static final int SYNC_PERIOD = 15;

  private static final int DEFAULT_POLLING = 30;

  private static final Map<String, Fallback.Strategy> STRATEGIES =
      Map.of(
          "static", Fallback.Strategy.STATIC,
          "currentReplicas", Fallback.Strategy.CURRENT_REPLICAS,
          "currentReplicasIfHigher", Fallback.Strategy.CURRENT_REPLICAS_IF_HIGHER,
          "currentReplicasIfLower", Fallback.Strategy.CURRENT_REPLICAS_IF_LOWER);

  private FallbackOptions() {}

  /**
   * Sets the options of the fallback, if there is one.
   *
   * @param polling the polling interval in seconds; null for the default
   * @param hasResources whether there is a trigger of type cpu or memory
   */
  static void add(
      Fields spec, @Nullable Integer polling, boolean hasResources, OptionAnnotations options) {
    if (!spec.has("fallback")) {
      return;
    }
    Fields fallback = spec.object("fallback");
    Integer threshold = fallback.integer("failureThreshold", 0);
    Integer replicas = fallback.integer("replicas", 0);
    String behavior = fallback.text("behavior");
    fallback.rejectUnread();
    if (threshold == null || replicas == null) {
      spec.problem("fallback", "needs failureThreshold and replicas; set both");
      return;
    }
    Fallback.Strategy strategy = STRATEGIES.get(behavior == null ? "static" : behavior);
    if (strategy == null) {
      fallback.problem(
          "behavior",
          "\"%s\" has no counterpart; use one of static, currentReplicas,".formatted(behavior)
              + " currentReplicasIfHigher and currentReplicasIfLower");
      return;
    }
    setReplicas(fallback, strategy, replicas, options);
    if (strategy != Fallback.Strategy.STATIC) {
      options.set(OptionKey.FALLBACK_STRATEGY, strategy.toString(), fallback.path("behavior"));
    }
    setDelay(fallback, threshold, polling == null ? DEFAULT_POLLING : polling, options);
    if (hasResources) {
      spec.note("fallback", "also applies to cpu and memory, for which KEDA has no fallback");
    }
  }

  private static void setReplicas(
      Fields fallback, Fallback.Strategy strategy, int replicas, OptionAnnotations options) {
    if (strategy == Fallback.Strategy.CURRENT_REPLICAS) {
      return;
    }
    if (replicas == 0) {
      fallback.problem("replicas", "0 is not possible; set at least 1");
    } else {
      options.set(OptionKey.FALLBACK_REPLICAS, String.valueOf(replicas), fallback.path("replicas"));
    }
  }

  /** KEDA counts failed reads of its loop and of the HPA together. */
  private static void setDelay(
      Fields fallback, int threshold, int polling, OptionAnnotations options) {
    long seconds =
        Math.ceilDiv((threshold + 1L) * SYNC_PERIOD * polling, (long) SYNC_PERIOD + polling);
    options.set(OptionKey.FALLBACK_AFTER, seconds + "s", fallback.path("failureThreshold"));
    fallback.note(
        "failureThreshold",
        "%d becomes fallback-after=%ds: KEDA counts failed reads, one per pollingInterval (%d s)"
                .formatted(threshold, seconds, polling)
            + " and one per sync of the HPA (%d s)".formatted(SYNC_PERIOD));
  }
}
