package dev.hpa.cli.preflight;

import java.util.List;

/** Formats numbers with a noun, and lists of which only the first are named. */
final class Counted {

  private static final int NAMED = 3;

  private Counted() {}

  static String of(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** The first names, and how many more there are. */
  static String names(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
    return names.size() <= NAMED ? first : first + " and " + (names.size() - NAMED) + " more";
  }
}
