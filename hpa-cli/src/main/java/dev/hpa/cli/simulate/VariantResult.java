package dev.hpa.cli.simulate;

import dev.hpa.core.options.Options;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a variant.
 *
 * @param options the options of the autoscaler
 * @param capacityPerPod demand that one ready pod can serve, in units; null if unknown
 * @param latency null if it is not simulated
 * @param moments snapshots at the start and after each decision, oldest first
 */
record VariantResult(
    Variant variant,
    Options options,
    @Nullable Double capacityPerPod,
    VariantSummary summary,
    List<Snapshot> moments,
    List<ScaleEvent> scaleEvents,
    List<Failure> failures,
    @Nullable LatencyFigures latency) {

  VariantResult {
    moments = List.copyOf(moments);
    scaleEvents = List.copyOf(scaleEvents);
    failures = List.copyOf(failures);
  }
}
