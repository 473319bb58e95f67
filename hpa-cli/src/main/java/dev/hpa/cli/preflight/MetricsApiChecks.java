package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.MetricSpec;
import dev.hpa.cli.fleet.LiveAutoscaler;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks the availability of the metrics APIs that the autoscalers use. */
final class MetricsApiChecks {

  static final String TOPIC = "metrics";

  /**
   * An API with its metric types.
   *
   * @param versions the versions that the controller reads, the preferred one first; empty if it
   *     reads the preferred version of the server
   */
  private record Api(String group, List<String> versions, String fix, Set<String> types) {

    boolean isUsedBy(LiveAutoscaler autoscaler) {
      List<MetricSpec> metrics = autoscaler.value().spec().metricsOrEmpty();
      return metrics.isEmpty()
          ? types.contains(MetricSpec.RESOURCE)
          : metrics.stream().anyMatch(each -> types.contains(each.type()));
    }
  }

  private static final String ADAPTER =
      "install a metrics adapter, read them from Prometheus, or route them to a plug-in";

  private static final List<Api> APIS =
      List.of(
          new Api(
              "metrics.k8s.io",
              List.of("v1", "v1beta1"),
              "install metrics-server",
              Set.of(MetricSpec.RESOURCE, MetricSpec.CONTAINER_RESOURCE)),
          new Api(
              "custom.metrics.k8s.io",
              List.of(),
              ADAPTER,
              Set.of(MetricSpec.PODS, MetricSpec.OBJECT)),
          new Api("external.metrics.k8s.io", List.of(), ADAPTER, Set.of(MetricSpec.EXTERNAL)));

  private MetricsApiChecks() {}

  /**
   * Checks each API.
   *
   * @param isRouted whether other providers serve some of the metrics, so that an API may be
   *     missing
   */
  static List<Check> run(LiveReader cluster, List<LiveAutoscaler> autoscalers, boolean isRouted) {
    List<Check> checks = new ArrayList<>();
    for (Api api : APIS) {
      List<String> users =
          autoscalers.stream().filter(api::isUsedBy).map(each -> each.name().toString()).toList();
      checks.add(check(cluster, api, users, isRouted));
    }
    return checks;
  }

  private static Check check(LiveReader cluster, Api api, List<String> users, boolean isRouted) {
    String used = users.isEmpty() ? "no HPA uses it" : "used by " + Counted.of(users.size(), "HPA");
    Availability found = availability(cluster, api);
    if (found.isAvailable()) {
      return found.problem().isEmpty()
          ? Check.ok(TOPIC, api.group(), "is available; " + used)
          : Check.warning(
              TOPIC,
              api.group(),
              found.problem() + "; " + found.version() + " is available and " + used,
              "delete the APIService, or repair or upgrade its server");
    }
    String message = found.problem() + "; " + used;
    if (users.isEmpty()) {
      return Check.ok(TOPIC, api.group(), message);
    }
    message += " (" + Counted.names(users) + ")";
    return isRouted
        ? Check.warning(TOPIC, api.group(), message, api.fix())
        : Check.failed(TOPIC, api.group(), message, api.fix());
  }

  /**
   * Whether an API is available.
   *
   * @param version the available version; empty for none
   * @param problem the problem of the API, or of a preferred version that is not available; empty
   *     for none
   */
  private record Availability(String version, String problem) {
    boolean isAvailable() {
      return !version.isEmpty();
    }
  }

  private static Availability availability(LiveReader cluster, Api api) {
    JsonNode group;
    try {
      group = cluster.get("/apis/" + api.group());
    } catch (KubernetesApiException failure) {
      return new Availability("", text(failure));
    }
    String first = "";
    for (String version : versions(api, group)) {
      Optional<String> problem = problem(cluster, api, version);
      if (problem.isEmpty()) {
        return new Availability(version, first);
      }
      first = first.isEmpty() ? problem.get() : first;
    }
    return new Availability(
        "",
        first.isEmpty()
            ? "is served in none of the versions " + String.join(", ", api.versions())
            : first);
  }

  /** The served versions that the controller reads, the preferred one first. */
  private static List<String> versions(Api api, JsonNode group) {
    if (api.versions().isEmpty()) {
      return List.of(group.at("/preferredVersion/version").asText());
    }
    List<String> served =
        group.path("versions").valueStream().map(each -> each.path("version").asText()).toList();
    return api.versions().stream().filter(served::contains).toList();
  }

  /** The problem of a version; empty if it is available. */
  private static Optional<String> problem(LiveReader cluster, Api api, String version) {
    String service = version + "." + api.group();
    try {
      cluster.get("/apis/" + api.group() + "/" + version);
      return unavailable(cluster, service);
    } catch (KubernetesApiException failure) {
      return Optional.of(service + " " + text(failure));
    }
  }

  private static String text(KubernetesApiException failure) {
    return failure.code() == 404 ? "is not served" : "does not answer: " + failure.text();
  }

  /** The status of the APIService, which not every user may read. */
  private static Optional<String> unavailable(LiveReader cluster, String name) {
    try {
      JsonNode service = cluster.get("/apis/apiregistration.k8s.io/v1/apiservices/" + name);
      return service
          .at("/status/conditions")
          .valueStream()
          .filter(each -> each.path("type").asText().equals("Available"))
          .filter(each -> each.path("status").asText().equals("False"))
          .map(each -> name + " is unavailable: " + each.path("message").asText())
          .findFirst();
    } catch (KubernetesApiException unknown) {
      return Optional.empty();
    }
  }
}
