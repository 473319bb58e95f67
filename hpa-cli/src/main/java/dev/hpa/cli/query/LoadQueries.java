package dev.hpa.cli.query;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricSpec;
import dev.hpa.cli.simulate.LoadSource;
import dev.hpa.cli.simulate.Loads;
import dev.hpa.cli.simulate.PrometheusRange;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The queries of Prometheus for the past load of the workload of an HPA. Usage is that of the
 * containers, without the series that cAdvisor has for the sum of a pod and for its pause
 * container.
 *
 * @param demand the total demand on the workload; cores if the HPA has a CPU metric
 * @param ofMetrics the loads of other metrics, by name
 * @param lag how much later than the demand itself its samples are, on average
 */
public record LoadQueries(String demand, Map<String, String> ofMetrics, Duration lag) {

  private static final String CPU = "cpu";
  private static final String MEMORY = "memory";

  public LoadQueries {
    ofMetrics = Collections.unmodifiableMap(new LinkedHashMap<>(ofMetrics));
  }

  /** Queries of metrics that are not usage, such as by rules of prometheus-adapter. */
  @FunctionalInterface
  public interface MetricRules {
    /** There are none. */
    MetricRules NONE = (hpa, metric, pods) -> Optional.empty();

    /**
     * The query of the total of a metric over the workload.
     *
     * @param pods a regular expression of the names of its pods
     * @return empty if there is no rule
     */
    Optional<String> total(HorizontalPodAutoscaler hpa, MetricSpec metric, String pods);
  }

  /** An HPA whose load cannot be queried; the message says why, without a full stop. */
  public static final class NoQueryException extends Exception {
    private static final long serialVersionUID = 1;

    NoQueryException(String message) {
      super(message);
    }
  }

  /**
   * The queries for an HPA.
   *
   * @param series of the HPA and its workload
   * @param rate how CPU usage is computed
   * @throws NoQueryException if one of its metrics has no query, or none says how high the load is
   */
  public static LoadQueries of(PastSeries series, MetricRules rules, UsageRate rate)
      throws NoQueryException {
    Map<String, String> loads = new LinkedHashMap<>();
    for (MetricSpec metric : series.hpa().spec().metricsOrEmpty()) {
      String name = metric.metricName();
      String query = query(series, metric, rules, rate);
      String other = loads.putIfAbsent(name, query);
      if (other != null && !other.equals(query)) {
        throw new NoQueryException(
            "its metrics include " + name + " twice, with different selectors or objects");
      }
    }
    return loads.containsKey(CPU)
        ? new LoadQueries(loads.remove(CPU), loads, rate.lag())
        : new LoadQueries(other(loads), loads, Duration.ZERO);
  }

  /** A copy whose loads have the times of their samples. */
  public LoadQueries withoutLag() {
    return new LoadQueries(demand, ofMetrics, Duration.ZERO);
  }

  /** The loads that these queries give in a past time. */
  public Loads loads(PrometheusRange range) {
    Map<String, LoadSource> separate = new LinkedHashMap<>();
    ofMetrics.forEach((name, query) -> separate.put(name, range.query(query)));
    return new Loads(range.query(demand, lag), separate);
  }

  private static String query(
      PastSeries series, MetricSpec metric, MetricRules rules, UsageRate rate)
      throws NoQueryException {
    String name = metric.metricName();
    if (metric.resource() != null || metric.containerResource() != null) {
      return switch (name) {
        case CPU ->
            "sum(" + rate.of(series.ofContainers("container_cpu_usage_seconds_total")) + ")";
        case MEMORY -> "sum(" + series.ofContainers("container_memory_working_set_bytes") + ")";
        default -> throw new NoQueryException("the usage of " + name + " has no query");
      };
    }
    boolean isTotal =
        (metric.object() == null || metric.object().target().value() == null)
            && (metric.external() == null || metric.external().target().value() == null);
    if (!isTotal) {
      throw new NoQueryException(
          "the target of its metric "
              + name
              + " is a Value, which does not say how high the load is");
    }
    return rules
        .total(series.hpa(), metric, series.pods())
        .orElseThrow(
            () ->
                new NoQueryException(
                    "no query is known for its metric "
                        + name
                        + "; give --prometheus-rules with a rule for it"));
  }

  /** The demand of an HPA without a CPU metric: its first metric but memory. */
  private static String other(Map<String, String> loads) throws NoQueryException {
    for (String name : loads.keySet()) {
      if (!name.equals(MEMORY)) {
        return loads.remove(name);
      }
    }
    throw new NoQueryException(
        "its only metric is memory, which does not say how high the load is");
  }
}
