package dev.hpa.cli.simulate;

import java.time.Duration;
import java.util.List;

/** The results of all variants under one demand. */
public record VariantComparison(
    Inputs inputs, SimulateOptions options, List<VariantResult> results) {

  public VariantComparison {
    results = List.copyOf(results);
  }

  /** The simulated time before the evaluated time. */
  Duration warmUp() {
    TimeRange counted = inputs.counted();
    return Duration.between(options.begin(inputs.demand(), counted), counted.from());
  }
}
