package dev.hpa.controller.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The compact form of histories, with histories made by chance. */
class SavedSyncsTest {

  private static final int CASES = 300;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  private static AutoscalerHistory history(Random random) {
    List<MetricInfo> metrics = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      metrics.add(new MetricInfo("metrik ü " + random.nextInt(5), random.nextBoolean()));
    }
    List<Sample> samples = new ArrayList<>();
    Instant at = START.plusMillis(random.nextInt(100_000));
    for (int i = random.nextInt(200) + 1; i > 0; i--) {
      samples.add(sample(random, at, metrics.size()));
      at = at.plusMillis(1 + random.nextInt(random.nextInt(100) == 0 ? 2_000_000 : 30_000));
    }
    LastScale scaled =
        random.nextBoolean() ? new LastScale(START, random.nextInt(9), 3, "above target") : null;
    return new AutoscalerHistory(metrics, samples, List.of(), scaled);
  }

  private static Sample sample(Random random, Instant at, int metrics) {
    Set<SyncFlag> flags = EnumSet.noneOf(SyncFlag.class);
    for (SyncFlag each : SyncFlag.values()) {
      if (random.nextInt(8) == 0) {
        flags.add(each);
      }
    }
    List<MetricPoint> points = new ArrayList<>();
    for (int i = 0; i < metrics; i++) {
      points.add(new MetricPoint(number(random), number(random), number(random), number(random)));
    }
    return new Sample(
        at,
        replicas(random),
        replicas(random),
        replicas(random),
        replicas(random),
        random.nextInt(10),
        random.nextInt(Integer.MAX_VALUE),
        replicas(random),
        flags,
        points);
  }

  private static @Nullable Integer replicas(Random random) {
    return random.nextInt(5) == 0 ? null : Integer.valueOf(random.nextInt(1 << random.nextInt(31)));
  }

  private static float number(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Float.NaN;
      case 1 -> 0;
      case 2 -> -random.nextFloat();
      default -> (float) (random.nextDouble() * Math.pow(10, random.nextInt(20) - 5));
    };
  }

  @Test
  void encodingKeepsCountsAndRoundsTimesAndValues() {
    for (int seed = 0; seed < CASES; seed++) {
      SavedSyncs saved = SavedSyncs.of(history(new Random(seed)), HOUR);

      SavedSyncs read = SavedSyncs.decode(saved.encoded());

      assertEquals(saved.metrics(), read.metrics());
      assertEquals(saved.lastScale(), read.lastScale());
      assertEquals(saved.samples().size(), read.samples().size());
      for (int i = 0; i < saved.samples().size(); i++) {
        assertEqual(saved.samples().get(i), read.samples().get(i), "seed " + seed);
      }
    }
  }

  private static void assertEqual(Sample saved, Sample read, String what) {
    assertEquals(saved.at().getEpochSecond(), read.at().getEpochSecond(), what);
    assertEquals(withoutMetrics(saved), withoutMetrics(read), what);
    for (int i = 0; i < saved.metrics().size(); i++) {
      assertClose(saved.metrics().get(i).value(), read.metrics().get(i).value());
      assertClose(saved.metrics().get(i).target(), read.metrics().get(i).target());
      assertClose(saved.metrics().get(i).low(), read.metrics().get(i).low());
      assertClose(saved.metrics().get(i).high(), read.metrics().get(i).high());
    }
  }

  private static Sample withoutMetrics(Sample sample) {
    return new Sample(
        START,
        sample.current(),
        sample.desired(),
        sample.recommended(),
        sample.stabilized(),
        sample.min(),
        sample.max(),
        sample.ready(),
        sample.flags(),
        List.of());
  }

  private static void assertClose(float saved, float read) {
    assertTrue(
        Float.isNaN(saved) ? Float.isNaN(read) : Math.abs(saved - read) <= Math.abs(saved) / 4096,
        saved + " became " + read);
  }

  @Test
  void oneSampleOfEachStepIsKeptWithTheFlagsOfAll() {
    for (int seed = 0; seed < CASES; seed++) {
      AutoscalerHistory history = history(new Random(seed));
      for (Duration kept : List.of(HOUR, Duration.ofHours(24))) {
        long step = Math.max(60_000, kept.toMillis() / 120);

        List<Sample> samples = SavedSyncs.of(history, kept).samples();

        assertEquals(
            history.samples().stream()
                .map(each -> each.at().toEpochMilli() / step)
                .distinct()
                .toList(),
            samples.stream().map(each -> each.at().toEpochMilli() / step).toList());
        assertEquals(history.samples().getLast().at(), samples.getLast().at());
        for (SyncFlag flag : SyncFlag.values()) {
          assertEquals(
              history.samples().stream().anyMatch(each -> each.is(flag)),
              samples.stream().anyMatch(each -> each.is(flag)));
        }
      }
    }
  }

  @Test
  void damagedBytesAreRejected() {
    Random random = new Random(1);
    byte[] bytes = SavedSyncs.of(history(random), HOUR).encoded();
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      for (int flips = random.nextInt(3); flips > 0 && damaged.length > 0; flips--) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        assertTrue(SavedSyncs.decode(damaged).samples().size() <= 1000);
      } catch (IllegalArgumentException rejected) {
        assertTrue(!String.valueOf(rejected.getMessage()).isEmpty());
      }
    }
    bytes[0] = 2;
    assertEquals(
        "version \"2\" is unknown",
        assertThrows(IllegalArgumentException.class, () -> SavedSyncs.decode(bytes)).getMessage());
  }

  /** A few bytes could otherwise stand for hundreds of megabytes. */
  @Test
  void tooManySamplesAreRejected() {
    byte[] bytes = {1, 0, 0, 0, (byte) 0xFF, (byte) 0xFF, 0, 0, 0, 0, 0, 0, 0, 0};
    assertEquals(
        "\"65535\" samples are too many",
        assertThrows(IllegalArgumentException.class, () -> SavedSyncs.decode(bytes)).getMessage());
  }

  @Test
  @Tag("security")
  void tooManyValuesOfMetricsAreRejected() {
    List<MetricInfo> metrics = new ArrayList<>();
    List<MetricPoint> points = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      metrics.add(new MetricInfo("m" + i, false));
      points.add(new MetricPoint(1, 1, 1, 1));
    }
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      samples.add(new Sample(START.plusSeconds(i), 1, 1, 1, 1, 1, 2, 1, Set.of(), points));
    }
    byte[] bytes = new SavedSyncs(metrics, samples, null).encoded();
    assertTrue(bytes.length < 50_000, "" + bytes.length);
    assertEquals(
        "\"1000000\" values of metrics are too many",
        assertThrows(IllegalArgumentException.class, () -> SavedSyncs.decode(bytes)).getMessage());
  }

  /** The figures of docs/dashboard.md, for a load and replicas that change at each sync. */
  @ParameterizedTest
  @CsvSource({"1, 330", "2, 600", "24, 660"})
  void aCheckpointIsSmall(int hours, int mostBytes) throws IOException {
    int autoscalers = 300;
    Duration kept = Duration.ofHours(hours);
    ByteArrayOutputStream checkpoint = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(checkpoint)) {
      for (int i = 0; i < autoscalers; i++) {
        Random random = new Random(i);
        byte[] uid = new byte[16];
        random.nextBytes(uid);
        byte[] syncs = SavedSyncs.of(recorded(hours, random), kept).encoded();
        String entry =
            "\"shop/web-%d\":{\"uid\":\"%s\",\"syncs\":\"%s\"},"
                .formatted(
                    i, UUID.nameUUIDFromBytes(uid), Base64.getEncoder().encodeToString(syncs));
        out.write(entry.getBytes(StandardCharsets.UTF_8));
      }
    }
    int bytes = checkpoint.size() / autoscalers;
    assertTrue(bytes < mostBytes && bytes > 100, bytes + " bytes for each autoscaler");
  }

  private static AutoscalerHistory recorded(int hours, Random random) {
    List<Sample> samples = new ArrayList<>();
    int replicas = 10;
    int phase = random.nextInt(240);
    for (int i = 0; i < 240 * hours; i++) {
      double load = 600 + 300 * Math.sin((i + phase) / 40.0) + 60 * random.nextGaussian();
      int wanted = Math.max(1, (int) Math.ceil(load / 60));
      samples.add(
          new Sample(
              START.plusSeconds(15L * i).plusMillis(random.nextInt(40)),
              replicas,
              wanted,
              wanted,
              wanted,
              1,
              40,
              replicas,
              wanted == replicas ? Set.of() : Set.of(SyncFlag.SCALED),
              List.of(new MetricPoint((float) (load / replicas), 60, 54, 66))));
      replicas = wanted;
    }
    return new AutoscalerHistory(
        List.of(new MetricInfo("cpu", true)),
        samples,
        List.of(),
        new LastScale(START, 3, 4, "cpu resource utilization above target"));
  }
}
