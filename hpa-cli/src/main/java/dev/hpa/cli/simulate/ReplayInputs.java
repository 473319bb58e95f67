package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.cli.manifests.Inventory;
import dev.hpa.controller.cache.PodDecoder;
import dev.hpa.core.options.Options;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.workload.PodResources;
import dev.hpa.simulation.MetricLoad;
import dev.hpa.simulation.PodLifecycle;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.simulation.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a simulation in the form of a replay: the load at equal distances, and the pods
 * without a cluster.
 *
 * @param hpa the autoscaler
 * @param options its options
 * @param workload with its load from the warm-up to the end of the counted time
 * @param capacity that of a pod
 * @param note assumptions about the workload; null if there are none
 * @param load the recording
 * @param counted the time that figures are about
 * @param sampleInterval the average distance of two samples of the recording
 * @param gaps the total length of the gaps in the counted time
 * @param realReplicas the replicas that the workload had on average; null if unknown
 */
public record ReplayInputs(
    HorizontalPodAutoscaler hpa,
    Options options,
    ReplayWorkload workload,
    PodCapacity capacity,
    @Nullable String note,
    String load,
    Duration counted,
    Duration sampleInterval,
    Duration gaps,
    @Nullable Double realReplicas) {

  /** Of all times, those with a higher load of a pod may be measured too high. */
  private static final double MEASURED = 0.99;

  /** As fine as the default sync period. */
  private static final Duration STEP = Duration.ofSeconds(15);

  /**
   * The inputs of the only autoscaler in the files.
   *
   * @throws UnusableInputException if an input is unusable, or there are several autoscalers
   */
  public static ReplayInputs read(SimulateOptions options)
      throws IOException, UnusableInputException {
    return of(Inputs.read(options), options);
  }

  /**
   * The inputs of the only autoscaler of an inventory.
   *
   * @throws UnusableInputException if an input is unusable, or there are several autoscalers
   */
  public static ReplayInputs of(SimulateOptions options, Inventory inventory)
      throws IOException, UnusableInputException {
    return of(Inputs.of(options, inventory), options);
  }

  private static ReplayInputs of(Inputs inputs, SimulateOptions options)
      throws UnusableInputException {
    if (inputs.variants().size() > 1) {
      throw new UnusableInputException(
          String.join(", ", options.manifests())
              + ": contains "
              + inputs.variants().size()
              + " autoscalers; give a file with one");
    }
    Variant variant = inputs.variants().getFirst();
    return new Builder(inputs, options, variant).inputs();
  }

  /**
   * The same with the replicas that the workload really had. If the capacity of a pod is unknown,
   * it is what a pod has served.
   *
   * @param replicas recorded at the same time as the load
   */
  public ReplayInputs withReplicas(RecordedLoad replicas) {
    double sum = 0;
    int known = 0;
    double[] perPod = new double[workload.demand().size()];
    int loads = 0;
    for (int i = 0; i < perPod.length; i++) {
      Duration since = workload.step().multipliedBy(i);
      Instant time = workload.start().plus(since);
      double real = replicas.isKnown(time) ? replicas.at(time) : Double.NaN;
      if (since.compareTo(workload.warmUp()) < 0 || Double.isNaN(real)) {
        continue;
      }
      sum += real;
      known++;
      double load = workload.demand().at(i);
      if (real > 0 && load > 0) {
        perPod[loads++] = load / real;
      }
    }
    PodCapacity served =
        loads == 0 || !Double.isNaN(capacity.perPod())
            ? capacity
            : PodCapacity.served(quantile(Arrays.copyOf(perPod, loads)));
    return new ReplayInputs(
        hpa,
        options,
        workload.withCapacity(served.perPod()),
        served,
        note,
        load,
        counted,
        sampleInterval,
        gaps,
        known == 0 ? null : Double.valueOf(sum / known));
  }

  private static double quantile(double[] values) {
    Arrays.sort(values);
    return values[(int) (MEASURED * (values.length - 1))];
  }

  /** Converts the inputs; used once. */
  private static final class Builder {
    private final Inputs inputs;
    private final Demand demand;
    private final SimulateOptions options;
    private final Variant variant;
    private final Instant start;
    private final int samples;
    private final Cluster cluster;

    Builder(Inputs inputs, SimulateOptions options, Variant variant) throws UnusableInputException {
      this.inputs = inputs;
      this.demand = inputs.demand();
      this.options = options;
      this.variant = variant;
      this.start = options.begin(demand, inputs.counted());
      this.samples =
          (int) (Duration.between(start, inputs.counted().to()).toMillis() / STEP.toMillis()) + 1;
      this.cluster = new Cluster(new Store(), new VirtualTimeline(start));
      variant.createIn(cluster, Map.of());
    }

    ReplayInputs inputs() throws UnusableInputException {
      PodCapacity capacity =
          PodCapacity.of(
              options.capacity(),
              variant.demandDrivesCpu(demand) ? variant.podSpecIn(cluster) : null,
              demand.coresPerUnitOrOne());
      return new ReplayInputs(
          variant.hpa(),
          variant.options(options.settings().scaleToZero()),
          workload(capacity),
          capacity,
          variant.note(),
          demand.main().name(),
          inputs.counted().length(),
          sampleInterval(),
          Gaps.of(demand.main(), inputs.counted()).total(),
          null);
    }

    private Duration sampleInterval() {
      RecordedLoad load = demand.main();
      Duration recorded =
          Duration.between(load.start(), load.end())
              .minus(Gaps.of(load, new TimeRange(load.start(), load.end())).total());
      return recorded.dividedBy(Math.max(1, load.samples() - 1L));
    }

    private ReplayWorkload workload(PodCapacity capacity) {
      JsonNode podSpec = variant.podSpecIn(cluster);
      PodResources shape = PodResources.of(podSpec);
      List<MetricLoad> loads = new ArrayList<>();
      for (MetricSpec metric : variant.hpa().spec().metricsOrEmpty()) {
        loads.add(load(metric, shape));
      }
      return new ReplayWorkload(
          start,
          STEP,
          samples(time -> Objects.requireNonNullElse(demand.recordedAt(time), Double.NaN)),
          capacity.perPod(),
          loads,
          resources(podSpec),
          new PodLifecycle(
              options.pods().schedulingDelay().plus(options.pods().startDelay()),
              options.pods().readinessDelay(),
              options.pods().terminationTime()),
          options.pods().scrapeInterval(),
          Math.max(0, variant.replicas()),
          Duration.between(start, inputs.counted().from()));
    }

    private Samples samples(ToDoubleFunction<Instant> value) {
      double[] values = new double[samples];
      for (int i = 0; i < samples; i++) {
        values[i] = value.applyAsDouble(start.plus(STEP.multipliedBy(i)));
      }
      return Samples.of(values);
    }

    private MetricLoad load(MetricSpec metric, PodResources shape) {
      if (metric.resource() != null) {
        return ofResource(metric.resource().name(), null, shape);
      }
      if (metric.containerResource() != null) {
        MetricSpec.ContainerResourceMetric source = metric.containerResource();
        return ofResource(source.name(), source.container(), shape);
      }
      String name =
          metric.pods() != null
              ? metric.pods().metric().name()
              : metric.object() != null
                  ? metric.object().metric().name()
                  : Objects.requireNonNull(metric.external(), "a metric has a source")
                      .metric()
                      .name();
      return MetricLoad.of(samples(time -> demand.of(name, time)));
    }

    private MetricLoad ofResource(String resource, @Nullable String container, PodResources shape) {
      PodResources.Container part = null;
      for (PodResources.Container each : shape.containers()) {
        part = each.name().equals(container) ? each : part;
      }
      if (resource.equals(Demand.CPU)) {
        double share = part == null ? 1 : part.cpuShare();
        boolean isOwn = demand.ofMetrics().containsKey(Demand.CPU);
        double cores = isOwn ? 1 : demand.coresPerUnitOrOne();
        return MetricLoad.limited(
            samples(time -> demand.of(Demand.CPU, time) * cores * share),
            shape.cpuLimit() / 1000 * share);
      }
      if (demand.drivesMemory()) {
        double parts = part == null ? 1 : shape.containers().size();
        return MetricLoad.of(samples(time -> demand.memoryAt(time) / parts));
      }
      double idle = part == null ? shape.memory() : part.memory();
      return new MetricLoad(samples(time -> 0), idle, Double.POSITIVE_INFINITY);
    }

    /** The requests as the controller reads them from a pod. */
    private dev.hpa.core.PodResources resources(JsonNode podSpec) {
      ObjectNode pod = JsonNodeFactory.instance.objectNode();
      pod.putObject("metadata").put("name", "pod").put("namespace", variant.namespace());
      pod.set("spec", podSpec);
      pod.putObject("status");
      try (var in = Json.mapper().createParser(Json.text(pod))) {
        in.nextToken();
        return new PodDecoder(options.settings().differences().utilizationBase())
            .read(in)
            .pod()
            .resources();
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }
  }
}
