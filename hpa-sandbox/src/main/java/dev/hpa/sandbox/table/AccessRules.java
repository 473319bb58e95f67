package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Prints RoleBindings and ClusterRoleBindings; roles have the default columns. */
final class AccessRules {

  static final ResourceTable ROLE_BINDINGS =
      bindings(
          "roleBinding",
          """
          RoleRef can reference a Role in the current namespace or a ClusterRole in the global \
          namespace. If the RoleRef cannot be resolved, the Authorizer must return an error. This \
          field is immutable.""");

  static final ResourceTable CLUSTER_ROLE_BINDINGS =
      bindings(
          "clusterRoleBinding",
          """
          RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot \
          be resolved, the Authorizer must return an error. This field is immutable.""");

  private AccessRules() {}

  private static ResourceTable bindings(String kind, String role) {
    return new ResourceTable(
        List.of(
            Column.IDENTITY,
            Column.text("Role", role),
            Column.AGE,
            Column.text("Users", "Users in the " + kind).wide(),
            Column.text("Groups", "Groups in the " + kind).wide(),
            Column.text("ServiceAccounts", "ServiceAccounts in the " + kind).wide()),
        (binding, now) ->
            List.of(
                Fields.name(binding),
                binding.at("/roleRef/kind").asText() + "/" + binding.at("/roleRef/name").asText(),
                Ages.of(binding, now),
                subjects(binding, "User", AccessRules::name),
                subjects(binding, "Group", AccessRules::name),
                subjects(
                    binding,
                    "ServiceAccount",
                    account -> account.path("namespace").asText() + "/" + name(account))));
  }

  private static String name(JsonNode subject) {
    return subject.path("name").asText();
  }

  private static String subjects(JsonNode binding, String kind, Function<JsonNode, String> shown) {
    return StreamSupport.stream(binding.path("subjects").spliterator(), false)
        .filter(subject -> subject.path("kind").asText().equals(kind))
        .map(shown)
        .collect(Collectors.joining(", "));
  }
}
