package dev.hpa.cli.preflight;

import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.List;

/** Whether the user of the kubeconfig has the rights of the controller. */
final class RightChecks {

  static final String TOPIC = "rights";

  private static final String FIX =
      "grant it, or run this with the kubeconfig of the controller's account; who applies the"
          + " manifests has to have every right they grant";

  private RightChecks() {}

  static List<Check> run(ClusterReader cluster, List<Right> rights) {
    List<Check> checks = new ArrayList<>();
    for (Right right : rights) {
      try {
        checks.add(
            cluster.mayI(right)
                ? Check.ok(TOPIC, right.toString(), "is allowed")
                : Check.failed(TOPIC, right.toString(), "is not allowed", FIX));
      } catch (KubernetesApiException failure) {
        checks.add(
            Check.warning(
                TOPIC,
                right.toString(),
                "cannot be checked: " + failure.text(),
                "allow the creation of selfsubjectaccessreviews"));
      }
    }
    return checks;
  }
}
