package dev.hpa.simulation;

/** The part of a demand above what can be served, while the demand is linear in time. */
public final class ExcessDemand {

  private ExcessDemand() {}

  /**
   * The time during which there is an excess, in seconds.
   *
   * @param seconds the length of the line
   * @param first the demand minus what can be served, at the start of the line
   * @param last the same at its end
   */
  public static double seconds(double seconds, double first, double last) {
    double highest = Math.max(first, last);
    double lowest = Math.min(first, last);
    if (highest <= 0) {
      return 0;
    }
    return lowest >= 0 ? seconds : seconds * highest / (highest - lowest);
  }

  /** The integral of the excess, in units times seconds; the parameters are those of seconds. */
  public static double units(double seconds, double first, double last) {
    double highest = Math.max(first, last);
    double lowest = Math.min(first, last);
    return highest <= 0 ? 0 : (highest + Math.max(0, lowest)) / 2 * seconds(seconds, first, last);
  }
}
