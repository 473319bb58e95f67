package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The progress of a pod's init containers. Those with restart policy {@code Always} (sidecars) run
 * as long as the pod: the next one does not wait for their end, and they count like ordinary
 * containers.
 *
 * @param blocking the reason why the pod is initializing, prefixed with {@code Init:}, or empty
 * @param lasting the number of sidecars
 * @param ready the number of ready sidecars
 * @param restarts the restarts of all up to the one that blocks
 * @param lastingRestarts the restarts of the sidecars among them
 */
record InitContainers(
    String blocking,
    int lasting,
    int ready,
    ContainerRestarts restarts,
    ContainerRestarts lastingRestarts) {

  static InitContainers of(JsonNode pod) {
    JsonNode specs = pod.path("spec").path("initContainers");
    Set<String> lasting =
        specs
            .valueStream()
            .filter(spec -> FieldReader.text(spec.path("restartPolicy")).equals("Always"))
            .map(spec -> FieldReader.text(spec.path("name")))
            .collect(Collectors.toUnmodifiableSet());
    InitContainers sum =
        new InitContainers("", lasting.size(), 0, ContainerRestarts.NONE, ContainerRestarts.NONE);
    JsonNode statuses = pod.path("status").path("initContainerStatuses");
    for (int i = 0; i < statuses.size() && sum.blocking.isEmpty(); i++) {
      JsonNode status = statuses.path(i);
      boolean lasts = lasting.contains(FieldReader.text(status.path("name")));
      sum = sum.plus(status, lasts, "Init:" + i + "/" + specs.size());
    }
    return sum;
  }

  private InitContainers plus(JsonNode status, boolean lasts, String progress) {
    boolean over = ContainerState.hasSucceeded(status);
    boolean up = !over && lasts && status.path("started").asBoolean();
    return new InitContainers(
        over || up ? "" : reason(status, progress),
        lasting,
        up && ContainerState.isReady(status) ? ready + 1 : ready,
        restarts.plus(status),
        lasts ? lastingRestarts.plus(status) : lastingRestarts);
  }

  private static String reason(JsonNode status, String progress) {
    JsonNode state = status.path("state");
    String ended = ContainerState.ofTermination(state.path("terminated"));
    if (!ended.isEmpty()) {
      return "Init:" + ended;
    }
    String waiting = FieldReader.text(state.path("waiting").path("reason"));
    return waiting.isEmpty() || waiting.equals("PodInitializing") ? progress : "Init:" + waiting;
  }
}
