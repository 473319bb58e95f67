package dev.hpa.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.core.pods.PodResources;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricMeterTest {

  private static final Selector ALL = Selector.everything();
  private static final MetricQuery CPU = new MetricQuery.PodResource("shop", ALL, "cpu", null);
  private static final MetricQuery MEMORY =
      new MetricQuery.PodResource("shop", ALL, "memory", null);
  private static final MetricQuery REQUESTS = new MetricQuery.PodMetric("shop", ALL, "rps", ALL);
  private static final MetricQuery OBJECT =
      new MetricQuery.ObjectMetric("shop", CrossVersionObjectReference.EMPTY, "latency", ALL);
  private static final MetricQuery QUEUE = new MetricQuery.ExternalMetric("shop", "q", ALL, null);
  private static final long SCRAPE = 15_000;

  private static ReplayWorkload workload(MetricLoad load, int replicas) {
    return new ReplayWorkload(
        Instant.EPOCH,
        Duration.ofSeconds(15),
        load.total(),
        1,
        List.of(load),
        PodResources.NONE,
        new PodLifecycle(
            Duration.ofSeconds(5), Duration.ofSeconds(100), Duration.ZERO, /* isOrdered= */ false),
        Duration.ofMillis(SCRAPE),
        replicas,
        Duration.ZERO);
  }

  private static List<Long> values(MetricResult result) {
    return assertInstanceOf(MetricReading.PodValues.class, result).values().stream()
        .map(PodValue::milli)
        .toList();
  }

  @Test
  void aPodThatIsNotReadyHasTheUsageOfItsStart() {
    // 600 milli-cores at the start, none after a minute.
    MetricLoad load =
        MetricLoad.of(Samples.of(1, 1, 1, 1, 1, 1, 1))
            .with(new MetricLoad.Startup(0.6, Duration.ofMinutes(1)));
    ReplayWorkload workload = workload(load, 1);
    PodFleet pods = new PodFleet(workload);
    pods.apply(0);
    MetricMeter meter = new MetricMeter(load, workload, pods.ready());
    // Its containers start at the second scrape.
    pods.scale(2, SCRAPE - 5_000);
    for (long now = 0; now < 6 * SCRAPE; now += SCRAPE) {
      meter.advance(now, now + SCRAPE, pods.ready());
      pods.apply(now + SCRAPE);
      meter.scrape(pods.ready());
      List<Long> values = values(meter.read(CPU, pods, now + SCRAPE, Instant.EPOCH));
      assertEquals(1_000, values.getFirst());
      switch ((int) (now / SCRAPE)) {
        case 0 -> assertEquals(1, values.size(), "not running at two scrapes");
        case 1 -> assertEquals(525, values.get(1), "from 600 to 450");
        case 2 -> assertEquals(375, values.get(1), "from 450 to 300");
        case 4 -> assertEquals(75, values.get(1), "from 150 to 0");
        case 5 -> assertEquals(0, values.get(1));
        default -> assertEquals(2, values.size());
      }
    }
  }

  /** 1.2345678 / 3 = 0.4115226, in milli-units, rounded up. */
  @Test
  void readyPodsShareALoad() {
    ReplayWorkload workload = workload(MetricLoad.of(Samples.of(1.2345678, 1.2345678)), 3);
    PodFleet pods = new PodFleet(workload);
    MetricMeter meter = new MetricMeter(workload.metrics().getFirst(), workload, 0);
    MetricFailure none =
        assertInstanceOf(MetricFailure.class, meter.read(REQUESTS, pods, 0, Instant.EPOCH));
    assertEquals("no metrics returned from custom metrics API", none.message());
    MetricFailure usage =
        assertInstanceOf(MetricFailure.class, meter.read(MEMORY, pods, 0, Instant.EPOCH));
    assertEquals("no metrics returned from resource metrics API", usage.message());
    pods.apply(0);
    assertEquals(List.of(412L, 412L, 412L), values(meter.read(REQUESTS, pods, 0, Instant.EPOCH)));
  }

  @Test
  void metricsThatAreNotOfPodsHaveTheLoadOrWhatFollowsFromIt() {
    ReplayWorkload workload = workload(MetricLoad.of(Samples.of(1.2345678, 1.2345678)), 3);
    PodFleet pods = new PodFleet(workload);
    pods.apply(0);
    MetricLoad load = workload.metrics().getFirst();
    assertEquals(
        MetricReading.Series.of(List.of(1_235L)),
        new MetricMeter(load, workload, 3).read(QUEUE, pods, 0, Instant.EPOCH));
    assertEquals(
        MetricReading.SingleValue.of(30_000),
        new MetricMeter(load.with((total, ready) -> 10 * ready), workload, 3)
            .read(OBJECT, pods, 0, Instant.EPOCH));
  }

  @Test
  void aJumpCountsFromItsTime() {
    MetricLoad load = MetricLoad.of(Samples.withJumps(new double[] {1, 3, 3}, new double[] {1, 3}));
    ReplayWorkload workload = workload(load, 1);
    PodFleet pods = new PodFleet(workload);
    pods.apply(0);
    MetricMeter meter = new MetricMeter(load, workload, 1);
    meter.advance(0, SCRAPE, 1);
    meter.scrape(1);
    assertEquals(List.of(1_000L), values(meter.read(CPU, pods, SCRAPE, Instant.EPOCH)));
    meter.advance(SCRAPE, 2 * SCRAPE, 1);
    meter.scrape(1);
    assertEquals(List.of(3_000L), values(meter.read(CPU, pods, 2 * SCRAPE, Instant.EPOCH)));
  }
}
