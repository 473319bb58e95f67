package dev.hpa.controller.world;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs seeds: {@code FIRST COUNT} writes a line for each that fails and a summary, {@code SEED log}
 * the log of one, {@code FIRST COUNT until} ends with the first that fails.
 */
final class SeedsMain {

  private SeedsMain() {}

  public static void main(String[] arguments) {
    long first = Long.parseLong(arguments[0]);
    if (arguments[1].equals("log")) {
      Simulation.Result result = Simulation.run(first, System.out::println);
      System.out.println(result.checksum());
      System.exit(result.isFine() ? 0 : 1);
    }
    long count = Long.parseLong(arguments[1]);
    System.exit(run(first, count, arguments.length > 2) ? 0 : 1);
  }

  private static boolean run(long first, long count, boolean untilFirst) {
    long begun = System.nanoTime();
    Duration simulated = Duration.ZERO;
    Map<String, Integer> coverage = new TreeMap<>();
    long failed = 0;
    int runs = 0;
    long seed = first;
    for (; seed < first + count && !(untilFirst && failed > 0); seed++) {
      Simulation.Result result = Simulation.run(seed, line -> {});
      simulated = simulated.plus(result.simulated());
      result.faults().forEach((name, times) -> coverage.merge(name, times, Integer::sum));
      result.injected().forEach((name, times) -> coverage.merge(name, times, Integer::sum));
      runs = runs * 31 + result.checksum().hashCode();
      if (!result.isFine()) {
        failed++;
        System.out.println("seed " + seed + ": " + result.violations());
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.println(coverage);
    System.out.println("checksum of all runs: " + Integer.toHexString(runs));
    System.out.printf(
        "%d of %d seeds failed, %.1f simulated hours in %.0f s: %.1f hours and %.0f seeds a minute%n",
        failed,
        seed - first,
        simulated.toSeconds() / 3600.0,
        seconds,
        simulated.toSeconds() / 60.0 / seconds,
        60 * (seed - first) / seconds);
    return failed == 0;
  }
}
