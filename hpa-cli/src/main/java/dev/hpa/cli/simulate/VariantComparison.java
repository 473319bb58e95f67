package dev.hpa.cli.simulate;

import java.util.List;

/** The results of all variants under one demand. */
public record VariantComparison(ReplaySpec spec, List<VariantResult> results) {

  public VariantComparison {
    results = List.copyOf(results);
  }
}
