package dev.hpa.cli.simulate;

/**
 * The figures of the recorded part of a load between two times, in units of the load.
 *
 * @param min infinite if nothing was recorded
 * @param avg over the recorded time; NaN if nothing was recorded
 * @param max negative infinity if nothing was recorded
 * @param integral in units times seconds
 * @param seconds recorded time in seconds
 * @param samples number of samples with a number
 */
public record LoadFigures(
    double min, double avg, double max, double integral, double seconds, long samples) {

  boolean isEmpty() {
    return samples == 0 && seconds == 0;
  }
}
