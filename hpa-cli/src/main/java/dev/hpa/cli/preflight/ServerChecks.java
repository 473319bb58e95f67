package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.List;

/** Checks that the API server answers and serves the API that the controller uses. */
final class ServerChecks {

  static final String TOPIC = "server";

  private ServerChecks() {}

  static List<Check> run(ClusterReader cluster, String address) {
    List<Check> checks = new ArrayList<>();
    try {
      String version = cluster.get("/version").path("gitVersion").asText();
      checks.add(Check.ok(TOPIC, "version", version + " at " + address));
      checks.add(api(cluster));
    } catch (KubernetesApiException failure) {
      checks.add(
          Check.failed(
              TOPIC,
              "version",
              address + " does not answer: " + failure.text(),
              "check --kubeconfig, the address in it and the network"));
    }
    return checks;
  }

  private static Check api(ClusterReader cluster) throws KubernetesApiException {
    JsonNode group = cluster.get("/apis/autoscaling");
    boolean served =
        group
            .path("versions")
            .valueStream()
            .anyMatch(each -> each.path("version").asText().equals("v2"));
    return served
        ? Check.ok(TOPIC, "autoscaling/v2", "is served")
        : Check.failed(TOPIC, "autoscaling/v2", "is not served", "use Kubernetes 1.23 or later");
  }
}
