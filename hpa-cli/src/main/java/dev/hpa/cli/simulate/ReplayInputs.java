package dev.hpa.cli.simulate;

import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricSpec;
import dev.hpa.core.options.Options;
import dev.hpa.simulation.MetricLoad;
import dev.hpa.simulation.PodLifecycle;
import dev.hpa.simulation.PodShape;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.simulation.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One variant in the form of a replay: the load at equal distances, and the pods without a cluster.
 *
 * @param options those of the autoscaler
 * @param workload with its load from the warm-up to the end of the counted time
 * @param capacity that of a pod
 * @param realReplicas the replicas that the workload had on average; null if unknown
 */
public record ReplayInputs(
    ReplaySpec spec,
    Variant variant,
    Options options,
    ReplayWorkload workload,
    PodCapacity capacity,
    @Nullable Double realReplicas) {

  private static final double MILLI = 1000;

  /** Of all times, those with a higher load of a pod may be measured too high. */
  private static final double MEASURED = 0.99;

  /** As long as the default sync period. */
  private static final long MAX_STEP = 15;

  /** Longer loads have {@link #MAX_STEP}, whatever the distance of their samples. */
  private static final int MAX_FINE_SAMPLES = 500_000;

  private static final long HEAP_PER_STEP = 128;

  /**
   * The inputs of a variant.
   *
   * @throws UnusableInputException if the load takes too much memory
   */
  public static ReplayInputs of(ReplaySpec spec, Variant variant) throws UnusableInputException {
    return new Builder(spec, variant).inputs();
  }

  /** The autoscaler. */
  public HorizontalPodAutoscaler hpa() {
    return variant.hpa();
  }

  /** The length of the time that figures are about. */
  public Duration counted() {
    return spec.counted().length();
  }

  /** The average distance of two samples of the recording. */
  public Duration sampleInterval() {
    RecordedLoad load = spec.demand().main();
    TimeRange recorded = new TimeRange(load.start(), load.end());
    return recorded
        .length()
        .minus(Gaps.of(load, recorded).total())
        .dividedBy(Math.max(1, load.samples() - 1L));
  }

  /** The total length of the gaps in the counted time. */
  public Duration gaps() {
    return Gaps.of(spec.demand().main(), spec.counted()).total();
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
        spec,
        variant,
        options,
        workload.withCapacity(served.perPod()),
        served,
        known == 0 ? null : Double.valueOf(sum / known));
  }

  private static double quantile(double[] values) {
    Arrays.sort(values);
    return values[(int) (MEASURED * (values.length - 1))];
  }

  /** Converts the inputs; used once. */
  private static final class Builder {
    private final ReplaySpec spec;
    private final Demand demand;
    private final Variant variant;
    private final Instant start;
    private final Duration length;
    private final Duration step;

    /** Metrics mostly share a load, and each has an array of all its samples. */
    private final IdentityHashMap<RecordedLoad, Map<String, Samples>> known =
        new IdentityHashMap<>();

    private final Map<Double, Samples> constants = new HashMap<>();

    Builder(ReplaySpec spec, Variant variant) throws UnusableInputException {
      this.spec = spec;
      this.demand = spec.demand();
      this.variant = variant;
      this.start = spec.begin();
      this.length = Duration.between(start, spec.counted().to());
      this.step = step();
      requireRoom();
    }

    /** Each load has two numbers for each step, however few samples it has. */
    private void requireRoom() throws UnusableInputException {
      long steps = length.dividedBy(step);
      long most =
          Runtime.getRuntime().maxMemory() / HEAP_PER_STEP / (1 + demand.ofMetrics().size());
      if (steps > most) {
        throw new UnusableInputException(
            "%s: takes %d steps of %s, and the memory has room for %d; use a shorter load, or give the tool more memory"
                .formatted(demand.main().name(), steps, GoDuration.format(step), most));
      }
    }

    ReplayInputs inputs() {
      PodCapacity capacity =
          PodCapacity.of(
              spec.capacity(),
              variant.demandDrivesCpu(demand) ? variant.podSpec() : null,
              demand.coresPerUnitOrOne());
      return new ReplayInputs(
          spec,
          variant,
          variant.options(spec.settings().scaleToZero()),
          workload(capacity),
          capacity,
          null);
    }

    /** The longest distance at which all samples lie, the load ends and is counted. */
    private Duration step() {
      Duration exact = Duration.ofSeconds(MAX_STEP);
      List<RecordedLoad> loads = new ArrayList<>(demand.ofMetrics().values());
      loads.add(demand.main());
      for (RecordedLoad load : loads) {
        exact = load.distance(start, exact);
      }
      long seconds = MAX_STEP;
      for (Duration each : List.of(exact, length, spec.warmUp())) {
        seconds = each.toNanosPart() == 0 ? divisor(seconds, each.toSeconds()) : 1;
      }
      boolean isTooFine = length.toSeconds() / seconds > MAX_FINE_SAMPLES;
      return Duration.ofSeconds(isTooFine ? MAX_STEP : seconds);
    }

    private static long divisor(long one, long other) {
      return other == 0 ? one : divisor(other, one % other);
    }

    private ReplayWorkload workload(PodCapacity capacity) {
      PodShape shape = PodShape.of(variant.podSpec());
      List<MetricLoad> loads = new ArrayList<>();
      for (MetricSpec metric : variant.hpa().spec().metricsOrEmpty()) {
        loads.add(load(metric, shape));
      }
      return new ReplayWorkload(
          start,
          step,
          samples(demand.main(), 1, true),
          capacity.perPod(),
          loads,
          variant.requests(),
          new PodLifecycle(
              spec.pods().start(),
              spec.pods().readiness(),
              spec.pods().termination(),
              variant.isOrdered()),
          spec.pods().scrapeInterval(),
          variant.replicas(),
          spec.warmUp());
    }

    /**
     * @param isStrict whether values in gaps are unknown
     */
    private Samples samples(RecordedLoad load, double factor, boolean isStrict) {
      return known
          .computeIfAbsent(load, any -> new HashMap<>())
          .computeIfAbsent(factor + " " + isStrict, any -> sampled(load, factor, isStrict));
    }

    private Samples sampled(RecordedLoad load, double factor, boolean isStrict) {
      long nanos = step.toNanos();
      int steps = Math.toIntExact(length.toNanos() / nanos);
      double[] values = new double[steps + 1];
      double[] ends = new double[steps];
      for (int i = 0; i < steps; i++) {
        int index = i;
        load.walk(
            start,
            i * nanos,
            (i + 1) * nanos,
            (from, to, first, last, known) -> {
              boolean isKnown = known || !isStrict;
              if (from == index * nanos) {
                values[index] = isKnown ? factor * first : Double.NaN;
              }
              ends[index] = isKnown ? factor * last : Double.NaN;
            });
      }
      Instant end = start.plus(step.multipliedBy(steps));
      values[steps] = load.isKnown(end) || !isStrict ? factor * load.at(end) : Double.NaN;
      return Samples.withJumps(values, ends);
    }

    /** A load that is the same all the time; NaN if it is unknown. */
    private Samples constant(double value) {
      return constants.computeIfAbsent(value, this::sameAllTheTime);
    }

    private Samples sameAllTheTime(double value) {
      double[] values = new double[Math.toIntExact(length.dividedBy(step)) + 1];
      Arrays.fill(values, value);
      return Samples.of(values);
    }

    private MetricLoad load(MetricSpec metric, PodShape shape) {
      if (metric.resource() != null) {
        return ofResource(metric.resource().name(), null, shape);
      }
      if (metric.containerResource() != null) {
        MetricSpec.ContainerResourceMetric source = metric.containerResource();
        return ofResource(source.name(), source.container(), shape);
      }
      if (metric.pods() != null) {
        return MetricLoad.of(samples(demand.loadOf(metric.pods().metric().name()), 1, false));
      }
      return whole(
          metric.object() != null
              ? metric.object().metric().name()
              : Objects.requireNonNull(metric.external(), "a metric has a source").metric().name());
    }

    private MetricLoad whole(String metric) {
      QueueingModel queueing = spec.queueing();
      return queueing != null && queueing.drives(metric)
          ? MetricLoad.of(samples(demand.main(), 1, false)).with(queueing::p90)
          : MetricLoad.of(samples(demand.loadOf(metric), 1, false));
    }

    private MetricLoad ofResource(String resource, @Nullable String container, PodShape shape) {
      PodShape.Container part = null;
      for (PodShape.Container each : shape.containers()) {
        part = each.name().equals(container) ? each : part;
      }
      if (container != null && part == null) {
        return MetricLoad.of(constant(Double.NaN));
      }
      return switch (resource) {
        case Demand.CPU -> ofCpu(part == null ? 1 : part.cpuShare(), shape);
        case Demand.MEMORY -> ofMemory(part, shape);
        default -> MetricLoad.of(constant(Double.NaN));
      };
    }

    private MetricLoad ofCpu(double share, PodShape shape) {
      boolean isOwn = demand.ofMetrics().containsKey(Demand.CPU);
      double cores = isOwn ? 1 : demand.coresPerUnitOrOne();
      Samples total =
          isOwn || variant.demandDrivesCpu(demand)
              ? samples(demand.loadOf(Demand.CPU), cores * share, false)
              : constant(0);
      double request = shape.cpuRequest() / MILLI * share;
      return MetricLoad.limited(total, shape.cpuLimit() / MILLI * share)
          .with(
              new MetricLoad.Startup(
                  spec.pods().startupShare() * request, spec.pods().startupCpu()));
    }

    private MetricLoad ofMemory(PodShape.@Nullable Container part, PodShape shape) {
      if (demand.drivesMemory()) {
        double parts = part == null ? 1 : Math.max(1, shape.containers().size());
        return MetricLoad.of(
            samples(demand.loadOf(Demand.MEMORY), demand.bytesPerUnitOrOne() / parts, false));
      }
      return MetricLoad.idle(constant(0), part == null ? shape.memory() : part.memory());
    }
  }
}
