package dev.hpa.cli.preflight;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ScaleReads;
import dev.hpa.core.options.OptionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The permissions that the controller needs. A test compares them with the manifests. */
public final class RequiredPermissions {

  /** Verbs, group, resources, namespace and name; {@code -} is empty. */
  private static final String READS =
      """
      list,watch autoscaling horizontalpodautoscalers - -
      list,watch - pods - -
      list metrics.k8s.io pods - -
      get custom.metrics.k8s.io * - -
      list external.metrics.k8s.io * - -
      get apps deployments/scale,replicasets/scale,statefulsets/scale - -
      get - replicationcontrollers/scale - -
      create authentication.k8s.io tokenreviews - -
      create authorization.k8s.io subjectaccessreviews - -
      get - configmaps kube-system extension-apiserver-authentication
      """;

  private static final String SHADOW_READS =
      """
      get coordination.k8s.io leases kube-system kube-controller-manager
      """;

  private static final String WRITES =
      """
      update autoscaling horizontalpodautoscalers/status - -
      create,patch - events - -
      update apps deployments/scale,replicasets/scale,statefulsets/scale - -
      update - replicationcontrollers/scale - -
      """;

  /** The ConfigMaps of one leader in the manifests: enough for 50,000 autoscalers. */
  private static final int PARTS_OF_LEADER = 10;

  /** The ConfigMaps of each of several shards in the manifests. */
  private static final int PARTS_OF_SHARD = 3;

  private RequiredPermissions() {}

  /**
   * The permissions of a controller with the flags of the manifests.
   *
   * @param lease the Lease for leader election
   * @param state whether it saves its state in ConfigMaps
   * @param shards number of shards; 0 for one leader
   * @param shadow whether it runs in shadow mode
   */
  public static List<Permission> of(
      NamespacedName lease, boolean state, int shards, boolean shadow) {
    List<Permission> permissions = new ArrayList<>(parsed(READS));
    if (shadow) {
      permissions.addAll(parsed(SHADOW_READS));
    } else {
      permissions.addAll(parsed(WRITES));
      String group = "coordination.k8s.io";
      permissions.add(new Permission("create", group, "leases", lease.namespace(), ""));
      permissions.add(new Permission("get", group, "leases", lease.namespace(), lease.name()));
      permissions.add(new Permission("update", group, "leases", lease.namespace(), lease.name()));
      if (shards > 0) {
        // The names of the Leases of replicas depend on the pods.
        for (String verb : List.of("list", "update", "delete")) {
          permissions.add(new Permission(verb, group, "leases", lease.namespace(), ""));
        }
      }
      if (state) {
        permissions.addAll(ofState(lease, Math.max(1, shards)));
      }
    }
    return List.copyOf(permissions);
  }

  /** The permissions for the ConfigMaps of all shards. */
  private static List<Permission> ofState(NamespacedName lease, int shards) {
    List<Permission> permissions = new ArrayList<>();
    permissions.add(new Permission("create", "", "configmaps", lease.namespace(), ""));
    for (int shard = 0; shard < shards; shard++) {
      for (int part = 0; part < (shards == 1 ? PARTS_OF_LEADER : PARTS_OF_SHARD); part++) {
        String configMap = "%s-state-%d-of-%d-%d".formatted(lease.name(), shard, shards, part);
        permissions.add(new Permission("get", "", "configmaps", lease.namespace(), configMap));
        permissions.add(new Permission("update", "", "configmaps", lease.namespace(), configMap));
      }
    }
    return permissions;
  }

  /**
   * The permissions that only some flags and options need.
   *
   * @param has whether an autoscaler has an option
   */
  static List<Permission> ofFlags(ControllerOptions controller, Predicate<OptionKey> has) {
    StringBuilder table = new StringBuilder();
    if (controller.appliesOptions() && controller.autoscalerOptions().namespaces()) {
      table.append("list,watch - namespaces - -\n");
    }
    if (controller.scaleReads() == ScaleReads.WATCH) {
      table.append("list,watch apps deployments,replicasets,statefulsets - -\n");
      table.append("list,watch - replicationcontrollers - -\n");
    }
    boolean annotates =
        controller.settings().differences().deletionCostHints()
            || has.test(OptionKey.SCALE_DOWN_ORDER);
    if (!controller.shadow() && annotates) {
      table.append("get,patch - pods - -\n");
    }
    if (has.test(OptionKey.DRAIN)) {
      table.append("list,watch - nodes - -\n");
      table.append("list,watch policy poddisruptionbudgets - -\n");
    }
    return parsed(table.toString());
  }

  /** The permissions to scale another resource. */
  static List<Permission> toScale(String group, String resource, boolean shadow) {
    Permission read = new Permission("get", group, resource + "/scale", "", "");
    Permission write = new Permission("update", group, resource + "/scale", "", "");
    return shadow ? List.of(read) : List.of(read, write);
  }

  private static List<Permission> parsed(String table) {
    List<Permission> permissions = new ArrayList<>();
    for (String line : table.lines().toList()) {
      String[] words = line.replace(" -", " ").split(" ", -1);
      for (String resource : words[2].split(",", -1)) {
        for (String verb : words[0].split(",", -1)) {
          permissions.add(new Permission(verb, words[1], resource, words[3], words[4]));
        }
      }
    }
    return permissions;
  }
}
