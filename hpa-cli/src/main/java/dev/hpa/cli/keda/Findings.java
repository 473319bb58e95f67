package dev.hpa.cli.keda;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/** Collects findings in their order, each once. */
final class Findings {

  private final SequencedSet<Finding> all = new LinkedHashSet<>();

  void problem(String field, String text) {
    all.add(new Finding(field, true, text));
  }

  void note(String field, String text) {
    all.add(new Finding(field, false, text));
  }

  List<Finding> all() {
    return List.copyOf(all);
  }
}
