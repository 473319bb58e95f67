package dev.hpa.cli.preflight;

/** Receives how far preflight is. */
@FunctionalInterface
public interface Progress {

  /**
   * @param done of {@code total}
   * @param unit what is counted, such as {@code autoscalers}
   */
  void show(int done, int total, String unit);
}
