package dev.hpa.cli.lab;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.sandbox.server.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The controller writes the same as kube-controller-manager in a recorded minute. */
class RecordedRunLab {

  private static final Duration STARTUP_TIMEOUT = Duration.ofMinutes(2);

  /** The queue's period in the recording. */
  private static final Duration PERIOD = Duration.ofSeconds(2);

  /**
   * In the recording 10 s. Five rounds took slightly longer there, so the recommendation of the
   * first round had expired. A slightly shorter window makes this deterministic.
   */
  private static final Duration STABILIZATION = Duration.ofMillis(9_900);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  @Test
  void writesTheSameAsKubeControllerManager() throws Exception {
    Recording recording = Recording.read();
    try (Laboratory laboratory =
        Laboratory.open(folder, recording.targets(), recording.autoscalers(), recording.load())) {
      Duration length = recording.length().plus(PERIOD.dividedBy(2));
      try (Daemon controller =
          laboratory.startController(
              FreePorts.next(),
              List.of(
                  "--horizontal-pod-autoscaler-sync-period=" + PERIOD.toSeconds() + "s",
                  "--horizontal-pod-autoscaler-downscale-stabilization="
                      + STABILIZATION.toMillis()
                      + "ms"))) {
        controller.await(
            "end of the minute",
            STARTUP_TIMEOUT.plus(length),
            () -> laboratory.sinceFirstQuestion().compareTo(length) > 0);
      }

      List<AuditedRequest> asked = laboratory.audited();
      assertEquals(List.of(), asked.stream().filter(AuditedRequest::isDenied).toList());
      assertAlike(recording.writes().byObject(), Writes.of(asked).byObject());
    }
  }

  private static void assertAlike(
      Map<String, List<String>> recorded, Map<String, List<String>> written) {
    assertEquals(recorded.keySet(), written.keySet());
    assertAll(
        recorded.keySet().stream()
            .map(each -> () -> assertEquals(lines(recorded, each), lines(written, each), each)));
  }

  private static String lines(Map<String, List<String>> writes, String object) {
    return String.join("\n", writes.getOrDefault(object, List.of()));
  }
}
