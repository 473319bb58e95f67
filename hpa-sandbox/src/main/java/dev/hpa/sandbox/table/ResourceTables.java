package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** The printers by resource. */
final class ResourceTables {

  private static final Map<String, ResourceTable> DECLARED =
      Map.ofEntries(
          Map.entry("autoscaling/horizontalpodautoscalers", Autoscalers.TABLE),
          Map.entry("autoscaling/scales", Workloads.SCALES),
          Map.entry("apps/deployments", Workloads.DEPLOYMENTS),
          Map.entry("apps/replicasets", Workloads.REPLICA_SETS),
          Map.entry("apps/statefulsets", Workloads.STATEFUL_SETS),
          Map.entry("/replicationcontrollers", Workloads.REPLICATION_CONTROLLERS),
          Map.entry("/pods", Pods.TABLE),
          Map.entry("/services", Services.TABLE),
          Map.entry("/nodes", NodeTable.TABLE),
          Map.entry("/events", Events.TABLE),
          Map.entry("events.k8s.io/events", Events.TABLE),
          Map.entry("/configmaps", Basics.CONFIG_MAPS),
          Map.entry("/secrets", Basics.SECRETS),
          Map.entry("/serviceaccounts", Basics.SERVICE_ACCOUNTS),
          Map.entry("/namespaces", Basics.NAMESPACES),
          Map.entry("policy/poddisruptionbudgets", Basics.DISRUPTION_BUDGETS),
          Map.entry("apiregistration.k8s.io/apiservices", Basics.API_SERVICES),
          Map.entry("rbac.authorization.k8s.io/rolebindings", AccessRules.ROLE_BINDINGS),
          Map.entry(
              "rbac.authorization.k8s.io/clusterrolebindings", AccessRules.CLUSTER_ROLE_BINDINGS),
          Map.entry("coordination.k8s.io/leases", Basics.LEASES));

  /** The printer of built-in resources without columns of their own, such as roles. */
  private static final ResourceTable UNDECLARED =
      new ResourceTable(
          List.of(Column.IDENTITY, Column.created("Created At")),
          (object, now) -> List.of(Fields.name(object), created(object)));

  private ResourceTables() {}

  static ResourceTable of(String group, String resource) {
    return DECLARED.getOrDefault(group + "/" + resource, UNDECLARED);
  }

  private static String created(JsonNode object) {
    return Fields.textOr(object.path("metadata").path("creationTimestamp"), "0001-01-01T00:00:00Z");
  }
}
