package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The spec of a Deployment.
 *
 * @param maxSurge the maximum number of pods above {@code replicas} during an update
 * @param maxUnavailable the maximum number of unavailable pods during an update
 * @param hash the hash of the pod template
 */
record DeploymentSpec(
    int replicas,
    boolean paused,
    boolean recreate,
    int maxSurge,
    int maxUnavailable,
    int revisionHistoryLimit,
    long generation,
    String hash) {

  static DeploymentSpec of(ObjectNode deployment) {
    JsonNode spec = deployment.path("spec");
    int replicas = spec.path("replicas").asInt();
    boolean recreate = spec.path("strategy").path("type").asText().equals("Recreate");
    JsonNode rolling = spec.path("strategy").path("rollingUpdate");
    int surge = recreate ? 0 : resolve(rolling.path("maxSurge"), replicas, true);
    int unavailable = recreate ? 0 : resolve(rolling.path("maxUnavailable"), replicas, false);
    // If both were 0, an update could not progress.
    boolean stuck = !recreate && surge == 0 && unavailable == 0;
    return new DeploymentSpec(
        replicas,
        spec.path("paused").asBoolean(false),
        recreate,
        surge,
        Math.min(stuck ? 1 : unavailable, replicas),
        spec.path("revisionHistoryLimit").asInt(10),
        deployment.path("metadata").path("generation").asLong(),
        PodTemplateHash.of(spec.path("template")));
  }

  /** A number, or a percentage of the replicas; 0 for other values. */
  static int resolve(JsonNode value, int replicas, boolean roundUp) {
    String text = value.asText("");
    if (!text.endsWith("%")) {
      return value.asInt(0);
    }
    String percent = text.substring(0, text.length() - 1);
    if (!percent.matches("[0-9]{1,9}")) {
      return 0;
    }
    double share = Double.parseDouble(percent) * replicas / 100.0;
    return (int) (roundUp ? Math.ceil(share) : Math.floor(share));
  }

  /** The maximum number of pods. */
  int maxPods() {
    return replicas + maxSurge;
  }

  /** The minimum number of available pods. */
  int minAvailable() {
    return replicas - maxUnavailable;
  }
}
