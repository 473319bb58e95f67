package dev.hpa.cli.simulate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a variant.
 *
 * @param capacityPerPod what one ready pod can carry, in units of the demand; null when nobody
 *     knows
 * @param moments one for the beginning and each decision, oldest first
 */
record VariantResult(
    Variant variant,
    @Nullable Double capacityPerPod,
    VariantSummary summary,
    List<Snapshot> moments,
    List<ScaleEvent> scalings,
    List<Failure> failures) {

  VariantResult {
    moments = List.copyOf(moments);
    scalings = List.copyOf(scalings);
    failures = List.copyOf(failures);
  }
}
