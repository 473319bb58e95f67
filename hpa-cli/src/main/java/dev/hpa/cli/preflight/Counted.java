package dev.hpa.cli.preflight;

/** Formats numbers with a noun. */
final class Counted {

  private Counted() {}

  static String of(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
