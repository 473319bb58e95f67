package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads the status of a container. */
final class ContainerState {

  private ContainerState() {}

  /** The reason why the container is not running, or empty. */
  static String reason(JsonNode container) {
    JsonNode state = container.path("state");
    String waiting = Fields.text(state.path("waiting").path("reason"));
    return waiting.isEmpty() ? ofTermination(state.path("terminated")) : waiting;
  }

  /** The reason of a termination, or empty. */
  static String ofTermination(JsonNode terminated) {
    if (!Fields.isPresent(terminated)) {
      return "";
    }
    int signal = Fields.number(terminated.path("signal"));
    String number =
        signal == 0 ? "ExitCode:" + Fields.number(terminated.path("exitCode")) : "Signal:" + signal;
    return Fields.textOr(terminated.path("reason"), number);
  }

  static boolean hasSucceeded(JsonNode container) {
    JsonNode terminated = container.path("state").path("terminated");
    return Fields.isPresent(terminated) && Fields.number(terminated.path("exitCode")) == 0;
  }

  static boolean hasFailed(JsonNode container) {
    return Fields.number(container.path("state").path("terminated").path("exitCode")) != 0;
  }

  static boolean isReady(JsonNode container) {
    return container.path("ready").asBoolean();
  }

  static boolean isRunningAndReady(JsonNode container) {
    return isReady(container) && Fields.isPresent(container.path("state").path("running"));
  }
}
