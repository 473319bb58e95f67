package dev.hpa.cli.simulate;

/**
 * The figures of the recorded part of a load between two times, in units of the load.
 *
 * @param min infinite when nothing was recorded
 * @param avg over the recorded time; NaN when nothing was recorded
 * @param max negative and infinite when nothing was recorded
 * @param integral in units times seconds
 * @param seconds how much of the time was recorded
 * @param samples with a number
 */
record LoadFigures(
    double min, double avg, double max, double integral, double seconds, long samples) {

  boolean isEmpty() {
    return samples == 0 && seconds == 0;
  }
}
