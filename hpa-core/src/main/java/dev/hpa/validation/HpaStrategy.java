package dev.hpa.validation;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.ObjectMeta;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The update strategy of the API server: the fields that it clears or restores on a write, before
 * validation, without an error.
 */
public final class HpaStrategy {

  private HpaStrategy() {}

  /**
   * Returns the autoscaler to create: without status and fields that clients may not set, and with
   * the fields that the server sets.
   *
   * @param uid UID of the new object
   * @param now creation time
   */
  public static HorizontalPodAutoscaler prepareCreate(
      HorizontalPodAutoscaler autoscaler, HpaFeatureGates gates, String uid, Instant now) {
    ObjectMeta given = autoscaler.metadata();
    ObjectMeta metadata =
        given
            .copy()
            .generation(gates.generation() ? Long.valueOf(1) : given.generation())
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

  /**
   * Returns the autoscaler to store for an update: with the old status, and with the next
   * generation if the spec differs and {@code HPAGeneration} is enabled.
   */
  public static HorizontalPodAutoscaler prepareUpdate(
      HorizontalPodAutoscaler autoscaler, HorizontalPodAutoscaler old, HpaFeatureGates gates) {
    HpaSpec spec = withoutGatedFields(autoscaler.spec(), old.spec(), gates);
    ObjectMeta metadata = restored(autoscaler.metadata(), old.metadata());
    if (gates.generation() && !spec.equals(old.spec())) {
      Long generation = old.metadata().generation();
      metadata = metadata.copy().generation(generation == null ? 1 : generation + 1).build();
    }
    return autoscaler.withMetadata(metadata).withSpec(spec).withStatus(old.status());
  }

  /**
   * Returns the autoscaler to store for a status update: with the old spec and the new metadata.
   */
  public static HorizontalPodAutoscaler prepareStatusUpdate(
      HorizontalPodAutoscaler autoscaler, HorizontalPodAutoscaler old) {
    return autoscaler
        .withMetadata(restored(autoscaler.metadata(), old.metadata()))
        .withSpec(old.spec());
  }

  /** Returns an autoscaler as the API server reads it after it has stored it. */
  public static HorizontalPodAutoscaler stored(
      HorizontalPodAutoscaler autoscaler, KubernetesVersion release) {
    HpaStatus status = autoscaler.status();
    if (!release.storesEmptyListsAsNull() || !status.currentMetricsOrEmpty().isEmpty()) {
      return autoscaler;
    }
    return autoscaler.withStatus(
        new HpaStatus(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            null,
            status.conditions()));
  }

  /** A deletion cannot be reverted, and metadata that a client omits is kept. */
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

  /** No release that is known has sync periods of autoscalers. */
  private static HpaSpec withoutGatedFields(
      HpaSpec spec, @Nullable HpaSpec old, HpaFeatureGates gates) {
    HpaSpec known = spec.withSyncPeriodSeconds(null);
    Behavior behavior = known.behavior();
    if (behavior == null
        || gates.configurableTolerance()
        || (old != null && old.behavior() != null && old.behavior().hasTolerance())) {
      return known;
    }
    return known.withBehavior(
        new Behavior(withoutTolerance(behavior.scaleUp()), withoutTolerance(behavior.scaleDown())));
  }

  private static @Nullable ScalingRules withoutTolerance(@Nullable ScalingRules rules) {
    return rules == null
        ? null
        : new ScalingRules(
            rules.stabilizationWindowSeconds(), rules.selectPolicy(), rules.policies(), null);
  }
}
