package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.core.Settings;
import dev.hpa.simulation.ReplayLimitException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariantRunTest {

  private static final int PODS = 8;
  private static final Duration WARM_UP = Duration.ofMinutes(15);
  private static final Duration LENGTH = Duration.ofMinutes(10);
  private static final Duration SYNC_PERIOD = Duration.ofSeconds(15);
  private static final long SYNCS = WARM_UP.plus(LENGTH).dividedBy(SYNC_PERIOD) + 1;

  private final Path folder;
  private final List<Duration> simulated = new ArrayList<>();

  VariantRunTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        folder.resolve("hpa.yaml"),
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: web, namespace: shop}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          minReplicas: %d
          maxReplicas: %d
          metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]
        """
            .formatted(PODS, PODS));
    Files.writeString(
        folder.resolve("load.csv"), "time,value\n0,2\n%d,2\n".formatted(LENGTH.toSeconds()));
  }

  private VariantResult run(long maxPodSyncs) throws IOException, UnusableInputException {
    SimulateOptions options =
        SimulateOptions.of(
                List.of(folder.resolve("hpa.yaml").toString()),
                Loads.of(new LoadFile(folder.resolve("load.csv").toString())),
                Settings.DEFAULTS)
            .resources(Map.of("cpu", "500m"), Map.of("cpu", "1"))
            .time(null, LENGTH, WARM_UP)
            .syncPeriod(SYNC_PERIOD)
            .build();
    Inputs inputs = Inputs.read(options);
    return VariantRun.run(
        inputs.variants().getFirst(),
        inputs,
        options,
        maxPodSyncs,
        (done, total) -> {
          assertEquals(WARM_UP.plus(LENGTH), total);
          simulated.add(done);
        });
  }

  @Test
  void progressIsReportedAtEachSync() throws Exception {
    VariantResult result = run(PODS * SYNCS);
    List<Duration> expected = new ArrayList<>();
    for (int sync = 0; sync < SYNCS; sync++) {
      expected.add(SYNC_PERIOD.multipliedBy(sync));
    }
    assertEquals(expected, simulated);
    assertEquals(LENGTH.dividedBy(SYNC_PERIOD), result.summary().decisions());
  }

  @Test
  @Tag("security")
  void endsAtTheMostPodsOfAllSyncs() {
    ReplayLimitException refused =
        assertThrows(ReplayLimitException.class, () -> run(PODS * (SYNCS - 1) - 1));
    assertEquals(
        "replay: takes too long; use a shorter load, fewer replicas or fewer options",
        refused.getMessage());
    assertEquals(SYNCS - 2, simulated.size());
  }
}
