package dev.hpa.core;

import dev.hpa.api.Behavior;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to do about an autoscaler. Either it is complete ({@link Ended}), or the scale has to be
 * written first ({@link Rescale}) and the rest depends on what comes of that.
 */
public sealed interface Decision {

  /** What led to it. */
  Reasoning reasoning();

  /** Nothing to write but what the conclusion says. */
  record Ended(Reasoning reasoning, Conclusion conclusion) implements Decision {}

  /**
   * The scale is to be written.
   *
   * @param desired replicas to write, whatever the scale holds by then
   * @param reason why, as the event tells it; may be empty
   */
  record Rescale(int desired, String reason, Reasoning reasoning, Draft draft) implements Decision {

    /**
     * Finishes the decision.
     *
     * @param now when the outcome was known
     */
    public Conclusion conclude(ScaleOutcome outcome, Instant now) {
      return switch (outcome) {
        case ScaleOutcome.Written written -> draft.written(desired, reason, now);
        case ScaleOutcome.Refused refused -> draft.refused(desired, reason, refused.error(), now);
      };
    }
  }

  /**
   * A cycle in the making: the status as far as it is settled.
   *
   * @param current replicas at the start of the cycle
   * @param statuses one entry per metric; null when metrics were not computed
   * @param error of metrics that failed while others proposed a count; null when there is none
   */
  record Draft(
      HorizontalPodAutoscaler hpa,
      Settings settings,
      int current,
      Conditions conditions,
      @Nullable List<MetricStatus> statuses,
      History history,
      List<HpaEvent> events,
      @Nullable String error) {

    Draft withConditions(Conditions value) {
      return new Draft(hpa, settings, current, value, statuses, history, events, error);
    }

    /** The cycle ends without a write. */
    Conclusion unscaled(int desired) {
      return conclusion(status(desired, false, null), events, List.of(), error, true, desired);
    }

    Conclusion written(int desired, String reason, Instant now) {
      Conditions able =
          conditions.ableToScale(
              true,
              "SucceededRescale",
              "the HPA controller was able to update the target scale to " + desired,
              now);
      Draft done =
          withConditions(afterRescale(able, desired, now))
              .withHistory(remembering(desired, now))
              .withEvent(
                  HpaEvent.normal(
                      "SuccessfulRescale", "New size: " + desired + "; reason: " + reason));
      return done.conclusion(
          done.status(desired, true, now), done.events, List.of(), error, true, desired);
    }

    Conclusion refused(int desired, String reason, String refusal, Instant now) {
      Conditions unable =
          conditions.ableToScale(
              false,
              "FailedUpdateScale",
              "the HPA controller was unable to update the target scale: " + refusal,
              now);
      Draft done =
          withConditions(unable)
              .withEvent(
                  HpaEvent.warning(
                      "FailedRescale",
                      "New size: " + desired + "; reason: " + reason + "; error: " + refusal));
      return done.conclusion(
          done.status(hpa.status().desiredReplicas(), false, null),
          done.events,
          List.of(),
          "failed to rescale " + MetricEvaluator.reference(hpa) + ": " + refusal,
          false,
          null);
    }

    /** No metric led anywhere. */
    Conclusion failed(String failure, Conditions changed) {
      return withConditions(changed)
          .conclusion(
              withConditions(changed).status(hpa.status().desiredReplicas(), false, null),
              events,
              List.of(HpaEvent.warning("FailedComputeMetricsReplicas", failure)),
              "failed to compute desired number of replicas based on listed metrics for "
                  + MetricEvaluator.reference(hpa)
                  + ": "
                  + failure,
              false,
              null);
    }

    private Conclusion conclusion(
        HpaStatus status,
        List<HpaEvent> before,
        List<HpaEvent> after,
        @Nullable String error,
        boolean statusErrorReplacesError,
        @Nullable Integer desired) {
      return new Conclusion(
          status,
          !status.semanticallyEquals(hpa.status()),
          before,
          after,
          error,
          statusErrorReplacesError,
          history,
          desired);
    }

    private HpaStatus status(int desired, boolean rescaled, @Nullable Instant now) {
      return new HpaStatus(
          null,
          rescaled ? now : hpa.status().lastScaleTime(),
          current,
          desired,
          statuses,
          conditions.list());
    }

    Draft withHistory(History value) {
      return new Draft(hpa, settings, current, conditions, statuses, value, events, error);
    }

    private Draft withEvent(HpaEvent event) {
      List<HpaEvent> all = new ArrayList<>(events);
      all.add(event);
      return new Draft(hpa, settings, current, conditions, statuses, history, all, error);
    }

    private History remembering(int desired, Instant now) {
      Behavior behavior = hpa.spec().behavior();
      return behavior == null ? history : history.scaled(current, desired, behavior, now);
    }

    /**
     * With the gate on every rescale says whether zero was reached on purpose; without it the mark
     * is taken away.
     */
    private Conditions afterRescale(Conditions before, int desired, Instant now) {
      if (!settings.scaleToZero()) {
        return before.without(HpaCondition.SCALED_TO_ZERO);
      }
      HpaSpec spec = hpa.spec();
      boolean toZero =
          current > 0
              && desired == 0
              && spec.minReplicasOrDefault() == 0
              && spec.hasObjectOrExternalMetric();
      return toZero
          ? before.with(
              HpaCondition.SCALED_TO_ZERO,
              true,
              "ScaledToZero",
              "the HPA controller scaled the workload to zero",
              now)
          : before.with(
              HpaCondition.SCALED_TO_ZERO,
              false,
              "NotScaledToZero",
              "the HPA controller did not scale the workload to zero",
              now);
    }
  }
}
