package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A pod in one word and some counts. The word is the reason of whatever keeps the pod from running,
 * as near to its cause as the pod's status says: deletion before containers, containers before init
 * containers, those before the pod itself.
 *
 * @param ready containers that are ready, counting init containers that keep running
 * @param containers containers that should be ready some time
 */
record PodSummary(int ready, int containers, String status, Restarts restarts) {

  static PodSummary of(JsonNode pod) {
    JsonNode status = pod.path("status");
    InitContainers init = InitContainers.of(pod);
    int containers = pod.path("spec").path("containers").size() + init.lasting();
    PodSummary before =
        new PodSummary(
            init.ready(),
            containers,
            Fields.orElse(init.blocking(), ofPod(status)),
            init.restarts());
    boolean initialized = init.blocking().isEmpty() || isConditionTrue(status, "Initialized");
    PodSummary alive = initialized ? before.withContainers(status, init) : before;
    return alive.withDeletion(pod);
  }

  /** Whether the first condition of this type is true. */
  static boolean isConditionTrue(JsonNode status, String type) {
    return status
        .path("conditions")
        .valueStream()
        .filter(condition -> Fields.text(condition.path("type")).equals(type))
        .findFirst()
        .filter(condition -> Fields.text(condition.path("status")).equals("True"))
        .isPresent();
  }

  private static String ofPod(JsonNode status) {
    boolean gated =
        status
            .path("conditions")
            .valueStream()
            .filter(condition -> Fields.text(condition.path("type")).equals("PodScheduled"))
            .anyMatch(c -> Fields.text(c.path("reason")).equals("SchedulingGated"));
    return gated
        ? "SchedulingGated"
        : Fields.textOr(status.path("reason"), Fields.text(status.path("phase")));
  }

  /**
   * Restarts of init containers that have done their work are forgotten, those of lasting ones are
   * not.
   */
  private PodSummary withContainers(JsonNode podStatus, InitContainers init) {
    int running = 0;
    String word = status;
    String failure = "";
    Restarts sum = init.lastingRestarts();
    for (JsonNode container : lastFirst(podStatus.path("containerStatuses"))) {
      sum = sum.plus(container);
      String reason = ContainerState.reason(container);
      word = Fields.orElse(reason, word);
      if (ContainerState.hasFailed(container)) {
        failure = reason;
      }
      if (reason.isEmpty() && ContainerState.isRunningAndReady(container)) {
        running++;
      }
    }
    if (word.equals("Completed")) {
      word = notAllCompleted(podStatus, running > 0, failure);
    }
    return new PodSummary(ready + running, containers, word, sum);
  }

  /** The first container has the last word. */
  private static List<JsonNode> lastFirst(JsonNode containers) {
    return containers.valueStream().toList().reversed();
  }

  /**
   * Some container completed: a pod that is ready all the same comes before a failure, that before
   * a pod that is not.
   */
  private static String notAllCompleted(JsonNode podStatus, boolean running, String failure) {
    if (running && isConditionTrue(podStatus, "Ready")) {
      return "Running";
    }
    return Fields.orElse(failure, running ? "NotReady" : "Completed");
  }

  private PodSummary withDeletion(JsonNode pod) {
    JsonNode podStatus = pod.path("status");
    if (!Fields.isPresent(pod.path("metadata").path("deletionTimestamp"))) {
      return this;
    }
    if (Fields.text(podStatus.path("reason")).equals("NodeLost")) {
      return withStatus("Unknown");
    }
    return switch (Fields.text(podStatus.path("phase"))) {
      case "Succeeded", "Failed" -> this;
      default -> withStatus("Terminating");
    };
  }

  private PodSummary withStatus(String value) {
    return new PodSummary(ready, containers, value, restarts);
  }
}
