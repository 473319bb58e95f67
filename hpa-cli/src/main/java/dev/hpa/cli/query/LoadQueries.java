package dev.hpa.cli.query;

import dev.hpa.api.GoQuote;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricSpec;
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
 */
public record LoadQueries(String demand, Map<String, String> ofMetrics) {

  /** Long enough for two samples of a container each minute. */
  private static final String WINDOW = "3m";

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
   * @param pods a regular expression of the names of its pods
   * @throws NoQueryException if one of its metrics has no query, or none says how high the load is
   */
  public static LoadQueries of(HorizontalPodAutoscaler hpa, String pods, MetricRules rules)
      throws NoQueryException {
    String containers = containers(hpa, pods);
    Map<String, String> loads = new LinkedHashMap<>();
    for (MetricSpec metric : hpa.spec().metricsOrEmpty()) {
      String name = name(metric);
      String query = query(hpa, metric, containers, pods, rules);
      String other = loads.putIfAbsent(name, query);
      if (other != null && !other.equals(query)) {
        throw new NoQueryException(
            "its metrics include " + name + " twice, with different selectors or objects");
      }
    }
    String demand = loads.containsKey(CPU) ? loads.remove(CPU) : other(loads);
    return new LoadQueries(demand, loads);
  }

  private static String containers(HorizontalPodAutoscaler hpa, String pods) {
    return "{namespace=%s,pod=~%s,container!=\"\",image!=\"\"}"
        .formatted(GoQuote.quote(hpa.metadata().namespaceOrEmpty()), GoQuote.quote(pods));
  }

  private static String name(MetricSpec metric) {
    if (metric.resource() != null) {
      return metric.resource().name();
    }
    if (metric.containerResource() != null) {
      return metric.containerResource().name();
    }
    if (metric.pods() != null) {
      return metric.pods().metric().name();
    }
    if (metric.object() != null) {
      return metric.object().metric().name();
    }
    return metric.external() == null ? "" : metric.external().metric().name();
  }

  private static String query(
      HorizontalPodAutoscaler hpa,
      MetricSpec metric,
      String containers,
      String pods,
      MetricRules rules)
      throws NoQueryException {
    String name = name(metric);
    if (metric.resource() != null || metric.containerResource() != null) {
      return switch (name) {
        case CPU ->
            "sum(rate(container_cpu_usage_seconds_total" + containers + "[" + WINDOW + "]))";
        case MEMORY -> "sum(container_memory_working_set_bytes" + containers + ")";
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
        .total(hpa, metric, pods)
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

  /**
   * The query of the replicas that the workload of an HPA had: those of kube-state-metrics, or else
   * the pods with usage.
   *
   * @param pods a regular expression of the names of its pods
   */
  public static String replicas(HorizontalPodAutoscaler hpa, String pods) {
    return "max(kube_horizontalpodautoscaler_status_current_replicas{namespace=%s,horizontalpodautoscaler=%s})"
            .formatted(
                GoQuote.quote(hpa.metadata().namespaceOrEmpty()),
                GoQuote.quote(hpa.metadata().nameOrEmpty()))
        + " or count(count by (pod) (container_memory_working_set_bytes"
        + containers(hpa, pods)
        + "))";
  }
}
