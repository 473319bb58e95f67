package dev.hpa.sandbox.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.store.ObjectKey;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A role that a binding grants to a subject.
 *
 * @param binding the namespace is empty for a ClusterRoleBinding
 * @param role the namespace is empty for a ClusterRole
 * @param subject as messages print it: {@code Group "system:masters"}
 */
record Grant(ObjectKey binding, ObjectKey role, String subject) implements Comparable<Grant> {

  private static final Comparator<Grant> ORDER =
      Comparator.comparing(Grant::binding).thenComparing(Grant::subject).thenComparing(Grant::role);

  /**
   * A user or group, and the scope of its grant.
   *
   * @param namespace empty for the whole cluster
   */
  record Holder(boolean isGroup, String name, String namespace) {}

  /** The grants of a binding by holder. */
  static Map<Holder, Grant> ofBinding(ObjectKey key, ObjectNode binding) {
    JsonNode ref = binding.path("roleRef");
    boolean ofNamespace = ref.path("kind").asText().equals("Role");
    ObjectKey role = new ObjectKey(ofNamespace ? key.namespace() : "", ref.path("name").asText());
    Map<Holder, Grant> grants = new LinkedHashMap<>();
    for (JsonNode subject : binding.path("subjects")) {
      String kind = subject.path("kind").asText();
      String name = subject.path("name").asText();
      String home = subject.path("namespace").asText("");
      boolean isAccount = kind.equals("ServiceAccount");
      grants.put(
          new Holder(
              kind.equals("Group"),
              isAccount ? User.serviceAccount(home, name) : name,
              key.namespace()),
          new Grant(key, role, "%s \"%s\"".formatted(kind, isAccount ? name + "/" + home : name)));
    }
    return grants;
  }

  /** The reason of an allowed request, as kube-apiserver prints it. */
  String reason() {
    boolean ofCluster = binding.namespace().isEmpty();
    return "RBAC: allowed by %s \"%s\" of %s \"%s\" to %s"
        .formatted(
            ofCluster ? "ClusterRoleBinding" : "RoleBinding",
            ofCluster ? binding.name() : binding.name() + "/" + binding.namespace(),
            role.namespace().isEmpty() ? "ClusterRole" : "Role",
            role.name(),
            subject);
  }

  /** The message for a role that does not exist, as kube-apiserver prints it. */
  String missingRole() {
    return "%s.rbac.authorization.k8s.io \"%s\" not found"
        .formatted(role.namespace().isEmpty() ? "clusterrole" : "role", role.name());
  }

  @Override
  public int compareTo(Grant other) {
    return ORDER.compare(this, other);
  }
}
