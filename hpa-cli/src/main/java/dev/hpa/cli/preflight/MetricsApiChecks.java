package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.MetricSpec;
import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks the availability of the metrics APIs that the autoscalers use. */
final class MetricsApiChecks {

  static final String TOPIC = "metrics";

  /** An API with its metric types. */
  private record Api(String group, String fix, Set<String> types) {

    boolean isUsedBy(LiveAutoscaler autoscaler) {
      List<MetricSpec> metrics = autoscaler.value().spec().metricsOrEmpty();
      return metrics.isEmpty()
          ? types.contains(MetricSpec.RESOURCE)
          : metrics.stream().anyMatch(each -> types.contains(each.type()));
    }
  }

  private static final String ADAPTER =
      "install a metrics adapter, or route these metrics to a plug-in";

  private static final List<Api> APIS =
      List.of(
          new Api(
              "metrics.k8s.io",
              "install metrics-server",
              Set.of(MetricSpec.RESOURCE, MetricSpec.CONTAINER_RESOURCE)),
          new Api("custom.metrics.k8s.io", ADAPTER, Set.of(MetricSpec.PODS, MetricSpec.OBJECT)),
          new Api("external.metrics.k8s.io", ADAPTER, Set.of(MetricSpec.EXTERNAL)));

  private MetricsApiChecks() {}

  /**
   * Checks each API.
   *
   * @param isRouted whether plug-ins serve some of the metrics, so that an API may be missing
   */
  static List<Check> run(
      ClusterReader cluster, List<LiveAutoscaler> autoscalers, boolean isRouted) {
    List<Check> checks = new ArrayList<>();
    for (Api api : APIS) {
      long users = autoscalers.stream().filter(api::isUsedBy).count();
      checks.add(check(cluster, api, users, isRouted));
    }
    return checks;
  }

  private static Check check(ClusterReader cluster, Api api, long users, boolean isRouted) {
    String used =
        users == 0 ? "no autoscaler uses it" : "used by " + Counted.of(users, "autoscaler");
    Optional<String> problem = problem(cluster, api);
    if (problem.isEmpty()) {
      return Check.ok(TOPIC, api.group(), "is available; " + used);
    }
    String message = problem.get() + "; " + used;
    if (users == 0) {
      return Check.ok(TOPIC, api.group(), message);
    }
    return isRouted
        ? Check.warning(TOPIC, api.group(), message, api.fix())
        : Check.failed(TOPIC, api.group(), message, api.fix());
  }

  /** The problem of the API; empty if it is available. */
  private static Optional<String> problem(ClusterReader cluster, Api api) {
    try {
      JsonNode group = cluster.get("/apis/" + api.group());
      String version = group.at("/preferredVersion/version").asText();
      cluster.get("/apis/" + api.group() + "/" + version);
      return unavailable(cluster, version + "." + api.group());
    } catch (KubernetesApiException failure) {
      return Optional.of(
          failure.code() == 404 ? "is not served" : "does not answer: " + failure.text());
    }
  }

  /** The status of the APIService, which not every user may read. */
  private static Optional<String> unavailable(ClusterReader cluster, String name) {
    try {
      JsonNode service = cluster.get("/apis/apiregistration.k8s.io/v1/apiservices/" + name);
      return service
          .at("/status/conditions")
          .valueStream()
          .filter(each -> each.path("type").asText().equals("Available"))
          .filter(each -> each.path("status").asText().equals("False"))
          .map(each -> "is unavailable: " + each.path("message").asText())
          .findFirst();
    } catch (KubernetesApiException unknown) {
      return Optional.empty();
    }
  }
}
