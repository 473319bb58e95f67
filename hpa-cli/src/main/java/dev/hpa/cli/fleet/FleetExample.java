package dev.hpa.cli.fleet;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Quantity;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.output.YamlText;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.settings.Settings;
import dev.hpa.simulation.Replay;
import dev.hpa.simulation.ReplayResult;
import dev.hpa.simulation.ReplaySetup;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.simulation.Samples;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Made-up workloads with a past, to try commands about it: their manifests, and what Prometheus
 * would have scraped from cAdvisor and kube-state-metrics if the controller had scaled them. The
 * same time gives the same files.
 */
public final class FleetExample {
  private static final Duration CROWD = Duration.ofMinutes(45);
  private static final Duration STARTUP = Duration.ofSeconds(40);
  private static final List<String> NAMESPACES = List.of("media", "pay", "search", "shop", "stock");
  private static final List<String> NAMES =
      List.of("api", "cart", "feed", "images", "orders", "web");
  private static final List<Integer> TARGETS = List.of(30, 40, 50, 50, 60, 70, 80);
  private static final String HASH = "7c5d8f9b64";
  private static final String RANDOM = "bcdfghjklmnpqrstvwxz2456789";

  private final Instant start;
  private final Duration length;
  private final Duration step;
  private final int syncsPerStep;
  private final boolean isBusy;
  private final List<Workload> workloads = new ArrayList<>();

  /**
   * A workload and its past.
   *
   * @param cores its demand at each step
   * @param replay what the controller did
   */
  private record Workload(
      int syncsPerStep,
      String namespace,
      String name,
      int millicores,
      int min,
      int max,
      int target,
      double[] cores,
      ReplayResult replay) {

    int replicas(int step) {
      return replay.current(step * syncsPerStep);
    }

    int desired(int step) {
      return replay.desired(step * syncsPerStep);
    }

    int ready(int step) {
      return replay.ready(step * syncsPerStep);
    }
  }

  /** As many workloads as a small team has, for three days with a sample every minute. */
  public static FleetExample ofTeam(Instant end) {
    return new FleetExample(end, 30, Duration.ofDays(3), Duration.ofMinutes(1), false);
  }

  /** Three workloads for eight hours, each with a crowd, and a sample at every sync. */
  public static FleetExample ofDay(Instant end) {
    return new FleetExample(end, 3, Duration.ofHours(8), ReplaySetup.DEFAULT_SYNC_PERIOD, true);
  }

  /**
   * @param end the time of the last sample
   * @param size the number of workloads
   * @param step the distance of two samples, a multiple of the sync period
   * @param isBusy whether all workloads need several pods and have a crowd
   */
  private FleetExample(Instant end, int size, Duration length, Duration step, boolean isBusy) {
    this.isBusy = isBusy;
    this.start = end.minus(length);
    this.length = length;
    this.step = step;
    this.syncsPerStep = (int) step.dividedBy(ReplaySetup.DEFAULT_SYNC_PERIOD);
    for (int i = 0; i < size; i++) {
      workloads.add(workload(i));
    }
  }

  /**
   * Writes the example and prints what it has written.
   *
   * @param folder created if it does not exist
   */
  public void write(Path folder, PrintWriter out) throws IOException {
    write(folder);
    out.printf("Wrote %s and %s.%n", folder.resolve("hpas.yaml"), folder.resolve("metrics.om"));
    out.flush();
  }

  /** Writes {@code hpas.yaml} and {@code metrics.om} into a folder. */
  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("hpas.yaml"), manifests());
    metrics(folder.resolve("metrics.om"));
  }

  private Workload workload(int index) {
    Random random = new Random(index);
    int millicores = 100 * (2 + random.nextInt(8));
    int target = TARGETS.get(random.nextInt(TARGETS.size()));
    double pods = (isBusy ? 5 : 1.5) + 10 * random.nextDouble() * random.nextDouble();
    double[] cores = load(random, pods * millicores / 1000 * target / 100);
    int min = 2 + random.nextInt(3);
    int max = Math.max(min + 2, (int) (pods * (random.nextInt(8) == 0 ? 1 : 4)));
    String name = NAMES.get(index / NAMESPACES.size());
    String namespace = NAMESPACES.get(index % NAMESPACES.size());
    HorizontalPodAutoscaler hpa =
        HpaVersion.V2.decode(autoscaler(namespace, name, min, max, target));
    ReplayResult replay =
        Replay.run(
            ReplayWorkload.of(
                start,
                step,
                List.of(Samples.of(cores)),
                millicores / 1000.0,
                Map.of("cpu", Quantity.parse(millicores + "m")),
                STARTUP,
                min),
            hpa,
            OptionsReader.UNRESTRICTED.read(hpa, Map.of()),
            Settings.DEFAULTS);
    return new Workload(syncsPerStep, namespace, name, millicores, min, max, target, cores, replay);
  }

  /** Cores over the time: days and nights, noise, and in some a crowd or no change at all. */
  private double[] load(Random random, double mean) {
    int steps = (int) length.dividedBy(step) + 1;
    int crowded = (int) CROWD.dividedBy(step);
    double amplitude = random.nextInt(10) == 0 ? 0 : 0.2 + 0.6 * random.nextDouble();
    double noise = amplitude == 0 ? 0 : 0.02 + 0.05 * random.nextDouble();
    boolean hasCrowd = random.nextInt(3) == 0;
    int crowd = hasCrowd || isBusy ? random.nextInt(steps) : -1;
    double phase = 2 * Math.PI * random.nextDouble();
    double[] cores = new double[steps];
    for (int i = 0; i < steps; i++) {
      double day = 2 * Math.PI * i / Duration.ofDays(1).dividedBy(step);
      double factor = 1 + amplitude * Math.sin(day + phase) + noise * random.nextGaussian();
      if (crowd >= 0 && i > crowd && i < crowd + crowded) {
        factor *= 1.6;
      }
      cores[i] = mean * Math.max(0.05, factor);
    }
    return cores;
  }

  private static ObjectNode object(String apiVersion, String kind, String namespace, String name) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", apiVersion).put("kind", kind);
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("name", name);
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    return object;
  }

  private static ObjectNode autoscaler(
      String namespace, String name, int min, int max, int target) {
    ObjectNode hpa = object("autoscaling/v2", "HorizontalPodAutoscaler", namespace, name);
    ObjectNode spec = hpa.putObject("spec");
    spec.putObject("scaleTargetRef")
        .put("apiVersion", "apps/v1")
        .put("kind", "Deployment")
        .put("name", name);
    spec.put("minReplicas", min).put("maxReplicas", max);
    ObjectNode metric = spec.putArray("metrics").addObject();
    metric.put("type", "Resource");
    metric
        .putObject("resource")
        .put("name", "cpu")
        .putObject("target")
        .put("type", "Utilization")
        .put("averageUtilization", target);
    return hpa;
  }

  private static ObjectNode deployment(Workload each) {
    ObjectNode deployment = object("apps/v1", "Deployment", each.namespace(), each.name());
    ObjectNode spec = deployment.putObject("spec");
    spec.put("replicas", each.replicas(each.cores().length - 1));
    spec.putObject("selector").putObject("matchLabels").put("app", each.name());
    ObjectNode template = spec.putObject("template");
    template.putObject("metadata").putObject("labels").put("app", each.name());
    ObjectNode container = template.putObject("spec").putArray("containers").addObject();
    container.put("name", "app").put("image", each.name());
    ObjectNode resources = container.putObject("resources");
    resources.putObject("requests").put("cpu", each.millicores() + "m");
    resources.putObject("limits").put("cpu", each.millicores() + "m");
    return deployment;
  }

  private String manifests() {
    StringBuilder text = new StringBuilder();
    NAMESPACES.forEach(each -> text.append(YamlText.inStream(object("v1", "Namespace", "", each))));
    for (Workload each : workloads) {
      text.append(YamlText.inStream(deployment(each)));
      text.append(
          YamlText.inStream(
              autoscaler(each.namespace(), each.name(), each.min(), each.max(), each.target())));
    }
    return text.toString();
  }

  private void metrics(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("# TYPE container_cpu_usage_seconds counter\n");
      for (Workload each : workloads) {
        for (int pod = 0; pod < each.replay().figures().peak(); pod++) {
          usage(each, pod, out);
        }
      }
      gauges(out, "status_current_replicas", (each, i) -> each.replicas(i));
      gauges(out, "status_desired_replicas", (each, i) -> each.desired(i));
      gauges(out, "spec_min_replicas", (each, i) -> each.min());
      gauges(out, "spec_max_replicas", (each, i) -> each.max());
      out.write("# EOF\n");
    }
  }

  private interface Gauge {
    int at(Workload workload, int index);
  }

  private void gauges(BufferedWriter out, String field, Gauge gauge) throws IOException {
    String name = "kube_horizontalpodautoscaler_" + field;
    out.write("# TYPE " + name + " gauge\n");
    for (Workload each : workloads) {
      String series =
          "%s{namespace=\"%s\",horizontalpodautoscaler=\"%s\"}"
              .formatted(name, each.namespace(), each.name());
      for (int i = 0; i < each.cores().length; i++) {
        sample(out, series, i, String.valueOf(gauge.at(each, i)));
      }
    }
  }

  /** The counter of a pod, which does not exist while there are fewer. */
  private void usage(Workload each, int pod, BufferedWriter out) throws IOException {
    String series =
        "container_cpu_usage_seconds_total{namespace=\"%s\",pod=\"%s-%s-%s\",container=\"app\",image=\"%s\"}"
            .formatted(each.namespace(), each.name(), HASH, suffix(pod), each.name());
    double seconds = 0;
    for (int i = 0; i < each.cores().length; i++) {
      int ready = Math.max(1, each.ready(i));
      if (pod >= each.replicas(i)) {
        seconds = 0;
        continue;
      }
      if (pod < ready) {
        double mean = (each.cores()[Math.max(0, i - 1)] + each.cores()[i]) / 2;
        double cores = Math.min(each.millicores() / 1000.0, mean / ready);
        seconds += cores * step.toSeconds();
      }
      sample(out, series, i, String.format(Locale.ROOT, "%.3f", seconds));
    }
  }

  private static String suffix(int pod) {
    Random random = new Random(pod);
    StringBuilder suffix = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      suffix.append(RANDOM.charAt(random.nextInt(RANDOM.length())));
    }
    return suffix.toString();
  }

  private void sample(BufferedWriter out, String series, int index, String value)
      throws IOException {
    out.write(series);
    out.write(' ');
    out.write(value);
    out.write(' ');
    out.write(String.valueOf(start.plus(step.multipliedBy(index)).getEpochSecond()));
    out.write('\n');
  }
}
