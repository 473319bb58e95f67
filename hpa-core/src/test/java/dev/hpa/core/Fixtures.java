package dev.hpa.core;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.replicas.PodRequests;
import dev.hpa.core.replicas.ReplicaCalculator;
import dev.hpa.core.replicas.Thresholds;
import dev.hpa.core.replicas.Tolerance;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricReading.PodValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Autoscalers, pods and readings the tests start from. */
public final class Fixtures {

  public static final Instant NOW = Instant.parse("2024-05-01T10:00:00Z");
  public static final Duration WINDOW = Duration.ofSeconds(30);

  private Fixtures() {}

  public static Instant ago(long seconds) {
    return NOW.minusSeconds(seconds);
  }

  /** Running and ready for an hour. */
  public static Pod ready(String name, PodResources resources) {
    return new Pod(
        name,
        Pod.Phase.RUNNING,
        false,
        ago(7200),
        new Pod.Readiness(Pod.Readiness.Status.TRUE, ago(3600)),
        resources);
  }

  /** Not scheduled yet. */
  public static Pod pending(String name, PodResources resources) {
    return new Pod(name, Pod.Phase.PENDING, false, null, null, resources);
  }

  /** Running but started a moment ago and not ready. */
  public static Pod unready(String name, PodResources resources) {
    return new Pod(
        name,
        Pod.Phase.RUNNING,
        false,
        ago(20),
        new Pod.Readiness(Pod.Readiness.Status.FALSE, ago(20)),
        resources);
  }

  public static Pod inPhase(String name, Pod.Phase phase, PodResources resources) {
    Pod pod = ready(name, resources);
    return new Pod(name, phase, false, pod.startTime(), pod.ready(), resources);
  }

  public static Pod deleted(String name, PodResources resources) {
    Pod pod = ready(name, resources);
    return new Pod(name, pod.phase(), true, pod.startTime(), pod.ready(), resources);
  }

  /** One container that requests so much of each resource. */
  public static PodResources requesting(String cpu) {
    return resources(container("app", Map.of("cpu", Quantity.parse(cpu))));
  }

  public static PodResources resources(PodResources.Container... containers) {
    return new PodResources(List.of(containers), List.of(), Map.of(), Map.of());
  }

  public static PodResources.Container container(String name, Map<String, Quantity> requests) {
    return new PodResources.Container(name, false, requests);
  }

  public static PodValue value(String pod, long milli) {
    return PodValue.of(pod, ago(10), WINDOW, milli);
  }

  /** Values of pods p0, p1, … */
  public static List<PodValue> podValues(long... milli) {
    List<PodValue> values = new ArrayList<>();
    for (long each : milli) {
      values.add(value("p" + values.size(), each));
    }
    return values;
  }

  /** Ready pods p0, p1, … of one container each. */
  public static List<Pod> readyPods(int count, String cpu) {
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pods.add(ready("p" + i, requesting(cpu)));
    }
    return pods;
  }

  public static ReplicaCalculator calculator(int current) {
    return calculator(current, current);
  }

  public static ReplicaCalculator calculator(int current, int observed) {
    return new ReplicaCalculator(current, observed, Settings.DEFAULTS, NOW, pod -> true);
  }

  /** A target with the default tolerance. */
  public static Thresholds target(long target) {
    return Thresholds.target(target, new Tolerance(0.1, 0.1));
  }

  public static PodRequests cpuRequests() {
    return PodRequests.of("cpu", null, Settings.DEFAULTS);
  }

  public static ScalingPolicy pods(int value, int period) {
    return new ScalingPolicy(ScalingPolicy.PODS, value, period);
  }

  public static ScalingPolicy percent(int value, int period) {
    return new ScalingPolicy(ScalingPolicy.PERCENT, value, period);
  }

  public static ScalingRules rules(
      @Nullable Integer window, @Nullable String select, ScalingPolicy... policies) {
    return new ScalingRules(window, select, List.of(policies), null);
  }

  /** What the API server makes of an empty {@code scaleUp}. */
  public static ScalingRules defaultUp() {
    return rules(0, ScalingRules.MAX, pods(4, 15), percent(100, 15));
  }

  /** What the API server makes of an empty {@code scaleDown}. */
  public static ScalingRules defaultDown() {
    return rules(null, ScalingRules.MAX, percent(100, 15));
  }

  public static Behavior up(ScalingRules rules) {
    return new Behavior(rules, defaultDown());
  }

  public static Behavior down(ScalingRules rules) {
    return new Behavior(defaultUp(), rules);
  }

  public static History recommended(History.Recommendation... recommendations) {
    return new History(List.of(recommendations), List.of(), List.of());
  }

  public static History.Recommendation recommendation(int replicas, long secondsAgo) {
    return new History.Recommendation(replicas, ago(secondsAgo));
  }

  public static History.ScaleEvent change(int change, long secondsAgo) {
    return new History.ScaleEvent(change, ago(secondsAgo), false);
  }

  public static Normalization.Input input(
      int current, int recommendation, @Nullable Behavior behavior, History history) {
    return new Normalization.Input(
        current, recommendation, 1, 1000, behavior, history, Settings.DEFAULTS, NOW);
  }

  public static HorizontalPodAutoscaler autoscaler(
      @Nullable Integer min, int max, @Nullable Behavior behavior, MetricSpec... metrics) {
    return HorizontalPodAutoscaler.of(
        ObjectMeta.named("shop", "web"),
        new HpaSpec(
            new CrossVersionObjectReference("Deployment", "web", "apps/v1"),
            min,
            max,
            List.of(metrics),
            behavior),
        HpaStatus.EMPTY);
  }

  public static Scale scale(int replicas) {
    return new Scale("shop", "web", null, "7", replicas, replicas, "app=web");
  }

  public static Settings scaleToZero() {
    return Settings.defaults(KubernetesVersion.V1_37);
  }

  public static Settings withoutScaleToZero() {
    return Settings.defaults(KubernetesVersion.V1_36);
  }

  public static Settings withoutPodLevelResources() {
    return Settings.DEFAULTS.copy().podLevelResources(false).build();
  }
}
