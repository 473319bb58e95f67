package dev.hpa.cli.simulate;

import dev.hpa.core.options.Options;
import dev.hpa.simulation.FlapCounter;
import java.time.Duration;
import java.time.Instant;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of a variant.
 *
 * @param options the options of the autoscaler
 * @param capacityPerPod demand that one ready pod can serve, in units; null if unknown
 * @param latency null if it is not simulated
 * @param moments snapshots at the start and after each decision, oldest first
 */
public record VariantResult(
    Variant variant,
    Options options,
    @Nullable Double capacityPerPod,
    VariantSummary summary,
    List<Snapshot> moments,
    List<ScaleEvent> scaleEvents,
    List<Failure> failures,
    @Nullable LatencyFigures latency) {

  public VariantResult {
    moments = List.copyOf(moments);
    scaleEvents = List.copyOf(scaleEvents);
    failures = List.copyOf(failures);
  }

  /**
   * A copy with what really happened.
   *
   * @param replicas those of a time; empty if they are unknown
   * @param flapWindow the time within which a reversal is a flap
   */
  public VariantResult withRecorded(
      Function<Instant, OptionalInt> replicas, List<ScaleEvent> events, Duration flapWindow) {
    List<Snapshot> recorded =
        moments.stream()
            .map(each -> each.withReplicas(replicas.apply(each.at()).orElse(each.replicas())))
            .toList();
    IntSummaryStatistics range = recorded.stream().mapToInt(Snapshot::replicas).summaryStatistics();
    FlapCounter flaps = new FlapCounter(flapWindow);
    events.forEach(each -> flaps.add(each.at(), each.isUp()));
    long ups = events.stream().filter(ScaleEvent::isUp).count();
    return new VariantResult(
        variant,
        options,
        capacityPerPod,
        summary.withRecorded(
            range.getMin(), range.getMax(), ups, events.size() - ups, flaps.flaps()),
        recorded,
        events,
        failures,
        latency);
  }
}
