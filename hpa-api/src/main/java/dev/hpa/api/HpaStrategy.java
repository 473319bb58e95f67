package dev.hpa.api;

import dev.hpa.api.Behavior.ScalingRules;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the API server drops from a write or restores to what is stored, before validation. None of
 * it is an error to the client.
 */
public final class HpaStrategy {

  private HpaStrategy() {}

  /**
   * The autoscaler to create: with an empty status, without what a client may not set, and with
   * what the server sets.
   *
   * @param uid the uid of the new object
   * @param now its time of creation
   */
  public static HorizontalPodAutoscaler prepareCreate(
      HorizontalPodAutoscaler autoscaler, HpaGates gates, String uid, Instant now) {
    ObjectMeta metadata =
        autoscaler
            .metadata()
            .copy()
            .uid(uid)
            .creationTimestamp(now)
            .deletionTimestamp(null)
            .deletionGracePeriodSeconds(null)
            .selfLink(null)
            .build();
    return autoscaler
        .withMetadata(metadata)
        .withSpec(withoutGatedFields(autoscaler.spec(), null, gates))
        .withStatus(HpaStatus.EMPTY);
  }

  /** The autoscaler to store in place of the old one: with its status. */
  public static HorizontalPodAutoscaler prepareUpdate(
      HorizontalPodAutoscaler autoscaler, HorizontalPodAutoscaler old, HpaGates gates) {
    return autoscaler
        .withMetadata(restored(autoscaler.metadata(), old.metadata()))
        .withSpec(withoutGatedFields(autoscaler.spec(), old.spec(), gates))
        .withStatus(old.status());
  }

  /**
   * The autoscaler to store after a write to its status: with the old spec, but the new metadata.
   */
  public static HorizontalPodAutoscaler prepareStatusUpdate(
      HorizontalPodAutoscaler autoscaler, HorizontalPodAutoscaler old) {
    return autoscaler
        .withMetadata(restored(autoscaler.metadata(), old.metadata()))
        .withSpec(old.spec());
  }

  /** A deletion that has begun cannot be taken back, and nothing a client omits is lost. */
  private static ObjectMeta restored(ObjectMeta metadata, ObjectMeta old) {
    ObjectMeta.Builder restored =
        metadata.copy().generation(old.generation()).creationTimestamp(old.creationTimestamp());
    if (metadata.uid() == null) {
      restored.uid(old.uid());
    }
    if (metadata.resourceVersion() == null) {
      restored.resourceVersion(old.resourceVersion());
    }
    if (old.deletionTimestamp() != null) {
      restored.deletionTimestamp(old.deletionTimestamp());
    }
    if (metadata.deletionGracePeriodSeconds() == null) {
      restored.deletionGracePeriodSeconds(old.deletionGracePeriodSeconds());
    }
    return restored.build();
  }

  private static HpaSpec withoutGatedFields(HpaSpec spec, @Nullable HpaSpec old, HpaGates gates) {
    Behavior behavior = spec.behavior();
    if (behavior == null
        || gates.configurableTolerance()
        || (old != null && old.behavior() != null && old.behavior().hasTolerance())) {
      return spec;
    }
    return new HpaSpec(
        spec.scaleTargetRef(),
        spec.minReplicas(),
        spec.maxReplicas(),
        spec.metrics(),
        new Behavior(withoutTolerance(behavior.scaleUp()), withoutTolerance(behavior.scaleDown())));
  }

  private static @Nullable ScalingRules withoutTolerance(@Nullable ScalingRules rules) {
    return rules == null
        ? null
        : new ScalingRules(
            rules.stabilizationWindowSeconds(), rules.selectPolicy(), rules.policies(), null);
  }
}
