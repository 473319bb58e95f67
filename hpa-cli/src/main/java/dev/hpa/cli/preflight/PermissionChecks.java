package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks that the user of the kubeconfig has the permissions of the controller. */
final class PermissionChecks {
  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

  static final String TOPIC = "permissions";

  private static final String FIX =
      "grant it, or use the kubeconfig of the controller's service account; the user who applies"
          + " the"
          + " manifests needs every permission that they grant";

  /** How many objects without the permission a message names. */
  private static final int NAMED = 3;

  private PermissionChecks() {}

  /** Permissions that differ only in the names of objects are one check. */
  static List<Check> run(LiveReader cluster, List<Permission> permissions, Progress progress) {
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

  private static Check check(LiveReader cluster, List<Permission> named) {
    Permission all = named.getFirst().ofAllNames();
    boolean isOne = named.size() == 1;
    String subject = isOne ? named.getFirst().toString() : all + ", " + named.size() + " names";
    try {
      if (!isOne && mayI(cluster, all)) {
        return Check.ok(TOPIC, subject, "is allowed");
      }
      List<String> missing = new ArrayList<>();
      for (Permission each : named) {
        if (!mayI(cluster, each)) {
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

  /** Whether the user of the connection has the right. */
  private static boolean mayI(LiveReader cluster, Permission right) throws KubernetesApiException {
    ObjectNode review = Json.mapper().createObjectNode();
    review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SelfSubjectAccessReview");
    String subresource = right.resource().substring(right.plural().length()).replace("/", "");
    review
        .putObject("spec")
        .putObject("resourceAttributes")
        .put("verb", right.verb())
        .put("group", right.group())
        .put("resource", right.plural())
        .put("subresource", subresource)
        .put("namespace", right.namespace())
        .put("name", right.name());
    JsonNode answer =
        cluster
            .api()
            .call(
                ApiRequest.post(
                    REVIEWS,
                    new ApiRequest.Subject("selfsubjectaccessreviews", "authorization.k8s.io", ""),
                    Json.text(review).getBytes(StandardCharsets.UTF_8)),
                body -> Json.tree(body));
    return answer.at("/status/allowed").asBoolean();
  }
}
