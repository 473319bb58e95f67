package dev.hpa.cli.simulate;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.api.Timestamps;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.cli.commands.Topic;
import dev.hpa.cli.manifests.Inventory;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.simulation.FlapCounter;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about the load and the workload, for commands that simulate. */
@Topic("Load")
public final class LoadFlags {
  /** Prometheus keeps 15 days by default; a week has every day of the week. */
  private static final Duration DEFAULT_LAST = Duration.ofDays(7);

  @Option(
      names = "--load",
      paramLabel = "FILE",
      description =
          "Demand: CSV (time,value) or JSON of a Prometheus range query, also .gz; - is standard"
              + " input.")
  private @Nullable String load;

  @Mixin private PrometheusFlags prometheus = new PrometheusFlags();

  @Option(
      names = "--query",
      paramLabel = "PROMQL",
      description = "Expression with one series: the total demand on the workload.")
  private @Nullable String query;

  @Option(
      names = "--last",
      paramLabel = "DURATION",
      converter = PastDurationConverter.class,
      description = "How far back --query goes, such as 12h, 7d or 4w (default: 7d).")
  private @Nullable Duration last;

  @Option(
      names = "--query-step",
      paramLabel = "DURATION",
      converter = PastDurationConverter.class,
      description = "Time between two samples of --query, in whole seconds (default: 1m).")
  private @Nullable Duration queryStep;

  @Option(
      names = "--metric",
      paramLabel = "NAME=FILE",
      description = "Separate recording for the metric or resource with this name. Repeatable.")
  private Map<String, String> metrics = new LinkedHashMap<>();

  @Option(names = "--series")
  private Map<String, String> series = new LinkedHashMap<>();

  @Option(names = "--gaps")
  private GapRule gaps = GapRule.INTERPOLATE;

  @Option(names = "--sample-interval", converter = GoDurationConverter.class)
  private @Nullable Duration sampleInterval;

  @Option(names = "--timezone")
  private String timezone = "UTC";

  @Option(names = "--horizontal-pod-autoscaler-sync-period", converter = GoDurationConverter.class)
  private Duration syncPeriod = Duration.ofSeconds(15);

  @Option(
      names = "--cpu-per-unit",
      paramLabel = "QUANTITY",
      description =
          "CPU per unit of the demand, such as 10m per request per second (default: 1 if"
              + " a"
              + " metric uses cpu).")
  private @Nullable String cpuPerUnit;

  @Option(names = "--memory-per-unit")
  private @Nullable String memoryPerUnit;

  @Option(
      names = "--capacity",
      paramLabel = "NUMBER",
      description =
          "Demand that one ready pod can serve; the rest is unserved (default: its CPU limit; for"
              + " recommend its CPU request, which is what nodes guarantee).")
  private @Nullable String capacity;

  @Option(names = "--replicas")
  private @Nullable Integer replicas;

  @Option(
      names = "--request",
      paramLabel = "RESOURCE=QUANTITY",
      description = "Requests of the containers of a workload that is not in the files.")
  private Map<String, String> requests = new LinkedHashMap<>();

  @Option(
      names = "--limit",
      paramLabel = "RESOURCE=QUANTITY",
      description = "Limits of the containers of a workload that is not in the files.")
  private Map<String, String> limits = new LinkedHashMap<>();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "Start of the evaluated time: 2026-03-02T08:00:00Z, or 8h for 8 hours after the start of"
              + " the"
              + " load (default: its start).")
  private @Nullable String from;

  @Option(
      names = "--duration",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description = "Length of the evaluated time (default: up to the end of the load).")
  private @Nullable Duration duration;

  /** One connection for all loads; null before {@link #past} is opened, or without a server. */
  private @Nullable PrometheusRange range;

  @SuppressWarnings("NullAway.Init")
  public LoadFlags() {}

  /**
   * The loads that are given.
   *
   * @param cluster that of the server; empty for none
   * @throws UsageException if there is none, or an option is invalid
   */
  Loads loads(Optional<ClusterConnection> cluster) {
    if (range(cluster).isPresent()) {
      throw new UsageException(
          "--query: no query is given; give the PromQL expression of the demand");
    }
    return loads();
  }

  /**
   * The loads that are given; after {@link #past} was opened.
   *
   * @throws UsageException if there is none, or an option is invalid
   */
  public Loads loads() {
    Map<String, LoadSource> separate = new LinkedHashMap<>();
    metrics.forEach((name, file) -> separate.put(name, new LoadFile(file)));
    return new Loads(source(), separate);
  }

  /** Where loads are queried without a query that is given. */
  public PastSource past() {
    return new PastSource(prometheus.isInCluster(), this::range);
  }

  private Optional<PrometheusRange> range(Optional<ClusterConnection> cluster) {
    if (!prometheus.isGiven() && (cluster.isEmpty() || load != null)) {
      return Optional.empty();
    }
    if (query == null && !metrics.isEmpty()) {
      throw new UsageException(
          "--metric: has no effect without --load or --query; the loads of all metrics are"
              + " queried");
    }
    PrometheusRange made = connected(cluster);
    range = made;
    return query == null || query.isBlank() ? Optional.of(made) : Optional.empty();
  }

  /**
   * The replay of autoscalers under loads, with the default warm-up and without forecasts.
   *
   * @throws UsageException if an option is invalid
   * @throws UnusableInputException if a load or a workload is unusable
   */
  public ReplaySpec spec(Inventory inventory, Loads loads, Settings settings, PodTimes pods)
      throws IOException, UnusableInputException {
    return spec(
        inventory,
        loads,
        settings,
        pods,
        ReplaySpec.DEFAULT_WARM_UP,
        FlapCounter.DEFAULT_WINDOW,
        Map.of(),
        null);
  }

  ReplaySpec spec(
      Inventory inventory,
      Loads loads,
      Settings settings,
      PodTimes pods,
      Duration warmUp,
      Duration flapWindow,
      Map<String, LoadForecasts.Callable> forecasters,
      @Nullable QueueingModel queueing)
      throws IOException, UnusableInputException {
    check();
    Double given = amount("--capacity", capacity);
    Variants variants =
        new Variants(
            inventory, replicas, amounts("--request", requests), amounts("--limit", limits));
    Demand demand =
        Demand.read(
            loads,
            series,
            recording(),
            amount("--cpu-per-unit", cpuPerUnit),
            amount("--memory-per-unit", memoryPerUnit));
    TimeRange counted = counted(demand.main());
    demand.requireRecorded(counted, gaps);
    return new ReplaySpec(
        variants.all(),
        demand,
        counted,
        warmUp,
        gaps,
        given == null && queueing != null ? Double.valueOf(queueing.capacityPerPod()) : given,
        pods,
        flapWindow,
        settings,
        syncPeriod,
        forecasters,
        queueing);
  }

  /** How recordings are read. */
  public RecordingOptions recording() {
    return new RecordingOptions(gaps, sampleInterval, zone());
  }

  private TimeRange counted(RecordedLoad load) throws UnusableInputException {
    Instant begin = from == null ? load.start() : time(from, load.zero());
    Instant end = duration == null ? load.end() : begin.plus(duration);
    if (!end.isAfter(begin)) {
      throw new UnusableInputException(
          load.name()
              + ": has no samples after "
              + Timestamps.format(begin)
              + "; give --duration, or another --from");
    }
    return new TimeRange(begin, end);
  }

  private static Instant time(String text, Instant start) {
    try {
      return text.contains("T") ? Timestamps.parse(text) : start.plus(GoDuration.parse(text));
    } catch (IllegalArgumentException none) {
      throw new UsageException(
          "--from "
              + text
              + ": is not a time; write 2026-03-02T08:00:00Z, or 8h for 8 hours after the start",
          none);
    }
  }

  private ZoneId zone() {
    try {
      return ZoneId.of(timezone);
    } catch (DateTimeException unknown) {
      throw new UsageException(
          "--timezone: \"" + timezone + "\" is not a time zone; use one such as Europe/Vienna",
          unknown);
    }
  }

  private void check() {
    if (duration != null && !duration.isPositive()) {
      throw new UsageException(
          "--duration: the duration is not greater than 0; give a duration like 24h");
    }
    if (replicas != null && replicas < 0) {
      throw new UsageException("--replicas: \"" + replicas + "\" is less than 0; give 0 or more");
    }
    if (sampleInterval != null && !sampleInterval.isPositive()) {
      throw new UsageException(
          "--sample-interval: the duration is not greater than 0; give a duration like 15s");
    }
    if (!syncPeriod.isPositive()) {
      throw new UsageException(
          "horizontal-pod-autoscaler-sync-period must be greater than 0; give a duration like 15s");
    }
  }

  private LoadSource source() {
    if (range == null) {
      if (load == null) {
        throw new UsageException(
            "--load: no load is given; give --load FILE, or --prometheus URL, with --query PROMQL if it"
                + " is not the load of a live HPA");
      }
      PrometheusFlags.requireUnset("--query", query);
      PrometheusFlags.requireUnset("--last", last);
      PrometheusFlags.requireUnset("--query-step", queryStep);
      prometheus.requireUnset();
      return new LoadFile(load);
    }
    return queried(range);
  }

  private PrometheusQuery queried(PrometheusRange from) {
    prometheus.requireNoLabels();
    return from.query(Objects.requireNonNull(query));
  }

  private PrometheusRange connected(Optional<ClusterConnection> cluster) {
    if (load != null) {
      throw new UsageException("--load: cannot be used with --prometheus; remove one of them");
    }
    Duration step = queryStep == null ? Duration.ofMinutes(1) : queryStep;
    Duration length = last == null ? DEFAULT_LAST : last;
    if (step.toSeconds() < 1 || length.compareTo(step) < 0) {
      throw new UsageException(
          "--query-step: is not a number of whole seconds up to --last; give 1m");
    }
    return prometheus.range(cluster, Instant.now(), length, step);
  }

  private static @Nullable Double amount(String option, @Nullable String text) {
    return text == null ? null : quantity(option, text);
  }

  private static Map<String, String> amounts(String option, Map<String, String> given) {
    given.forEach((resource, text) -> quantity(option + " " + resource, text));
    return given;
  }

  private static double quantity(String option, String text) {
    try {
      double value = Quantity.parse(text).approximateDouble();
      if (value > 0 && value < Double.POSITIVE_INFINITY) {
        return value;
      }
    } catch (QuantityFormatException none) {
      // Reported below, like one that is not positive.
    }
    throw new UsageException(
        option
            + ": \""
            + text
            + "\" is not a positive quantity; use a value such as 2, 250m or"
            + " 1Gi");
  }
}
