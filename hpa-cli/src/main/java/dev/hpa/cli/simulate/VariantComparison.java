package dev.hpa.cli.simulate;

import java.util.List;

/** The results of all variants under one demand. */
record VariantComparison(Inputs inputs, SimulateOptions options, List<VariantResult> results) {

  VariantComparison {
    results = List.copyOf(results);
  }
}
