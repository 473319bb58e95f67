package dev.hpa.core;

import dev.hpa.api.Behavior;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricStatus;
import dev.hpa.core.behavior.History;
import dev.hpa.core.settings.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The decision about an autoscaler: {@link Ended} if the scale stays, or {@link Rescale} if it has
 * to be written. Immutable.
 */
public sealed interface Decision {

  /** The types of the conditions that decisions set; a status can have others of other writers. */
  static List<String> conditionTypes() {
    List<String> types = new ArrayList<>(OptionConditions.TYPES);
    types.add(HpaCondition.ABLE_TO_SCALE);
    types.add(HpaCondition.SCALING_ACTIVE);
    types.add(HpaCondition.SCALING_LIMITED);
    types.add(HpaCondition.SCALED_TO_ZERO);
    return types;
  }

  /** The metrics and rules that the decision results from. */
  Reasoning reasoning();

  /**
   * The scale is not written; the conclusion is final.
   *
   * @param withheld the replicas that would be written if the mode were not {@code DryRun}; null if
   *     none would
   */
  record Ended(Reasoning reasoning, Conclusion conclusion, @Nullable Integer withheld)
      implements Decision {

    /** The scale would not be written in any mode. */
    public Ended(Reasoning reasoning, Conclusion conclusion) {
      this(reasoning, conclusion, null);
    }
  }

  /**
   * The scale has to be written; the conclusion depends on the outcome of that write.
   *
   * @param desired replicas to write to {@code spec.replicas} of the scale, even if it has changed
   *     since it was read
   * @param reason the reason in the event {@code SuccessfulRescale}; may be empty
   */
  record Rescale(int desired, String reason, Reasoning reasoning, Draft draft) implements Decision {

    /**
     * Returns the conclusion for the outcome of the scale write.
     *
     * @param now the time of the outcome; becomes {@code lastScaleTime}
     */
    public Conclusion conclude(ScaleOutcome outcome, Instant now) {
      return switch (outcome) {
        case ScaleOutcome.Written written -> draft.written(desired, reason, now);
        case ScaleOutcome.Refused refused -> draft.refused(desired, reason, refused.error(), now);
      };
    }
  }

  /**
   * The parts of the new status that do not depend on the scale write.
   *
   * @param min the least replicas
   * @param current {@code spec.replicas} of the scale when the reconcile began
   * @param statuses one entry per metric; null if no metric was evaluated
   * @param error the error of failed metrics if other metrics gave a count; null if none failed
   * @param options the conditions and events of options
   */
  record Draft(
      HorizontalPodAutoscaler hpa,
      Settings settings,
      int min,
      int current,
      Conditions conditions,
      @Nullable List<MetricStatus> statuses,
      History history,
      List<HpaEvent> events,
      @Nullable String error,
      OptionConditions options) {

    Draft withConditions(Conditions value) {
      return new Draft(
          hpa, settings, min, current, value, statuses, history, events, error, options);
    }

    Draft withOptions(OptionConditions value) {
      return new Draft(
          hpa, settings, min, current, conditions, statuses, history, events, error, value);
    }

    /** The conclusion of a reconcile that leaves the scale unchanged. */
    Conclusion unscaled(int desired) {
      Draft done = withOptions(options.withDryRun(current, desired, null));
      return done.conclusion(
          done.status(desired, false, null), events, List.of(), error, true, desired);
    }

    /** The conclusion of a reconcile whose scale is not written in the mode {@code DryRun}. */
    Conclusion withheld(int desired, String reason) {
      Draft done = withOptions(options.withDryRun(current, desired, reason));
      return done.conclusion(
          done.status(desired, false, null), events, List.of(), error, true, desired);
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
              .withHistory(recordingScaleEvent(desired, now))
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

    /** The conclusion of a reconcile that computed no replica count. */
    Conclusion failed(String failure, Conditions changed) {
      Draft done = withConditions(changed).withOptions(options.withDryRun(current, null, null));
      return done.conclusion(
          done.status(hpa.status().desiredReplicas(), false, null),
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
          options.events().isEmpty() ? before : joined(before, options.events()),
          after,
          error,
          statusErrorReplacesError,
          history,
          desired);
    }

    private static List<HpaEvent> joined(List<HpaEvent> first, List<HpaEvent> second) {
      List<HpaEvent> all = new ArrayList<>(first);
      all.addAll(second);
      return List.copyOf(all);
    }

    private HpaStatus status(int desired, boolean rescaled, @Nullable Instant now) {
      return new HpaStatus(
          observedGeneration(),
          rescaled ? now : hpa.status().lastScaleTime(),
          current,
          desired,
          statuses,
          options.applyTo(conditions).list());
    }

    /** An autoscaler that was created before Kubernetes 1.37 has no generation until it changes. */
    private @Nullable Long observedGeneration() {
      return settings.observesGeneration()
          ? Objects.requireNonNullElse(hpa.metadata().generation(), 0L)
          : null;
    }

    Draft withHistory(History value) {
      return new Draft(
          hpa, settings, min, current, conditions, statuses, value, events, error, options);
    }

    private Draft withEvent(HpaEvent event) {
      List<HpaEvent> all = new ArrayList<>(events);
      all.add(event);
      return new Draft(
          hpa, settings, min, current, conditions, statuses, history, all, error, options);
    }

    private History recordingScaleEvent(int desired, Instant now) {
      Behavior behavior = hpa.spec().behavior();
      return behavior == null ? history : history.scaled(current, desired, behavior, now);
    }

    /**
     * With the feature gate HPAScaleToZero every rescale sets condition ScaledToZero; without it
     * the condition is removed.
     */
    private Conditions afterRescale(Conditions before, int desired, Instant now) {
      if (!settings.scaleToZero()) {
        return before.without(HpaCondition.SCALED_TO_ZERO);
      }
      boolean toZero =
          current > 0 && desired == 0 && min == 0 && hpa.spec().hasObjectOrExternalMetric();
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
