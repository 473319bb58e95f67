package dev.hpa.app.features;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A feature gate and its stages by release.
 *
 * @param phases oldest first
 * @param needs gates that this one requires
 */
record FeatureGate(String name, List<Phase> phases, List<String> needs) {

  private static final String NEEDS = "needs=";

  /** The stage of a feature. */
  enum Stage {
    ALPHA,
    BETA,
    GA,
    DEPRECATED
  }

  /**
   * The stage of a gate since a release.
   *
   * @param locked whether it is locked to its default
   */
  record Phase(MinorVersion since, Stage stage, boolean on, boolean locked) {

    /** Reads {@code 1.35=beta/on}, optionally with the suffix {@code /locked}. */
    static Phase parse(String text) {
      String[] sides = text.split("=", -1);
      String[] words = sides[1].split("/", -1);
      return new Phase(
          MinorVersion.parse(sides[0]),
          Stage.valueOf(words[0].toUpperCase(Locale.ROOT)),
          words[1].equals("on"),
          words.length == 3);
    }
  }

  /** Reads a line of the table of gates: name, phases, required gates. */
  static FeatureGate parse(String line) {
    String[] words = line.split(" ", -1);
    List<Phase> phases = new ArrayList<>();
    List<String> needs = List.of();
    for (String word : List.of(words).subList(1, words.length)) {
      if (word.startsWith(NEEDS)) {
        needs = List.of(word.substring(NEEDS.length()).split(",", -1));
      } else {
        phases.add(Phase.parse(word));
      }
    }
    return new FeatureGate(words[0], List.copyOf(phases), needs);
  }

  /** The phase in a release; empty if the gate did not exist yet. */
  Optional<Phase> at(MinorVersion version) {
    return phases.stream()
        .filter(phase -> phase.since().compareTo(version) <= 0)
        .reduce((earlier, later) -> later);
  }
}
