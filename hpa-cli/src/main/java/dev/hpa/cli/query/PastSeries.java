package dev.hpa.cli.query;

import dev.hpa.api.GoQuote;
import dev.hpa.api.HorizontalPodAutoscaler;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The series that Prometheus has of an HPA, from kube-state-metrics, and of its pods, from
 * cAdvisor.
 *
 * @param pods a regular expression of the names of its pods
 * @param labels that all its series have as well, such as the cluster in a shared Prometheus
 */
public record PastSeries(HorizontalPodAutoscaler hpa, String pods, Map<String, String> labels) {

  public PastSeries {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /** A metric of the containers, without the series of whole pods and of pause containers. */
  String ofContainers(String metric) {
    return "%s{namespace=%s,pod=~%s,container!=\"\",image!=\"\"%s}"
        .formatted(metric, quotedNamespace(), GoQuote.quote(pods), matchers());
  }

  /** The replicas that the workload had; without kube-state-metrics the pods with usage. */
  public String replicas() {
    return max("status_current_replicas") + orPods();
  }

  /** The replicas that the controller wanted; without kube-state-metrics the pods with usage. */
  public String desiredReplicas() {
    return max("status_desired_replicas") + orPods();
  }

  /** The minReplicas that the HPA had. */
  public String minReplicas() {
    return max("spec_min_replicas");
  }

  /** The maxReplicas that the HPA had. */
  public String maxReplicas() {
    return max("spec_max_replicas");
  }

  /**
   * The number of samples that a container has in a window.
   *
   * @param window as Prometheus writes it
   */
  public String samplesOfContainers(String window) {
    return "max(count_over_time(%s[%s]))"
        .formatted(ofContainers("container_cpu_usage_seconds_total"), window);
  }

  /** The number of samples that the replicas have in a window. */
  public String samplesOfReplicas(String window) {
    return "max(count_over_time(%s[%s]))".formatted(ofHpa("status_desired_replicas"), window);
  }

  private String max(String field) {
    return "max(" + ofHpa(field) + ")";
  }

  private String ofHpa(String field) {
    return "kube_horizontalpodautoscaler_%s{namespace=%s,horizontalpodautoscaler=%s%s}"
        .formatted(
            field, quotedNamespace(), GoQuote.quote(hpa.metadata().nameOrEmpty()), matchers());
  }

  private String orPods() {
    return " or count(count by (pod) (%s))"
        .formatted(ofContainers("container_memory_working_set_bytes"));
  }

  private String quotedNamespace() {
    return GoQuote.quote(hpa.metadata().namespaceOrEmpty());
  }

  private String matchers() {
    StringBuilder all = new StringBuilder();
    labels.forEach(
        (name, value) -> all.append(',').append(name).append('=').append(GoQuote.quote(value)));
    return all.toString();
  }
}
