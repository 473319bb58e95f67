package dev.hpa.app.simulate;

import java.util.List;

/** What came of all variants under one demand. */
record Comparison(Inputs inputs, SimulateOptions options, List<Result> results) {

  Comparison {
    results = List.copyOf(results);
  }
}
