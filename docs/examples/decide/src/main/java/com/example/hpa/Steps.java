package com.example.hpa;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.Plan;
import dev.hpa.core.Planner;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Decides by the CPU of pods, step after step: windows and rate limits need those before. */
public final class Steps {

  private static final Settings SETTINGS = Settings.DEFAULTS;

  private HorizontalPodAutoscaler hpa;
  private History history = History.EMPTY;

  /** The steps of an autoscaling/v2 object in JSON with one metric, CPU. */
  public Steps(String autoscaler) {
    hpa = HpaVersion.V2.decode(autoscaler);
  }

  /**
   * Returns the replicas after a step.
   *
   * @param replicas current replicas of the target; all pods are ready
   * @param milli usage of each pod, in thousandths of a core
   * @param started when the pods became ready
   */
  public int step(int replicas, long milli, Instant started, Instant now) {
    history = history.seeded(replicas, now);
    Scale scale = new Scale("shop", "web", null, "1", replicas, replicas, "app=web");
    List<Pod> pods = IntStream.range(0, replicas).mapToObj(i -> pod("web-" + i, started)).toList();
    Plan plan = Planner.plan(hpa, scale, SETTINGS);
    List<MetricResult> results =
        plan instanceof Plan.Measure ? List.of(usage(pods, milli, now)) : List.of();
    // The names are those of the HPAs that select the pods.
    Selection selection = new Selection(pods, List.of("shop/web"));
    Situation situation =
        Situation.of(hpa, scale, plan, selection, results, history, SETTINGS, now);
    Conclusion done =
        switch (Decider.decide(situation)) {
          case Decision.Ended ended -> ended.conclusion();
          case Decision.Rescale rescale -> rescale.conclude(new ScaleOutcome.Written(), now);
        };
    history = done.history();
    hpa = hpa.withStatus(done.status());
    return done.status().desiredReplicas();
  }

  private static Pod pod(String name, Instant started) {
    return new Pod(
        name,
        Pod.Phase.RUNNING,
        false, // it is not being deleted
        started,
        new Pod.Readiness(Pod.Readiness.Status.TRUE, started),
        new PodResources(
            List.of(new PodResources.Container("web", false, cpu("500m"))),
            List.of(),
            Map.of(),
            Map.of()));
  }

  private static Map<String, Quantity> cpu(String request) {
    return Map.of("cpu", Quantity.parse(request));
  }

  private static MetricResult usage(List<Pod> pods, long milli, Instant now) {
    Duration window = Duration.ofSeconds(30);
    return MetricReading.PodValues.of(
        pods.stream()
            .map(pod -> MetricReading.PodValue.of(pod.name(), now, window, milli))
            .toList());
  }
}
