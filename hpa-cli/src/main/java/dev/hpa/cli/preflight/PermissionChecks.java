package dev.hpa.cli.preflight;

import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.List;

/** Checks that the user of the kubeconfig has the permissions of the controller. */
final class PermissionChecks {

  static final String TOPIC = "permissions";

  private static final String FIX =
      "grant it, or use the kubeconfig of the controller's service account; the user who applies"
          + " the"
          + " manifests needs every permission that they grant";

  private PermissionChecks() {}

  static List<Check> run(ClusterReader cluster, List<Permission> permissions) {
    List<Check> checks = new ArrayList<>();
    for (Permission permission : permissions) {
      try {
        checks.add(
            cluster.mayI(permission)
                ? Check.ok(TOPIC, permission.toString(), "is allowed")
                : Check.failed(TOPIC, permission.toString(), "is not allowed", FIX));
      } catch (KubernetesApiException failure) {
        checks.add(
            Check.warning(
                TOPIC,
                permission.toString(),
                "cannot be checked: " + failure.text(),
                "grant create on selfsubjectaccessreviews"));
      }
    }
    return checks;
  }
}
