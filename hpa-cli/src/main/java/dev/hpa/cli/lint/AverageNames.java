package dev.hpa.cli.lint;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Recognizes, by their names, metrics whose value does not add up over pods: latencies, averages
 * and shares.
 */
final class AverageNames {

  private static final Set<String> WORDS =
      Set.of(
          "avg",
          "average",
          "duration",
          "latency",
          "latencies",
          "mean",
          "median",
          "percent",
          "percentage",
          "percentile",
          "pct",
          "quantile",
          "ratio",
          "rtt",
          "utilisation",
          "utilization");

  /** Endings of the parts of a histogram or counter: these are totals. */
  private static final Set<String> TOTALS = Set.of("bucket", "count", "sum", "total");

  /** Statistics over time that exporters append to the name of a total, such as CloudWatch's. */
  private static final Set<String> STATISTICS = Set.of("average", "avg", "mean");

  private AverageNames() {}

  static boolean matches(String metric) {
    List<String> words = words(metric);
    if (words.isEmpty() || TOTALS.contains(words.getLast())) {
      return false;
    }
    boolean isStatistic = words.size() > 1 && STATISTICS.contains(words.getLast());
    List<String> named = isStatistic ? words.subList(0, words.size() - 1) : words;
    return named.stream().anyMatch(AverageNames::isAverage) || isResponseTime(named);
  }

  private static boolean isAverage(String word) {
    return WORDS.contains(word) || word.matches("p[0-9]{2,4}");
  }

  private static boolean isResponseTime(List<String> words) {
    int response = words.indexOf("response");
    return response >= 0 && words.subList(response, words.size()).contains("time");
  }

  /** The words of names such as {@code request_latency_p95}, {@code jobs:p95} or {@code avgAge}. */
  static List<String> words(String metric) {
    return List.of(
            metric
                .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .toLowerCase(Locale.ROOT)
                .split("[^a-z0-9]+", -1))
        .stream()
        .filter(each -> !each.isEmpty())
        .toList();
  }
}
