package dev.hpa.app.evaluate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kinds a scenario's cluster has: those of a cluster without extensions that have a scale.
 *
 * @param versions in how many versions the recorded cluster had the kind; a scale that cannot be
 *     read is asked for once for each
 */
record ScenarioKinds(String group, String kind, String plural, int versions) {

  private static final List<ScenarioKinds> ALL =
      List.of(
          new ScenarioKinds("apps", "Deployment", "deployments", 3),
          new ScenarioKinds("apps", "ReplicaSet", "replicasets", 2),
          new ScenarioKinds("apps", "StatefulSet", "statefulsets", 3),
          new ScenarioKinds("", "ReplicationController", "replicationcontrollers", 1));

  /** The kind with exactly this name, or null. */
  static @Nullable ScenarioKinds find(String group, String kind) {
    return ALL.stream()
        .filter(each -> each.group.equals(group) && each.kind.equals(kind))
        .findFirst()
        .orElse(null);
  }

  String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }
}
