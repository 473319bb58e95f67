package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Prints RoleBindings and ClusterRoleBindings; roles have the default columns. */
final class RoleBindingPrinters {

  static final ResourcePrinter ROLE_BINDINGS =
      bindings(
          "roleBinding",
          """
          RoleRef can reference a Role in the current namespace or a ClusterRole in the global \
          namespace. If the RoleRef cannot be resolved, the Authorizer must return an error. This \
          field is immutable.""");

  static final ResourcePrinter CLUSTER_ROLE_BINDINGS =
      bindings(
          "clusterRoleBinding",
          """
          RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot \
          be resolved, the Authorizer must return an error. This field is immutable.""");

  private RoleBindingPrinters() {}

  private static ResourcePrinter bindings(String kind, String role) {
    return new ResourcePrinter(
        List.of(
            TableColumn.IDENTITY,
            TableColumn.text("Role", role),
            TableColumn.AGE,
            TableColumn.text("Users", "Users in the " + kind).wide(),
            TableColumn.text("Groups", "Groups in the " + kind).wide(),
            TableColumn.text("ServiceAccounts", "ServiceAccounts in the " + kind).wide()),
        (binding, now) ->
            List.of(
                FieldReader.name(binding),
                binding.at("/roleRef/kind").asText() + "/" + binding.at("/roleRef/name").asText(),
                AgeFormat.of(binding, now),
                subjects(binding, "User", RoleBindingPrinters::name),
                subjects(binding, "Group", RoleBindingPrinters::name),
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
