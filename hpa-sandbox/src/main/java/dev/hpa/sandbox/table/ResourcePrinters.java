package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** The printers by resource. */
final class ResourcePrinters {

  private static final Map<String, ResourcePrinter> DECLARED =
      Map.ofEntries(
          Map.entry("autoscaling/horizontalpodautoscalers", AutoscalerPrinter.TABLE),
          Map.entry("autoscaling/scales", WorkloadPrinters.SCALES),
          Map.entry("apps/deployments", WorkloadPrinters.DEPLOYMENTS),
          Map.entry("apps/replicasets", WorkloadPrinters.REPLICA_SETS),
          Map.entry("apps/statefulsets", WorkloadPrinters.STATEFUL_SETS),
          Map.entry("/replicationcontrollers", WorkloadPrinters.REPLICATION_CONTROLLERS),
          Map.entry("/pods", PodPrinter.TABLE),
          Map.entry("/services", ServicePrinter.TABLE),
          Map.entry("/nodes", NodePrinter.TABLE),
          Map.entry("/events", EventPrinter.TABLE),
          Map.entry("events.k8s.io/events", EventPrinter.TABLE),
          Map.entry("/configmaps", BasicPrinters.CONFIG_MAPS),
          Map.entry("/secrets", BasicPrinters.SECRETS),
          Map.entry("/serviceaccounts", BasicPrinters.SERVICE_ACCOUNTS),
          Map.entry("/namespaces", BasicPrinters.NAMESPACES),
          Map.entry("policy/poddisruptionbudgets", BasicPrinters.DISRUPTION_BUDGETS),
          Map.entry("apiregistration.k8s.io/apiservices", BasicPrinters.API_SERVICES),
          Map.entry("rbac.authorization.k8s.io/rolebindings", RoleBindingPrinters.ROLE_BINDINGS),
          Map.entry(
              "rbac.authorization.k8s.io/clusterrolebindings",
              RoleBindingPrinters.CLUSTER_ROLE_BINDINGS),
          Map.entry("coordination.k8s.io/leases", BasicPrinters.LEASES));

  /** The printer of built-in resources without custom columns, such as roles. */
  private static final ResourcePrinter UNDECLARED =
      new ResourcePrinter(
          List.of(TableColumn.IDENTITY, TableColumn.created("Created At")),
          (object, now) -> List.of(FieldReader.name(object), created(object)));

  private ResourcePrinters() {}

  static ResourcePrinter of(String group, String resource) {
    return DECLARED.getOrDefault(group + "/" + resource, UNDECLARED);
  }

  private static String created(JsonNode object) {
    return FieldReader.textOr(
        object.path("metadata").path("creationTimestamp"), "0001-01-01T00:00:00Z");
  }
}
