package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a Deployment asks for.
 *
 * @param maxSurge how many pods more than {@code replicas} there may be while updating
 * @param maxUnavailable how many pods fewer than {@code replicas} may be available while updating
 * @param hash of the pod template
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
    // With neither, an update could not take its first step.
    boolean stuck = !recreate && surge == 0 && unavailable == 0;
    return new DeploymentSpec(
        replicas,
        spec.path("paused").asBoolean(false),
        recreate,
        surge,
        Math.min(stuck ? 1 : unavailable, replicas),
        spec.path("revisionHistoryLimit").asInt(10),
        deployment.path("metadata").path("generation").asLong(),
        TemplateHash.of(spec.path("template")));
  }

  /** A number, or a percentage of the replicas; 0 for anything else. */
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

  /** How many pods there may be at most. */
  int most() {
    return replicas + maxSurge;
  }

  /** How many pods must be available at least. */
  int leastAvailable() {
    return replicas - maxUnavailable;
  }
}
