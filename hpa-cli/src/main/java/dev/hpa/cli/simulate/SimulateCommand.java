package dev.hpa.cli.simulate;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.KubernetesVersionOption;
import dev.hpa.cli.ManifestInput;
import dev.hpa.cli.UserCluster;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FileSettings;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.KubeconfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hpa simulate}: compares autoscalers under a recorded load. */
@Command(
    name = "simulate",
    modelTransformer = FlagOptions.class,
    description = {
      "Simulate HPAs in files under a recorded load and report replicas, pod-hours,"
          + " scale"
          + " events, flaps and unserved demand.",
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
      "  # A day of CPU load in cores on the HPA and Deployment in web.yaml",
      "  hpa simulate -f web.yaml --load day.csv",
      "  # Two HPAs side by side, with a report",
      "  hpa simulate -f now.yaml -f wanted.yaml --load day.csv --report day.html",
      "  # Requests per second from Prometheus; a request takes 10 millicores",
      "  hpa simulate -f hpa.yaml --load rps.json --cpu-per-unit 10m --request cpu=500m",
      "  # A queue with a recorded length; a pod serves 50 units",
      "  hpa simulate -f queue.yaml --load rps.csv --metric queue_length=queue.csv --capacity 50",
      "  # Latency: a pod serves 8 requests at once, each in 100 ms without waiting",
      "  hpa simulate -f cpu.yaml -f latency.yaml --load rps.csv --cpu-per-unit 10m \\",
      "    --service-time 100ms --concurrency 8 --slo 200ms --latency-metric latency_p90",
      "  # What a forecast would change in the last two days of a week",
      "  hpa simulate -f web.yaml --load week.csv --from 120h --forecast seasonal",
      "  # The last week of a query to Prometheus",
      "  hpa simulate -f web.yaml --prometheus http://127.0.0.1:9090 --last 7d \\",
      "    --query 'sum(rate(container_cpu_usage_seconds_total{"
          + "namespace=\"shop\",pod=~\"web-[a-z0-9]+-[a-z0-9]{5}\","
          + "container!=\"\",image!=\"\"}[5m]))'",
      "  # The same with the Prometheus of the cluster of the kubeconfig",
      "  hpa simulate -f web.yaml --prometheus cluster --query 'sum(shop_requests)' --capacity 50",
      "  # The timeline from 8:00 to 10:00 as CSV",
      "  hpa simulate -f web.yaml --load day.csv --from 8h --duration 2h -o csv > morning.csv"
    })
public final class SimulateCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {

  @Mixin private ManifestInput input = new ManifestInput();
  @Mixin private UserCluster cluster = new UserCluster();
  private final DecisionFlags decisions = new DecisionFlags();
  private final FileSettings settings = new FileSettings();
  @Mixin private KubernetesVersionOption release = new KubernetesVersionOption();
  @Mixin private PodTimeFlags podTimes = new PodTimeFlags();
  @Mixin private LoadFlags load = new LoadFlags();

  @Mixin
  private OutputOption output =
      OutputOption.describedAs(
          "Output format: %s (default: %s); csv prints the timeline only.",
          OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML, OutputFormat.CSV);

  @Option(names = "--warm-up", converter = GoDurationConverter.class)
  private Duration warmUp = Duration.ofMinutes(15);

  @Option(names = "--flap-window", converter = GoDurationConverter.class)
  private Duration flapWindow = Duration.ofMinutes(10);

  @Mixin private ForecastFlags forecast = new ForecastFlags();
  @Mixin private QueueingFlags queueing = new QueueingFlags();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a self-contained HTML report with charts.")
  private @Nullable Path report;

  @SuppressWarnings("NullAway.Init")
  public SimulateCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TUNE;
  }

  @Override
  public List<Flag<?>> flags() {
    return decisions.all();
  }

  @Override
  public FileSettings settings() {
    return settings;
  }

  @Override
  public Integer call() throws IOException, KubeconfigException {
    Logging.errorsOnly();
    if (!load.past().isInCluster()) {
      return simulate(Optional.empty());
    }
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = cluster.open(timeline)) {
      return simulate(Optional.of(connection));
    }
  }

  private int simulate(Optional<ClusterConnection> connection) throws IOException {
    try {
      new SimulateRun(DocumentOutput.open(), output.format(), DocumentOutput.isColored())
          .run(spec(connection), report);
    } catch (UnusableInputException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
    return ExitStatus.SUCCESS;
  }

  private ReplaySpec spec(Optional<ClusterConnection> connection)
      throws IOException, UnusableInputException {
    requireNotNegative("--warm-up", warmUp);
    requireNotNegative("--flap-window", flapWindow);
    Loads loads = load.loads(connection);
    Settings controller = decisions.settings(release.version());
    ForecastVariant variant = forecast.variant();
    ReplaySpec replay =
        load.spec(
            Variants.inventory(input.files(), controller),
            loads,
            controller,
            podTimes.times(),
            warmUp,
            flapWindow,
            forecast.forecasters(),
            queueing.model());
    return variant == null ? replay : replay.withForecast(variant);
  }

  private static void requireNotNegative(String option, Duration value) {
    if (value.isNegative()) {
      throw new UsageException(option + ": the duration is negative; give a duration like 10m");
    }
  }
}
