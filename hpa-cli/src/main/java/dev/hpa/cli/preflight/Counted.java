package dev.hpa.cli.preflight;

/** Numbers with what they count. */
final class Counted {

  private Counted() {}

  static String of(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
