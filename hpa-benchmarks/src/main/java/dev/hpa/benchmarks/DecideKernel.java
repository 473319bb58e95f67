package dev.hpa.benchmarks;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.History;
import dev.hpa.core.Planner;
import dev.hpa.core.Pod;
import dev.hpa.core.PodResources;
import dev.hpa.core.Selection;
import dev.hpa.core.Settings;
import dev.hpa.core.Situation;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One decision of an autoscaler with a CPU utilization target: plan, situation, decision. Metrics
 * and pods are already read; the decision changes neither the scale nor the status. The floor adds
 * up two arrays of longs, usage and requests. Nanoseconds per decision.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecideKernel {

  private static final int MAX_AUTOSCALERS = 10_000;
  private static final int MAX_PODS = 200_000;

  /** Pods of one autoscaler. */
  @Param({"1", "10", "1000", "5000"})
  public int pods = 1;

  /** Whether enough other autoscalers decide in between to evict it from the CPU caches. */
  @Param({"false", "true"})
  public boolean cold;

  private List<Autoscaler> autoscalers = List.of();
  private int turn;

  @Setup
  public void fill() {
    int count = cold ? Math.min(MAX_AUTOSCALERS, MAX_PODS / pods) : 1;
    PodIndex index = new PodIndex();
    autoscalers =
        IntStream.range(0, count).mapToObj(number -> new Autoscaler(index, number, pods)).toList();
  }

  @Benchmark
  public Decision decide() {
    return next().decide();
  }

  @Benchmark
  public long floor() {
    return next().utilization();
  }

  private Autoscaler next() {
    turn = turn + 1 < autoscalers.size() ? turn + 1 : 0;
    return autoscalers.get(turn);
  }

  /** An autoscaler with the input of its decision. */
  private static final class Autoscaler {
    private static final String AUTOSCALER =
        """
        {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
         "metadata": {"name": "%1$s", "namespace": "shop"},
         "spec": {"minReplicas": 1, "maxReplicas": 10000,
          "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "%1$s"},
          "metrics": [{"type": "Resource", "resource": {"name": "cpu",
           "target": {"type": "Utilization", "averageUtilization": 60}}}]}}
        """;

    private static final Instant NOW = Instant.parse("2024-05-01T10:00:00Z");
    private static final Duration WINDOW = Duration.ofSeconds(30);

    /** Recommendations in a stabilization window of 5 minutes at the default sync period. */
    private static final int RECOMMENDATIONS = 20;

    private static final int SECONDS_BETWEEN = 15;

    /** 200m in total; one instance for all pods, as in the pod cache. */
    private static final PodResources RESOURCES =
        new PodResources(
            List.of(container("web", "150m"), container("proxy", "50m")),
            List.of(),
            Map.of(),
            Map.of());

    private final String name;
    private final Scale scale;
    private final List<CachedPod> found;
    private final List<MetricResult> readings;
    private final History history;
    private final HorizontalPodAutoscaler hpa;
    private final long[] used;
    private final long[] requested;

    Autoscaler(PodIndex index, int number, int pods) {
      name = "web-" + number;
      String selector = "app=" + name;
      Map<String, String> labels = Map.of("app", name, "pod-template-hash", "6d4cf56db6");
      IntStream.range(0, pods).forEach(pod -> index.put(new CachedPod("shop", labels, pod(pod))));
      scale = new Scale("shop", name, null, "7", pods, pods, selector);
      found = index.select("shop", Selector.parse(selector));
      readings =
          List.of(
              new MetricReading.PodValues(
                  IntStream.range(0, pods).mapToObj(this::reading).toList()));
      history =
          new History(
              IntStream.range(0, RECOMMENDATIONS)
                  .mapToObj(ago -> NOW.minusSeconds((long) SECONDS_BETWEEN * (ago + 1)))
                  .map(at -> new History.Recommendation(pods, at))
                  .toList(),
              List.of(),
              List.of());
      used = IntStream.range(0, pods).mapToLong(Autoscaler::usage).toArray();
      requested = new long[pods];
      Arrays.fill(requested, 200);
      HorizontalPodAutoscaler fresh = HpaVersion.V2.decode(Json.tree(AUTOSCALER.formatted(name)));
      hpa = settled(fresh);
    }

    private static PodResources.Container container(String name, String cpu) {
      return new PodResources.Container(
          name, false, Map.of("cpu", Quantity.parse(cpu), "memory", Quantity.parse("128Mi")));
    }

    private String podName(int pod) {
      return "%s-6d4cf56db6-%05d".formatted(name, pod);
    }

    private Pod pod(int pod) {
      Instant started = NOW.minusSeconds(3600 + pod);
      return new Pod(
          podName(pod),
          Pod.Phase.RUNNING,
          false,
          started,
          new Pod.Readiness(Pod.Readiness.Status.TRUE, started.plusSeconds(10)),
          RESOURCES);
    }

    private MetricReading.PodValue reading(int pod) {
      return new MetricReading.PodValue(podName(pod), NOW.minusSeconds(20), WINDOW, usage(pod));
    }

    /** In milli-CPU: within the tolerance of 60 % for any number of pods. */
    private static long usage(int pod) {
      return 115L + pod % 11;
    }

    /** Returns the autoscaler with the status of its first decision. */
    private HorizontalPodAutoscaler settled(HorizontalPodAutoscaler fresh) {
      return switch (decide(fresh)) {
        case Decision.Ended first -> fresh.withStatus(first.conclusion().status());
        case Decision.Rescale first -> throw new IllegalStateException(first.reason());
      };
    }

    Decision decide() {
      return decide(hpa);
    }

    private Decision decide(HorizontalPodAutoscaler asOf) {
      return Decider.decide(
          Situation.of(
              asOf,
              scale,
              Planner.plan(asOf, scale, Settings.DEFAULTS),
              new Selection(found.stream().map(CachedPod::pod).toList(), List.of(name)),
              readings,
              history,
              Settings.DEFAULTS,
              NOW));
    }

    /** Returns the utilization in percent of the requests. */
    long utilization() {
      return sum(used) * 100 / sum(requested);
    }

    private static long sum(long[] values) {
      long sum = 0;
      for (long value : values) {
        sum += value;
      }
      return sum;
    }
  }
}
