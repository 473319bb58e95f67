package dev.hpa.cli.preflight;

import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks that the user of the kubeconfig has the permissions of the controller. */
final class PermissionChecks {

  static final String TOPIC = "permissions";

  private static final String FIX =
      "grant it, or use the kubeconfig of the controller's service account; the user who applies"
          + " the"
          + " manifests needs every permission that they grant";

  /** How many objects without the permission a message names. */
  private static final int NAMED = 3;

  private PermissionChecks() {}

  /** Permissions that differ only in the names of objects are one check. */
  static List<Check> run(ClusterReader cluster, List<Permission> permissions, Progress progress) {
    Map<Permission, List<Permission>> groups = new LinkedHashMap<>();
    for (Permission each : permissions) {
      groups.computeIfAbsent(each.ofAllNames(), any -> new ArrayList<>()).add(each);
    }
    List<Check> checks = new ArrayList<>();
    groups.forEach(
        (all, named) -> {
          progress.show(checks.size(), groups.size(), "permissions");
          checks.add(check(cluster, named.contains(all) ? List.of(all) : named));
        });
    return checks;
  }

  private static Check check(ClusterReader cluster, List<Permission> named) {
    Permission all = named.getFirst().ofAllNames();
    boolean isOne = named.size() == 1;
    String subject = isOne ? named.getFirst().toString() : all + ", " + named.size() + " names";
    try {
      if (!isOne && cluster.mayI(all)) {
        return Check.ok(TOPIC, subject, "is allowed");
      }
      List<String> missing = new ArrayList<>();
      for (Permission each : named) {
        if (!cluster.mayI(each)) {
          missing.add(each.name());
        }
      }
      return missing.isEmpty()
          ? Check.ok(TOPIC, subject, "is allowed")
          : Check.failed(
              TOPIC, subject, "is not allowed" + (isOne ? "" : ": " + listed(missing)), FIX);
    } catch (KubernetesApiException failure) {
      return Check.warning(
          TOPIC,
          subject,
          "cannot be checked: " + failure.text(),
          "grant create on selfsubjectaccessreviews");
    }
  }

  private static String listed(List<String> names) {
    String first =
        names.stream()
            .limit(NAMED)
            .map(each -> "\"" + each + "\"")
            .collect(Collectors.joining(", "));
    return names.size() > NAMED ? first + " and " + (names.size() - NAMED) + " more" : first;
  }
}
