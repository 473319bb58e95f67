package dev.hpa.benchmarks;

import dev.hpa.api.Selector;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.core.Pod;
import dev.hpa.core.PodResources;
import java.util.Comparator;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Finds the 10 pods of one of 200 autoscalers among the 2,000 pods of a namespace, sorted by name:
 * with the index, or by matching the labels of every pod. The autoscalers take turns. The floor
 * iterates over an array of 10 pods. Nanoseconds per autoscaler.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SelectorIndexKernel {

  private static final int PODS = 2_000;
  private static final int APPS = 200;

  private final List<CachedPod> pods =
      IntStream.range(0, PODS).mapToObj(SelectorIndexKernel::pod).toList();
  private final List<Selector> selectors =
      IntStream.range(0, APPS)
          .mapToObj(
              app ->
                  Selector.parse(
                      "app.kubernetes.io/name=web,app.kubernetes.io/instance=shop-" + app))
          .toList();
  private final PodIndex index = new PodIndex();
  private final List<CachedPod[]> found;
  private int turn;

  public SelectorIndexKernel() {
    index.replace(pods, List.of());
    found =
        selectors.stream()
            .map(selector -> index.select("shop", selector).toArray(CachedPod[]::new))
            .toList();
  }

  private static CachedPod pod(int pod) {
    String app = "shop-" + pod % APPS;
    return new CachedPod(
        "shop",
        Map.of(
            "app.kubernetes.io/name", "web",
            "app.kubernetes.io/instance", app,
            "pod-template-hash", "6d4cf56db6",
            "team", "shop"),
        new Pod(
            "%s-6d4cf56db6-%05d".formatted(app, pod),
            Pod.Phase.RUNNING,
            false,
            null,
            null,
            PodResources.NONE));
  }

  @Benchmark
  public List<CachedPod> index() {
    return index.select("shop", selectors.get(next()));
  }

  @Benchmark
  public List<CachedPod> scan() {
    Selector selector = selectors.get(next());
    return pods.stream()
        .filter(pod -> selector.matches(pod.labels()))
        .sorted(Comparator.comparing(pod -> pod.pod().name()))
        .toList();
  }

  @Benchmark
  public int floor() {
    int letters = 0;
    for (CachedPod pod : found.get(next())) {
      letters += pod.namespace().length();
    }
    return letters;
  }

  private int next() {
    turn = (turn + 1) % APPS;
    return turn;
  }
}
