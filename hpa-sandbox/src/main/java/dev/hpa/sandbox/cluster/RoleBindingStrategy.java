package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.util.ArrayList;
import java.util.List;

/** The strategy of RoleBindings and ClusterRoleBindings. */
record RoleBindingStrategy(boolean ofCluster) implements ResourceType.Strategy {

  private static final String GROUP = "rbac.authorization.k8s.io";

  @Override
  public boolean allowsPathSegmentNames() {
    return true;
  }

  @Override
  public void prepareForCreate(ObjectNode binding) {
    setDefaults(binding);
    List<Cause> causes = new ArrayList<>();
    checkRole(binding.path("roleRef"), causes);
    int index = 0;
    for (JsonNode subject : binding.path("subjects")) {
      checkSubject(subject, "subjects[" + index++ + "]", causes);
    }
    reject(binding, causes);
  }

  @Override
  public void prepareForUpdate(ObjectNode binding, ObjectNode before) {
    prepareForCreate(binding);
    JsonNode role = binding.path("roleRef");
    if (!role.equals(before.path("roleRef"))) {
      reject(binding, List.of(Cause.invalid("roleRef", role.toString(), "cannot change roleRef")));
    }
  }

  private static void setDefaults(ObjectNode binding) {
    PodTemplates.putIfAbsent(binding.withObject("/roleRef"), "apiGroup", GROUP);
    for (JsonNode subject : binding.path("subjects")) {
      if (subject instanceof ObjectNode each && !isAccount(each)) {
        PodTemplates.putIfAbsent(each, "apiGroup", GROUP);
      }
    }
  }

  private static boolean isAccount(JsonNode subject) {
    return subject.path("kind").asText().equals("ServiceAccount");
  }

  private void checkRole(JsonNode role, List<Cause> causes) {
    String kind = role.path("kind").asText("");
    boolean known = kind.equals("ClusterRole") || (kind.equals("Role") && !ofCluster);
    if (!known) {
      String[] kinds =
          ofCluster ? new String[] {"ClusterRole"} : new String[] {"ClusterRole", "Role"};
      causes.add(Cause.notSupported("roleRef.kind", "\"" + kind + "\"", kinds));
    }
    if (role.path("name").asText("").isEmpty()) {
      causes.add(Cause.required("roleRef.name", ""));
    }
  }

  private static void checkSubject(JsonNode subject, String field, List<Cause> causes) {
    String kind = subject.path("kind").asText("");
    if (!List.of("ServiceAccount", "User", "Group").contains(kind)) {
      causes.add(
          Cause.notSupported(
              field + ".kind", "\"" + kind + "\"", "ServiceAccount", "User", "Group"));
    }
    if (subject.path("name").asText("").isEmpty()) {
      causes.add(Cause.required(field + ".name", ""));
    }
    if (isAccount(subject) && subject.path("namespace").asText("").isEmpty()) {
      causes.add(Cause.required(field + ".namespace", ""));
    }
  }

  private void reject(ObjectNode binding, List<Cause> causes) {
    if (!causes.isEmpty()) {
      throw StatusException.invalid(
          GROUP,
          ofCluster ? "ClusterRoleBinding" : "RoleBinding",
          binding.path("metadata").path("name").asText(),
          causes);
    }
  }
}
