package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.controller.state.StateOptions;
import dev.hpa.controller.state.StateStorage;
import java.time.Duration;

/** The flags of the state that survives restarts. */
public final class StateFlags extends FlagGroup {

  private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

  private final Flag<String> state =
      text(
          "state",
          "STORAGE",
          "None",
          "Where recommendations, scale events and fallback clocks are saved, so that a restart"
              + " or a fail-over continues the windows of HPAs: None, or ConfigMap in the"
              + " namespace of the Lease (default: ${DEFAULT-VALUE}).");

  private final Flag<Duration> interval =
      duration(
          "state-interval",
          "30s",
          "Time between two saves of changed state; a crash loses what is younger. The state is"
              + " also saved on shutdown (default: ${DEFAULT-VALUE}).");

  /**
   * The options that these flags set.
   *
   * @throws UsageException if a value is invalid
   */
  StateOptions options() {
    StateStorage storage = storage(state.get());
    if (interval.get().compareTo(SHORTEST_INTERVAL) < 0) {
      throw new UsageException(
          "state-interval: \""
              + GoDuration.format(interval.get())
              + "\" is too short; use 1s or more");
    }
    return new StateOptions(storage, interval.get());
  }

  /**
   * The storage that a value of {@code --state} names.
   *
   * @throws UsageException if there is none
   */
  public static StateStorage storage(String name) {
    return StateStorage.of(name)
        .orElseThrow(
            () -> new UsageException("state: \"" + name + "\" is invalid; use None or ConfigMap"));
  }
}
