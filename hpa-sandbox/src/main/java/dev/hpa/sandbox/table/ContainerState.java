package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads the status of a container. */
final class ContainerState {

  private ContainerState() {}

  /** The reason why the container is not running, or empty. */
  static String reason(JsonNode container) {
    JsonNode state = container.path("state");
    String waiting = FieldReader.text(state.path("waiting").path("reason"));
    return waiting.isEmpty() ? ofTermination(state.path("terminated")) : waiting;
  }

  /** The reason of a termination, or empty. */
  static String ofTermination(JsonNode terminated) {
    if (!FieldReader.isPresent(terminated)) {
      return "";
    }
    int signal = FieldReader.number(terminated.path("signal"));
    String number =
        signal == 0
            ? "ExitCode:" + FieldReader.number(terminated.path("exitCode"))
            : "Signal:" + signal;
    return FieldReader.textOr(terminated.path("reason"), number);
  }

  static boolean hasSucceeded(JsonNode container) {
    JsonNode terminated = container.path("state").path("terminated");
    return FieldReader.isPresent(terminated)
        && FieldReader.number(terminated.path("exitCode")) == 0;
  }

  static boolean hasFailed(JsonNode container) {
    return FieldReader.number(container.path("state").path("terminated").path("exitCode")) != 0;
  }

  static boolean isReady(JsonNode container) {
    return container.path("ready").asBoolean();
  }

  static boolean isRunningAndReady(JsonNode container) {
    return isReady(container) && FieldReader.isPresent(container.path("state").path("running"));
  }
}
