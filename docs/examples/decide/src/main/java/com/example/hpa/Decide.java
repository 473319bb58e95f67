package com.example.hpa;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Scale;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.Plan;
import dev.hpa.core.Planner;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.core.Situation;
import dev.hpa.core.Trace;
import dev.hpa.core.Tracer;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import dev.hpa.validation.FieldError;
import dev.hpa.validation.HpaValidation;
import java.time.Instant;
import java.util.List;

/** Makes one scaling decision without a cluster, threads or a clock. */
public final class Decide {

  private Decide() {}

  /**
   * Returns the trace of the decision for an autoscaler with one external metric.
   *
   * @param autoscaler autoscaling/v2 object in JSON
   * @param replicas current replicas of the target
   * @param value current value of the metric
   * @param now time of the decision
   * @throws IllegalArgumentException if an API server would reject the autoscaler
   */
  public static Trace decide(String autoscaler, int replicas, long value, Instant now) {
    Settings settings = Settings.DEFAULTS;
    HorizontalPodAutoscaler hpa = valid(HpaVersion.V2.decode(autoscaler), settings);
    Scale scale = new Scale("shop", "web", null, "1", replicas, replicas, "app=web");

    Plan plan = Planner.plan(hpa, scale, settings);
    List<MetricResult> results =
        plan instanceof Plan.Measure
            ? List.of(MetricReading.Series.of(List.of(value * 1000)))
            : List.of();
    Situation situation =
        Situation.of(
            hpa,
            scale,
            plan,
            Selection.EMPTY,
            results,
            History.EMPTY.seeded(replicas, now),
            settings,
            now);

    Decision decision = Decider.decide(situation);
    Conclusion conclusion =
        switch (decision) {
          case Decision.Ended ended -> ended.conclusion();
          case Decision.Rescale rescale -> rescale.conclude(new ScaleOutcome.Written(), now);
        };
    return Tracer.trace(situation, decision, conclusion);
  }

  private static HorizontalPodAutoscaler valid(HorizontalPodAutoscaler hpa, Settings settings) {
    List<FieldError> errors =
        HpaValidation.validateCreate(hpa, settings.gates(), settings.version());
    if (!errors.isEmpty()) {
      String name = hpa.metadata().nameOrEmpty();
      throw new IllegalArgumentException(
          FieldError.statusMessage(HpaValidation.KIND_AND_GROUP, name, errors));
    }
    return hpa;
  }
}
