package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which resource is printed how. */
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
          Map.entry("/nodes", Nodes.TABLE),
          Map.entry("/events", Events.TABLE),
          Map.entry("events.k8s.io/events", Events.TABLE),
          Map.entry("/configmaps", Basics.CONFIG_MAPS),
          Map.entry("/secrets", Basics.SECRETS),
          Map.entry("/serviceaccounts", Basics.SERVICE_ACCOUNTS),
          Map.entry("/namespaces", Basics.NAMESPACES),
          Map.entry("coordination.k8s.io/leases", Basics.LEASES));

  /** A built-in resource that nobody wrote columns for, such as custom resource definitions. */
  private static final ResourceTable UNDECLARED =
      new ResourceTable(
          List.of(Column.IDENTITY, Column.created("Created At")),
          (object, now) -> List.of(Fields.name(object), created(object)));

  /** A custom resource that brings no columns of its own. */
  private static final ResourceTable CUSTOM =
      new ResourceTable(
          List.of(Column.IDENTITY, Column.created("Age")),
          (object, now) -> List.of(Fields.name(object), Ages.of(object, now)));

  private ResourceTables() {}

  static ResourceTable of(String group, String resource) {
    @Nullable ResourceTable declared = DECLARED.get(group + "/" + resource);
    if (declared != null) {
      return declared;
    }
    return isBuiltIn(group) ? UNDECLARED : CUSTOM;
  }

  /** The group of a custom resource is a domain, and normally none of Kubernetes' own. */
  private static boolean isBuiltIn(String group) {
    return group.indexOf('.') < 0 || group.endsWith(".k8s.io");
  }

  private static String created(JsonNode object) {
    return Fields.textOr(object.path("metadata").path("creationTimestamp"), "0001-01-01T00:00:00Z");
  }
}
