package com.example.hpa;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Scale;
import dev.hpa.clientjava.ClientJavaModels;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.Plan;
import dev.hpa.core.Planner;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Scale;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Decides about one HPA with the objects that a program has from client-java. */
public final class InformedAutoscaler {

  private final Settings settings = Settings.DEFAULTS;
  private final ClientJavaModels models = new ClientJavaModels();
  private final Function<List<MetricQuery>, List<MetricResult>> metrics;
  private final Function<V1Scale, ScaleOutcome> scales;
  private HorizontalPodAutoscaler hpa;
  private History history = History.EMPTY;

  /**
   * The decisions about an HPA.
   *
   * @param metrics reads metrics; one result for each query, in their order
   * @param scales writes a scale
   */
  public InformedAutoscaler(
      V2HorizontalPodAutoscaler hpa,
      Function<List<MetricQuery>, List<MetricResult>> metrics,
      Function<V1Scale, ScaleOutcome> scales) {
    this.hpa = models.autoscaler(hpa);
    this.metrics = metrics;
    this.scales = scales;
  }

  /**
   * One step, every 15 s.
   *
   * @param informed pods of any namespaces; those that the selector of the scale matches count
   * @return the HPA with its new status
   */
  public V2HorizontalPodAutoscaler step(V1Scale target, List<V1Pod> informed, Instant now) {
    Scale scale = models.scale(target);
    history = history.seeded(scale.specReplicas(), now);
    Plan plan = Planner.plan(hpa, scale, settings);
    Selection pods = models.selection(scale, informed);
    List<MetricResult> results =
        plan instanceof Plan.Measure measure ? metrics.apply(measure.queries(pods)) : List.of();
    Situation situation = Situation.of(hpa, scale, plan, pods, results, history, settings, now);
    Conclusion done =
        switch (Decider.decide(situation)) {
          case Decision.Ended ended -> ended.conclusion();
          case Decision.Rescale rescale -> {
            V1Scale update = models.model(scale.withSpecReplicas(rescale.desired()));
            yield rescale.conclude(scales.apply(update), now);
          }
        };
    history = done.history();
    hpa = hpa.withStatus(done.status());
    return models.model(hpa);
  }
}
