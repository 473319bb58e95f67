package dev.hpa.cli.simulate;

import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.GoDurationConverter;
import dev.hpa.app.cli.Subcommand;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.KubernetesVersionOption;
import dev.hpa.cli.ManifestInput;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hpa simulate}: compares autoscalers under a recorded load. */
@Command(
    name = "simulate",
    description = {
      "Simulate autoscalers in files under a recorded load and report replicas, pod-hours,"
          + " scale"
          + " events, flaps and unmet demand.",
      "",
      "The load is the total demand on the workload over time: CSV with time,value, or the"
          + " response of"
          + " Prometheus to a range query. CPU metrics use it in cores"
          + " (multiplied by --cpu-per-unit)"
          + " shared by the ready pods, Pods metrics use"
          + " demand ÷ ready pods, Object and External"
          + " metrics use the demand."
    },
    footer = {
      "",
      "Exit status: 0 success; 1 the simulation failed; 2 usage error, or an unusable file.",
      "",
      "Examples:",
      "  # A day of CPU load in cores on the autoscaler and Deployment in web.yaml",
      "  hpa simulate -f web.yaml --load day.csv",
      "  # Two autoscalers side by side, with a report",
      "  hpa simulate -f now.yaml -f wanted.yaml --load day.csv --report day.html",
      "  # Requests per second from Prometheus; a request takes 10 millicores",
      "  hpa simulate -f hpa.yaml --load rps.json --cpu-per-unit 10m --request cpu=500m",
      "  # A queue with a recorded length; a pod serves 50 units",
      "  hpa simulate -f queue.yaml --load rps.csv --metric queue_length=queue.csv --capacity 50",
      "  # Reject recordings with gaps",
      "  hpa simulate -f web.yaml --load week.csv --gaps=fail",
      "  # What a forecast would change in the last two days of a week",
      "  hpa simulate -f web.yaml --load week.csv --from 120h --forecast seasonal",
      "  # The timeline from 8:00 to 10:00 as CSV",
      "  hpa simulate -f web.yaml --load day.csv --from 8h --duration 2h -o csv > morning.csv"
    })
public final class SimulateCommand implements Callable<Integer>, Subcommand {

  @Mixin private ManifestInput input = new ManifestInput();
  @Mixin private DecisionFlags decisions = new DecisionFlags();
  @Mixin private KubernetesVersionOption release = new KubernetesVersionOption();
  @Mixin private PodTimes podTimes = new PodTimes();

  @Mixin
  private OutputOption output =
      OutputOption.describedAs(
          "Output format: %s (default: %s); csv prints the timeline only.",
          OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML, OutputFormat.CSV);

  @Option(
      names = "--load",
      required = true,
      paramLabel = "FILE",
      description =
          "Demand: CSV (time,value) or JSON of a Prometheus range query, also .gz; - is standard"
              + " input.")
  private String load = "";

  @Option(
      names = "--metric",
      paramLabel = "NAME=FILE",
      description = "Separate recording for the metric or resource with this name. Repeatable.")
  private Map<String, String> metrics = new LinkedHashMap<>();

  @Option(
      names = "--series",
      paramLabel = "LABEL=VALUE",
      description = "Series to use if a Prometheus result has several.")
  private Map<String, String> series = new LinkedHashMap<>();

  @Option(
      names = "--gaps",
      paramLabel = "RULE",
      defaultValue = "interpolate",
      description =
          "How gaps in the recording are replaced: ${COMPLETION-CANDIDATES}. A gap is a"
              + " time"
              + " of more than 3 sample intervals without samples, or with NaN samples"
              + " (default: ${DEFAULT-VALUE}).")
  private GapRule gaps = GapRule.INTERPOLATE;

  @Option(
      names = "--sample-interval",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description =
          "Time between two samples, to detect gaps (default: the median of each" + " recording).")
  private @Nullable Duration sampleInterval;

  @Option(
      names = "--horizontal-pod-autoscaler-sync-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "15s",
      description = "Time between two reconciles of an autoscaler (default: ${DEFAULT-VALUE}).")
  private Duration syncPeriod = Duration.ofSeconds(15);

  @Option(
      names = "--cpu-per-unit",
      paramLabel = "QUANTITY",
      description =
          "CPU per unit of the demand, such as 10m per request per second (default: 1 if"
              + " a"
              + " metric uses cpu).")
  private @Nullable String cpuPerUnit;

  @Option(
      names = "--memory-per-unit",
      paramLabel = "QUANTITY",
      description =
          "Memory per unit of the demand, such as 1Mi (default: memory does not depend on"
              + " the demand).")
  private @Nullable String memoryPerUnit;

  @Option(
      names = "--capacity",
      paramLabel = "NUMBER",
      description =
          "Demand that one ready pod can serve; the rest is unmet (default: derived from its CPU"
              + " limit).")
  private @Nullable String capacity;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Initial replicas (default: those of the workload).")
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

  @Option(
      names = "--warm-up",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "15m",
      description =
          "Simulated time before the evaluated time, so that pods run and have metrics (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration warmUp = Duration.ofMinutes(15);

  @Option(
      names = "--flap-window",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "10m",
      description =
          "A scale event that reverses the previous one within this time is a flap (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration flapWindow = Duration.ofMinutes(10);

  @Mixin private ForecastFlags forecast = new ForecastFlags();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a self-contained HTML report with charts.")
  private @Nullable Path report;

  @SuppressWarnings("NullAway.Init")
  public SimulateCommand() {}

  @Override
  public Integer call() throws IOException {
    Logging.errorsOnly();
    try {
      new SimulateRun(DocumentOutput.open(), output.format(), isColored()).run(options(), report);
    } catch (UnusableInputException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
    return ExitStatus.SUCCESS;
  }

  private static boolean isColored() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
        && System.getenv("NO_COLOR") == null;
  }

  private SimulateOptions options() {
    requireNotNegative("--warm-up", warmUp);
    requireNotNegative("--flap-window", flapWindow);
    if (duration != null && !duration.isPositive()) {
      throw new UsageException(
          "--duration: the duration is not greater than 0; give a duration" + " like 24h");
    }
    if (replicas != null && replicas < 0) {
      throw new UsageException("--replicas: \"" + replicas + "\" is less than 0; give 0 or more");
    }
    if (sampleInterval != null && !sampleInterval.isPositive()) {
      throw new UsageException(
          "--sample-interval: the duration is not greater than 0; give a" + " duration like 15s");
    }
    if (!syncPeriod.isPositive()) {
      throw new UsageException(
          "horizontal-pod-autoscaler-sync-period must be greater than 0; give a duration like 15s");
    }
    return new SimulateOptions(
        input.files(),
        load,
        metrics,
        series,
        new GapOptions(gaps, sampleInterval),
        from,
        duration,
        warmUp,
        amount("--cpu-per-unit", cpuPerUnit),
        amount("--memory-per-unit", memoryPerUnit),
        amount("--capacity", capacity),
        replicas,
        amounts("--request", requests),
        amounts("--limit", limits),
        flapWindow,
        decisions.settings(release.version()),
        syncPeriod,
        podTimes.options(),
        forecast.forecasters(),
        forecast.variant());
  }

  private static void requireNotNegative(String option, Duration value) {
    if (value.isNegative()) {
      throw new UsageException(option + ": the duration is negative; give a duration like 10m");
    }
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
