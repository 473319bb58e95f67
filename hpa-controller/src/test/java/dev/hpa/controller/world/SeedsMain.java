package dev.hpa.controller.world;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Runs seeds, as {@code 1-100,2181105608}: writes a line for each that fails and a summary. {@code
 * SEED log} writes the log of one, {@code SEEDS until} ends with the first that fails.
 */
final class SeedsMain {

  private SeedsMain() {}

  public static void main(String[] arguments) {
    String mode = arguments.length > 1 ? arguments[1] : "";
    if (mode.equals("log")) {
      Simulation.Result result = Simulation.run(Long.parseLong(arguments[0]), System.out::println);
      System.out.println(result.checksum());
      System.exit(result.isFine() ? 0 : 1);
    }
    System.exit(run(seeds(arguments[0]), mode.equals("until")) ? 0 : 1);
  }

  private static long[] seeds(String text) {
    return Stream.of(text.split(","))
        .map(each -> each.split("-"))
        .flatMapToLong(
            range ->
                LongStream.rangeClosed(
                    Long.parseLong(range[0]), Long.parseLong(range[range.length - 1])))
        .toArray();
  }

  private static boolean run(long[] seeds, boolean untilFirst) {
    long begun = System.nanoTime();
    Duration simulated = Duration.ZERO;
    Map<String, Integer> coverage = new TreeMap<>();
    long failed = 0;
    long count = 0;
    int runs = 0;
    for (long seed : seeds) {
      Simulation.Result result = Simulation.run(seed, line -> {});
      count++;
      simulated = simulated.plus(result.simulated());
      result.faults().forEach((name, times) -> coverage.merge(name, times, Integer::sum));
      result.injected().forEach((name, times) -> coverage.merge(name, times, Integer::sum));
      runs = runs * 31 + result.checksum().hashCode();
      if (!result.isFine()) {
        failed++;
        System.out.println("seed " + seed + ": " + result.violations());
        if (untilFirst) {
          break;
        }
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.println(coverage);
    System.out.println("checksum of all runs: " + Integer.toHexString(runs));
    System.out.printf(
        "%d of %d seeds failed, %.1f simulated hours in %.0f s: %.1f hours and %.0f seeds a"
            + " minute%n",
        failed,
        count,
        simulated.toSeconds() / 3600.0,
        seconds,
        simulated.toSeconds() / 60.0 / seconds,
        60 * count / seconds);
    return failed == 0;
  }
}
