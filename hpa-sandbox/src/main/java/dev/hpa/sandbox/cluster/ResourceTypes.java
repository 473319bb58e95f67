package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.sandbox.cluster.ResourceType.ScalePaths;
import dev.hpa.sandbox.cluster.ResourceType.SelectorForm;
import dev.hpa.sandbox.cluster.ResourceType.Strategy;
import dev.hpa.sandbox.cluster.ResourceType.Version;
import dev.hpa.sandbox.proto.ObjectSchema;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The built-in resources, in the order of discovery within each group. A new resource needs an
 * entry here and, for defaults or validation, a strategy.
 */
public final class ResourceTypes {

  private static final List<String> ALL = List.of("all");
  private static final List<String> NONE = List.of();

  public static final ResourceType NAMESPACES =
      cluster("", "v1", "namespaces", "Namespace", List.of("ns"), true, new NamespaceStrategy());

  public static final ResourceType NODES =
      cluster("", "v1", "nodes", "Node", List.of("no"), true, Strategy.NONE);

  public static final ResourceType PODS =
      namespaced("", "v1", "pods", "Pod", List.of("po"), ALL, true, null, new PodStrategy());

  public static final ResourceType REPLICATION_CONTROLLERS =
      namespaced(
          "",
          "v1",
          "replicationcontrollers",
          "ReplicationController",
          List.of("rc"),
          ALL,
          true,
          ScalePaths.ofWorkload(SelectorForm.MAP),
          new WorkloadStrategy("ReplicationController", ScalePaths.ofWorkload(SelectorForm.MAP)));

  public static final ResourceType SERVICES =
      namespaced("", "v1", "services", "Service", List.of("svc"), ALL, true, null, Strategy.NONE);

  public static final ResourceType CONFIG_MAPS =
      namespaced(
          "", "v1", "configmaps", "ConfigMap", List.of("cm"), NONE, false, null, Strategy.NONE);

  public static final ResourceType EVENTS =
      namespaced(
          "", "v1", "events", "Event", List.of("ev"), NONE, false, null, new EventStrategy());

  public static final ResourceType SECRETS =
      namespaced("", "v1", "secrets", "Secret", NONE, NONE, false, null, Strategy.NONE);

  public static final ResourceType SERVICE_ACCOUNTS =
      namespaced(
          "",
          "v1",
          "serviceaccounts",
          "ServiceAccount",
          List.of("sa"),
          NONE,
          false,
          null,
          Strategy.NONE);

  public static final ResourceType API_SERVICES =
      new ResourceType(
          "apiregistration.k8s.io",
          List.of(Version.custom(new ApiGroupVersion("apiregistration.k8s.io", "v1"), true)),
          "apiservices",
          "apiservice",
          "APIService",
          false,
          NONE,
          List.of("api-extensions"),
          true,
          null,
          new StoredStrategy());

  public static final ResourceType DEPLOYMENTS = workload("deployments", "Deployment", "deploy");

  public static final ResourceType REPLICA_SETS = workload("replicasets", "ReplicaSet", "rs");

  public static final ResourceType STATEFUL_SETS = workload("statefulsets", "StatefulSet", "sts");

  public static final ResourceType HORIZONTAL_POD_AUTOSCALERS =
      new ResourceType(
          "autoscaling",
          AutoscalerStrategy.versions(),
          "horizontalpodautoscalers",
          "horizontalpodautoscaler",
          "HorizontalPodAutoscaler",
          true,
          List.of("hpa"),
          ALL,
          true,
          null,
          new AutoscalerStrategy(KubernetesVersion.DEFAULT, HpaFeatureGates.DEFAULT));

  public static final ResourceType POD_DISRUPTION_BUDGETS =
      namespaced(
          "policy",
          "v1",
          "poddisruptionbudgets",
          "PodDisruptionBudget",
          List.of("pdb"),
          NONE,
          true,
          null,
          new StoredStrategy());

  public static final ResourceType CLUSTER_ROLE_BINDINGS =
      access("clusterrolebindings", "ClusterRoleBinding", false, new RoleStrategy());

  public static final ResourceType CLUSTER_ROLES =
      access("clusterroles", "ClusterRole", false, new RoleStrategy());

  public static final ResourceType ROLE_BINDINGS =
      access("rolebindings", "RoleBinding", true, new RoleStrategy());

  public static final ResourceType ROLES = access("roles", "Role", true, new RoleStrategy());

  public static final ResourceType CUSTOM_RESOURCE_DEFINITIONS =
      new ResourceType(
          "apiextensions.k8s.io",
          List.of(Version.custom(new ApiGroupVersion("apiextensions.k8s.io", "v1"), true)),
          "customresourcedefinitions",
          "customresourcedefinition",
          "CustomResourceDefinition",
          false,
          List.of("crd", "crds"),
          List.of("api-extensions"),
          true,
          null,
          new CustomResourceDefinitionStrategy());

  public static final ResourceType LEASES =
      namespaced(
          "coordination.k8s.io",
          "v1",
          "leases",
          "Lease",
          NONE,
          NONE,
          false,
          null,
          new LeaseStrategy());

  private static final List<ResourceType> BUILT_IN =
      List.of(
          NAMESPACES,
          NODES,
          PODS,
          REPLICATION_CONTROLLERS,
          SERVICES,
          CONFIG_MAPS,
          EVENTS,
          SECRETS,
          SERVICE_ACCOUNTS,
          API_SERVICES,
          DEPLOYMENTS,
          REPLICA_SETS,
          STATEFUL_SETS,
          HORIZONTAL_POD_AUTOSCALERS,
          POD_DISRUPTION_BUDGETS,
          CLUSTER_ROLE_BINDINGS,
          CLUSTER_ROLES,
          ROLE_BINDINGS,
          ROLES,
          CUSTOM_RESOURCE_DEFINITIONS,
          LEASES);

  private ResourceTypes() {}

  /** The built-in resources. */
  public static List<ResourceType> all() {
    return BUILT_IN;
  }

  /** The built-in resources of a version, with feature gates of HorizontalPodAutoscalers. */
  static List<ResourceType> all(KubernetesVersion version, HpaFeatureGates gates) {
    return BUILT_IN.stream()
        .map(
            type ->
                type.equals(HORIZONTAL_POD_AUTOSCALERS)
                    ? type.withStrategy(new AutoscalerStrategy(version, gates))
                    : type)
        .toList();
  }

  /** The built-in resource with this group and plural, or null. */
  public static @Nullable ResourceType find(String group, String plural) {
    return find(BUILT_IN, group, plural);
  }

  /** The built-in resource with this group and kind, or null. */
  public static @Nullable ResourceType ofKind(String group, String kind) {
    return ofKind(BUILT_IN, group, kind);
  }

  static @Nullable ResourceType find(List<ResourceType> types, String group, String plural) {
    return types.stream()
        .filter(type -> type.isServedIn(group) && type.plural().equals(plural))
        .findFirst()
        .orElse(null);
  }

  static @Nullable ResourceType ofKind(List<ResourceType> types, String group, String kind) {
    return types.stream()
        .filter(type -> type.isServedIn(group) && type.kind().equals(kind))
        .findFirst()
        .orElse(null);
  }

  private static ResourceType access(
      String plural, String kind, boolean namespaced, Strategy strategy) {
    return type(
        "rbac.authorization.k8s.io",
        "v1",
        plural,
        kind,
        namespaced,
        NONE,
        NONE,
        false,
        null,
        strategy);
  }

  private static ResourceType workload(String plural, String kind, String shortName) {
    return namespaced(
        "apps",
        "v1",
        plural,
        kind,
        List.of(shortName),
        ALL,
        true,
        ScalePaths.ofWorkload(SelectorForm.LABEL_SELECTOR),
        new WorkloadStrategy(kind, ScalePaths.ofWorkload(SelectorForm.LABEL_SELECTOR)));
  }

  private static ResourceType namespaced(
      String group,
      String version,
      String plural,
      String kind,
      List<String> shortNames,
      List<String> categories,
      boolean hasStatus,
      @Nullable ScalePaths scale,
      Strategy strategy) {
    return type(
        group, version, plural, kind, true, shortNames, categories, hasStatus, scale, strategy);
  }

  private static ResourceType cluster(
      String group,
      String version,
      String plural,
      String kind,
      List<String> shortNames,
      boolean hasStatus,
      Strategy strategy) {
    return type(group, version, plural, kind, false, shortNames, NONE, hasStatus, null, strategy);
  }

  /** A stored version that drops unknown fields. */
  static Version version(ApiGroupVersion id, String kind) {
    ObjectSchema schema = Objects.requireNonNull(ObjectSchema.of(id.toString(), kind), kind);
    return Version.stored(id, json -> schema.settled((ObjectNode) Json.tree(json)));
  }

  private static ResourceType type(
      String group,
      String version,
      String plural,
      String kind,
      boolean namespaced,
      List<String> shortNames,
      List<String> categories,
      boolean hasStatus,
      @Nullable ScalePaths scale,
      Strategy strategy) {
    return new ResourceType(
        group,
        List.of(version(new ApiGroupVersion(group, version), kind)),
        plural,
        kind.toLowerCase(java.util.Locale.ROOT),
        kind,
        namespaced,
        shortNames,
        categories,
        hasStatus,
        scale,
        strategy);
  }
}
