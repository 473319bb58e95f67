package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The status column of a pod and its counts. The status is the reason why the pod is not running,
 * by precedence: deletion, containers, init containers, then the pod itself.
 *
 * @param ready the number of ready containers, including sidecars
 * @param containers the number of containers, including sidecars
 */
record PodSummary(int ready, int containers, String status, ContainerRestarts restarts) {

  static PodSummary of(JsonNode pod) {
    JsonNode status = pod.path("status");
    InitContainers init = InitContainers.of(pod);
    int containers = pod.path("spec").path("containers").size() + init.lasting();
    PodSummary before =
        new PodSummary(
            init.ready(),
            containers,
            FieldReader.orElse(init.blocking(), ofPod(status)),
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
        .filter(condition -> FieldReader.text(condition.path("type")).equals(type))
        .findFirst()
        .filter(condition -> FieldReader.text(condition.path("status")).equals("True"))
        .isPresent();
  }

  private static String ofPod(JsonNode status) {
    boolean gated =
        status
            .path("conditions")
            .valueStream()
            .filter(condition -> FieldReader.text(condition.path("type")).equals("PodScheduled"))
            .anyMatch(c -> FieldReader.text(c.path("reason")).equals("SchedulingGated"));
    return gated
        ? "SchedulingGated"
        : FieldReader.textOr(status.path("reason"), FieldReader.text(status.path("phase")));
  }

  /** Counts restarts of sidecars, but not of init containers that have completed. */
  private PodSummary withContainers(JsonNode podStatus, InitContainers init) {
    int running = 0;
    String word = status;
    String failure = "";
    ContainerRestarts sum = init.lastingRestarts();
    for (JsonNode container : lastFirst(podStatus.path("containerStatuses"))) {
      sum = sum.plus(container);
      String reason = ContainerState.reason(container);
      word = FieldReader.orElse(reason, word);
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

  /** The status of the first container takes precedence. */
  private static List<JsonNode> lastFirst(JsonNode containers) {
    return containers.valueStream().toList().reversed();
  }

  /** Some containers completed: a ready pod is Running, then a failure applies, then NotReady. */
  private static String notAllCompleted(JsonNode podStatus, boolean running, String failure) {
    if (running && isConditionTrue(podStatus, "Ready")) {
      return "Running";
    }
    return FieldReader.orElse(failure, running ? "NotReady" : "Completed");
  }

  private PodSummary withDeletion(JsonNode pod) {
    JsonNode podStatus = pod.path("status");
    if (!FieldReader.isPresent(pod.path("metadata").path("deletionTimestamp"))) {
      return this;
    }
    if (FieldReader.text(podStatus.path("reason")).equals("NodeLost")) {
      return withStatus("Unknown");
    }
    return switch (FieldReader.text(podStatus.path("phase"))) {
      case "Succeeded", "Failed" -> this;
      default -> withStatus("Terminating");
    };
  }

  private PodSummary withStatus(String value) {
    return new PodSummary(ready, containers, value, restarts);
  }
}
