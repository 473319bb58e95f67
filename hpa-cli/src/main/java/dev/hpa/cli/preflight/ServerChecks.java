package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.kube.discovery.ServerRelease;
import dev.hpa.spi.KubernetesApiException;

/** Checks that the API server answers and serves the API that the controller uses. */
final class ServerChecks {

  static final String TOPIC = "server";

  private ServerChecks() {}

  /**
   * The version of the server.
   *
   * @param emulated the version whose decisions are shown
   */
  static Check version(String address, ServerRelease release, KubernetesVersion emulated) {
    String reported = release.reported().isEmpty() ? "no version" : release.reported();
    String text =
        "%s at %s; decisions as in Kubernetes %s".formatted(reported, address, emulated.title());
    return release.isKnown()
        ? Check.ok(TOPIC, "version", text)
        : Check.warning(
            TOPIC,
            "version",
            text,
            "decisions may differ, and the server may drop fields; known are Kubernetes "
                + KubernetesVersion.all(" and "));
  }

  static Check unreachable(String address, KubernetesApiException failure) {
    if (failure.code() == 401) {
      return Check.failed(
          TOPIC,
          "version",
          address + " rejects the credentials of the kubeconfig",
          "log in to the cluster again, or name another --kubeconfig or --context");
    }
    return Check.failed(
        TOPIC,
        "version",
        address + " does not answer: " + failure.text(),
        "check --kubeconfig, the address in it and the network");
  }

  static Check api(LiveReader cluster) throws KubernetesApiException {
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
