package dev.hpa.benchmarks.load;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counters on the metrics page of a contender.
 *
 * @param reconciliations number of reconciliations so far; null if the page does not have it
 * @param allocatedBytes bytes allocated for objects so far; null if the page does not have it
 */
record Counters(@Nullable Long reconciliations, @Nullable Long allocatedBytes) {

  static final Counters NONE = new Counters(null, null);

  private static final List<String> RECONCILIATIONS =
      List.of("horizontal_pod_autoscaler_controller_reconciliations_total");

  /** Of Java and Go. */
  private static final List<String> ALLOCATED_BYTES =
      List.of("jvm_gc_memory_allocated_bytes_total", "go_memstats_alloc_bytes_total");

  /** Reads a page in the text format of Prometheus. */
  static Counters of(String page) {
    return new Counters(sum(page, RECONCILIATIONS), sum(page, ALLOCATED_BYTES));
  }

  private static @Nullable Long sum(String page, List<String> names) {
    double sum = 0;
    boolean isPresent = false;
    for (String line : page.split("\n", -1)) {
      if (names.stream().anyMatch(line::startsWith)) {
        isPresent = true;
        sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
      }
    }
    return isPresent ? Math.round(sum) : null;
  }

  /** The sums with those of another page; null where one of them has no value. */
  Counters plus(Counters other) {
    return new Counters(
        sum(reconciliations, other.reconciliations), sum(allocatedBytes, other.allocatedBytes));
  }

  private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
    return one == null || other == null ? null : (Long) (one + other);
  }

  /**
   * The increase since an earlier page; null without a value, and from zero if only that had none.
   */
  Counters since(Counters earlier) {
    return new Counters(
        increase(earlier.reconciliations, reconciliations),
        increase(earlier.allocatedBytes, allocatedBytes));
  }

  private static @Nullable Long increase(@Nullable Long before, @Nullable Long now) {
    return now == null ? null : (Long) (now - (before == null ? 0 : before));
  }
}
