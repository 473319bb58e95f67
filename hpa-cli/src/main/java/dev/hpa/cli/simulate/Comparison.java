package dev.hpa.cli.simulate;

import java.util.List;

/** What came of all variants under one demand. */
record Comparison(Inputs inputs, SimulateOptions options, List<Result> results) {

  Comparison {
    results = List.copyOf(results);
  }
}
