package dev.hpa.cli.keda;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/** Collects findings in their order, each once. */
final class ConversionFindings {

  private final SequencedSet<ConversionFinding> all = new LinkedHashSet<>();

  void problem(String field, String text) {
    all.add(new ConversionFinding(field, true, text));
  }

  void note(String field, String text) {
    all.add(new ConversionFinding(field, false, text));
  }

  List<ConversionFinding> all() {
    return List.copyOf(all);
  }
}
