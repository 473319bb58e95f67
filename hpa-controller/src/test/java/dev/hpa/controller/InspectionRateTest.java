package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.Inspector;
import dev.hpa.controller.reconcile.ScaleReads;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.content.ContentType;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers of explanations do not take the requests of the controller. */
@Tag("security")
class InspectionRateTest {

  /** Tokens that do not come back within the test: one takes 28 hours. */
  private static final ClientOptions FEW = new ClientOptions(1e-5, 100, ContentType.JSON);

  private static final int READERS = 4;

  @ParameterizedTest
  @EnumSource(ScaleReads.class)
  void autoscalersAreSyncedWhileReadersWaitForTheirTokens(ScaleReads reads) throws Exception {
    ControllerOptions options = ControllerOptions.DEFAULTS.withScaleReads(reads);
    SimulatorOptions simulator = SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0);
    try (OptionsCluster cluster = new OptionsCluster(options, simulator, FEW)) {
      for (int i = 0; i < READERS; i++) {
        cluster.autoscaler("web-" + i, "absent");
      }
      cluster.runUntil(() -> isSynced(cluster, 1), Duration.ofMinutes(1));
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        NamespacedName key = new NamespacedName("default", "web-" + i);
        Inspector inspector = cluster.controller().inspector();
        readers.add(Thread.ofPlatform().start(() -> read(inspector, key)));
      }
      SteppedCluster.await(() -> cluster.timeline.sleepers().containsAll(Set.copyOf(readers)));
      cluster.run(Duration.ofSeconds(30));
      for (int i = 0; i < READERS; i++) {
        assertEquals(3, cluster.syncs("web-" + i));
      }
      for (Thread each : readers) {
        each.interrupt();
        each.join();
      }
    }
  }

  private static boolean isSynced(OptionsCluster cluster, int times) {
    for (int i = 0; i < READERS; i++) {
      if (cluster.syncs("web-" + i) < times) {
        return false;
      }
    }
    return true;
  }

  private static void read(Inspector inspector, NamespacedName key) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Inspector.Inspection ignored = inspector.formatted(each -> each).inspect(key);
      }
    } catch (CancellationException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
