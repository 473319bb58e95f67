package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.core.settings.Settings;
import dev.hpa.simulation.FlapCounter;
import dev.hpa.simulation.ReplayLimitException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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

  /** A CPU request of 500m and a limit of 1, and default settings. */
  static ReplaySpec spec(Path manifest, Path load, @Nullable Double capacity, Duration warmUp)
      throws IOException, UnusableInputException {
    Demand demand =
        Demand.read(
            new Loads(new LoadFile(load.toString()), Map.of()),
            Map.of(),
            RecordingOptions.DEFAULT,
            null,
            null);
    Variants variants =
        new Variants(
            Variants.inventory(List.of(manifest.toString()), Settings.DEFAULTS),
            null,
            Map.of("cpu", "500m"),
            Map.of("cpu", "1"));
    return new ReplaySpec(
        variants.all(),
        demand,
        new TimeRange(demand.main().start(), demand.main().end()),
        warmUp,
        GapRule.INTERPOLATE,
        capacity,
        PodTimes.DEFAULT,
        FlapCounter.DEFAULT_WINDOW,
        Settings.DEFAULTS,
        SYNC_PERIOD,
        Map.of(),
        null);
  }

  private VariantResult run(long maxPodSyncs) throws IOException, UnusableInputException {
    ReplaySpec spec = spec(folder.resolve("hpa.yaml"), folder.resolve("load.csv"), null, WARM_UP);
    return VariantRun.run(
        spec.variants().getFirst(),
        spec,
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
