package dev.hpa.cli.simulate;

import java.util.List;

/** What came of all variants under one demand. */
record VariantComparison(Inputs inputs, SimulateOptions options, List<VariantResult> results) {

  VariantComparison {
    results = List.copyOf(results);
  }
}
