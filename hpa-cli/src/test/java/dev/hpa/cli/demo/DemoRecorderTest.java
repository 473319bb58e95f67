package dev.hpa.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.SteppedCluster;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the report records of each sync of the controller, in virtual time. */
class DemoRecorderTest {

  private static final Duration RUN = Duration.ofMinutes(10);

  @TempDir private Path folder;

  @Test
  void eachDecisionHasItsReason() throws Exception {
    List<DecisionRow> rows = run("steady:cpu=100m").decisions();

    DecisionRow held = rows.getLast();
    assertEquals(DecisionRow.HELD, held.outcome());
    assertEquals("cpu 50 % is within the tolerance of 50 %: 1 replica", held.reason());
    assertEquals(1, held.desiredReplicas());
  }

  @Test
  void aScaleUpHasTheReasonOfItsDecision() throws Exception {
    List<DecisionRow> rows = run("steady:cpu=190m").decisions();

    DecisionRow up =
        rows.stream()
            .filter(row -> row.outcome().equals(DecisionRow.SCALED_UP))
            .findFirst()
            .orElseThrow();
    assertTrue(up.reason().matches("cpu \\d+ % is above 50 %: \\d+ replicas"), up.reason());
  }

  @Test
  void nothingIsDesiredBeforeTheFirstSuccess() throws Exception {
    DemoRecorder.State state = run("steady:cpu=100m");

    DecisionRow failed = state.decisions().getFirst();
    assertEquals(DecisionRow.FAILED, failed.outcome());
    assertNull(failed.desiredReplicas());
    assertNull(state.samples().getFirst().desiredReplicas());
    assertEquals(1, state.samples().getLast().desiredReplicas());
  }

  private DemoRecorder.State run(String load) throws Exception {
    DemoOptions options =
        new DemoOptions(
            RUN,
            1,
            load,
            Map.of(),
            1,
            10,
            50,
            folder.resolve("report.html"),
            true,
            ControllerOptions.DEFAULTS);
    VirtualTimeline timeline = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
    Path kubeconfig = folder.resolve("kubeconfig");
    try (Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline))) {
      SteppedCluster cluster = new SteppedCluster(timeline, sandbox);
      sandbox.writeKubeconfig(kubeconfig);
      ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
      try (Components controller =
          Components.builder(connection, timeline, options.controller()).create()) {
        DemoRecorder recorder = new DemoRecorder(sandbox, options);
        DemoWorkload.create(new HttpKubernetesApi(connection), options);
        controller.loop().onReconcile(recorder::cycle);
        controller.loop().start();
        timeline.every(Duration.ofSeconds(15), recorder::sample);
        cluster.run(RUN, controller);
        return recorder.state();
      }
    }
  }
}
