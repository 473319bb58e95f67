package dev.hpa.cli.incident;

import dev.hpa.api.Quantity;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.RangeServer;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decision;
import dev.hpa.core.Situation;
import dev.hpa.core.options.Options;
import dev.hpa.core.settings.Settings;
import dev.hpa.simulation.MetricLoad;
import dev.hpa.simulation.PodLifecycle;
import dev.hpa.simulation.Replay;
import dev.hpa.simulation.ReplayListener;
import dev.hpa.simulation.ReplayMoment;
import dev.hpa.simulation.ReplaySetup;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.simulation.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/**
 * What Prometheus recorded of an HPA whose controller synced at seconds that were not recorded: the
 * counter of the CPU usage and the replicas, each at the scrapes of Prometheus.
 */
final class RecordedTruth implements RangeServer.Values, ReplayListener {

  static final Duration START = Duration.ofSeconds(4);
  static final Duration READINESS = Duration.ofSeconds(11);

  /** In seconds, as all times here. */
  private static final int STEP = 1;

  private static final int SCRAPE = 15;

  private final String name;
  private final long begin;
  private final int target;
  private final int scrapePhase;
  private final double[] used;
  private final NavigableMap<Long, Integer> desired = new TreeMap<>();

  /**
   * Runs the controller.
   *
   * @param seed of the load, the setting and the phases
   * @param begin Unix time
   */
  RecordedTruth(String name, long seed, long begin, Duration length) {
    this.name = name;
    this.begin = begin;
    Random random = new Random(seed);
    this.target = 40 + random.nextInt(40);
    this.scrapePhase = random.nextInt(SCRAPE);
    int count = (int) length.toSeconds();
    double[] load = load(random, count);
    this.used = new double[count];
    for (int i = 1; i < count; i++) {
      used[i] = used[i - 1] + (load[i - 1] + load[i]) / 2;
    }
    int syncPhase = random.nextInt(15);
    double[] synced = new double[count - syncPhase];
    System.arraycopy(load, syncPhase, synced, 0, synced.length);
    Samples samples = Samples.of(synced);
    Replay.run(
        new ReplayWorkload(
            Instant.ofEpochSecond(begin + syncPhase),
            Duration.ofSeconds(STEP),
            samples,
            Double.NaN,
            List.of(MetricLoad.of(samples)),
            ReplayWorkload.requests(Map.of("cpu", Quantity.parse("500m"))),
            new PodLifecycle(START, READINESS, Duration.ofSeconds(2), false),
            Duration.ofSeconds(15),
            4,
            Duration.ZERO),
        HpaVersion.V2.decode(autoscaler()),
        ReplaySetup.of(Options.NONE, Settings.DEFAULTS).withListener(this));
  }

  /** A day that goes up and down, with bursts, noise over minutes, and jumps. */
  private static double[] load(Random random, int count) {
    double[] load = new double[count];
    double mean = 1 + 4 * random.nextDouble();
    double phase = random.nextDouble() * 86_400;
    double drift = 0;
    double burst = 0;
    double shape = 0;
    for (int i = 0; i < count; i++) {
      if (i % 60 == 0) {
        drift = 0.9 * drift + 0.03 * random.nextGaussian();
        burst = random.nextInt(180) == 0 ? 0.5 + random.nextDouble() : burst * 0.9;
      }
      shape += (drift + burst - shape) / 45;
      double day = 1 + 0.6 * Math.sin((i + phase) * 2 * Math.PI / 86_400);
      load[i] = Math.max(0.05, mean * (day + shape));
    }
    return load;
  }

  @Override
  public void synced(
      Situation situation, Decision decision, Conclusion conclusion, ReplayMoment after) {
    desired.put(after.at().getEpochSecond(), after.replicas());
  }

  /** The HPA in JSON. */
  String autoscaler() {
    return """
        {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
         "metadata": {"name": "%1$s", "namespace": "shop"},
         "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "%1$s"},
          "minReplicas": 2, "maxReplicas": 40,
          "metrics": [{"type": "Resource", "resource": {"name": "cpu",
           "target": {"type": "Utilization", "averageUtilization": %2$d}}}]}}
        """
        .formatted(name, target);
  }

  /** The workload in JSON. */
  String deployment() {
    return """
        {"apiVersion": "apps/v1", "kind": "Deployment",
         "metadata": {"name": "%1$s", "namespace": "shop"},
         "spec": {"replicas": 4, "selector": {"matchLabels": {"app": "%1$s"}},
          "template": {"metadata": {"labels": {"app": "%1$s"}},
           "spec": {"containers": [{"name": "app", "image": "app",
            "resources": {"requests": {"cpu": "500m"}}}]}}}}
        """
        .formatted(name);
  }

  @Override
  public double at(String query, long time) {
    if (query.contains("spec_max")) {
      return 40;
    }
    if (query.contains("spec_min")) {
      return 2;
    }
    if (query.contains("count_over_time")) {
      return 300.0 / SCRAPE;
    }
    long scraped = scrape(time);
    if (query.contains("status_desired")) {
      Map.Entry<Long, Integer> known = desired.floorEntry(scraped);
      return known == null ? Double.NaN : known.getValue();
    }
    // As irate(), between the last two samples.
    long first = scraped - SCRAPE;
    boolean isKnown = first >= begin && scraped < begin + used.length && scraped > first;
    return isKnown
        ? (used[(int) (scraped - begin)] - used[(int) (first - begin)]) / (scraped - first)
        : Double.NaN;
  }

  /** The last scrape that is not after a time. */
  private long scrape(long time) {
    return Math.floorDiv(time - scrapePhase, SCRAPE) * SCRAPE + scrapePhase;
  }
}
