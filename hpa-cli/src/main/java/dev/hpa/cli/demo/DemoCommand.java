package dev.hpa.cli.demo;

import dev.hpa.api.GoDuration;
import dev.hpa.app.cli.ControllerFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.Shutdown;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.sandbox.LoadTraces;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.sandbox.workload.LoadFormatException;
import dev.hpa.sandbox.workload.LoadProfile;
import dev.hpa.sandbox.workload.LoadTrace;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa demo}: runs the controller against the embedded cluster. */
@Command(
    name = "demo",
    modelTransformer = FlagOptions.class,
    description = {
      "Run a demo with the real controller: an in-process cluster and a Deployment under a day's"
          + " load with a spike, which an HPA scales over HTTP.",
      "",
      "The demo ends with a summary and a report, also on Ctrl-C. On a terminal the cluster and"
          + " its dashboard are served after that until Ctrl-C."
    },
    footer = {
      "",
      "Examples:",
      "  hpa demo",
      "  hpa demo --duration 20s --speed 120",
      "  hpa demo --load spike:base=200m,peak=3,at=10m,for=5m",
      "  hpa demo --load trace.csv --report trace.html"
    })
public final class DemoCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {

  private static final String TRACE = "file";

  @Spec private CommandSpec spec;
  private final ControllerFlags flags = new ControllerFlags();

  @Option(
      names = "--duration",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "1m",
      description = "Duration of the demo in real time (default: ${DEFAULT-VALUE}).")
  private Duration duration = Duration.ofMinutes(1);

  @Option(
      names = "--speed",
      paramLabel = "N",
      defaultValue = "60",
      description =
          "Cluster seconds per real second; does not affect decisions (default:"
              + " ${DEFAULT-VALUE}).")
  private double speed;

  @Option(
      names = "--load",
      paramLabel = "PROFILE|FILE",
      description =
          "Load profile: steady, ramp, sine, spike or day with their settings, or a CSV file with"
              + " time,cpu"
              + " (default: a day compressed to the duration of the demo, with a"
              + " spike).")
  private @Nullable String load;

  @Option(
      names = "--min",
      paramLabel = "N",
      defaultValue = "1",
      description = "minReplicas of the HPA (default: ${DEFAULT-VALUE}).")
  private int min;

  @Option(
      names = "--max",
      paramLabel = "N",
      defaultValue = "10",
      description = "maxReplicas of the HPA (default: ${DEFAULT-VALUE}).")
  private int max;

  @Option(
      names = "--target",
      paramLabel = "PERCENT",
      defaultValue = "50",
      description =
          "Target CPU utilization in percent of the requests (default:" + " ${DEFAULT-VALUE}).")
  private int target;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      defaultValue = "hpa-demo-report.html",
      description = "File of the HTML report (default: ${DEFAULT-VALUE}).")
  private Path report = Path.of("hpa-demo-report.html");

  @Option(names = "--once", description = "End with the report, also on a terminal.")
  private boolean once;

  @SuppressWarnings("NullAway.Init")
  public DemoCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TRY;
  }

  @Override
  public List<Flag<?>> flags() {
    return flags.all();
  }

  @Override
  public Integer call()
      throws IOException, KubeconfigException, KubernetesApiException, InterruptedException {
    Logging.errorsOnly();
    DemoOptions options = options();
    Shutdown shutdown = Shutdown.install();
    try {
      new Demo(options, spec.commandLine().getOut()).run(shutdown.requested());
    } finally {
      shutdown.done();
    }
    return ExitStatus.SUCCESS;
  }

  private DemoOptions options() {
    require(
        duration.isPositive(),
        "--duration: the duration is not greater than 0; give a" + " duration like 1m");
    require(
        speed > 0 && !Double.isInfinite(speed),
        "--speed: the number is not greater than 0;" + " give a number like 60");
    require(min >= 1, "--min: \"" + min + "\" is less than 1; give 1 or more");
    require(max >= min, "--max: \"" + max + "\" is less than --min; give " + min + " or more");
    require(target >= 1, "--target: \"" + target + "\" is less than 1; give 1 or more");
    Duration clusterTime = Duration.ofNanos((long) (duration.toNanos() * speed));
    Map<String, LoadTrace> traces = traces();
    String profile = profile(traces, clusterTime);
    checkProfile(profile, traces);
    return new DemoOptions(
        duration, speed, profile, traces, min, max, target, report, once, flags.options());
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new UsageException(otherwise);
    }
  }

  private Map<String, LoadTrace> traces() {
    boolean isFile =
        load != null
            && (load.endsWith(".csv") || (load.indexOf(':') < 0 && Files.exists(Path.of(load))));
    return isFile ? Map.of(TRACE, LoadTraces.read(Path.of(load))) : Map.of();
  }

  private String profile(Map<String, LoadTrace> traces, Duration clusterTime) {
    if (!traces.isEmpty()) {
      return "trace:" + TRACE;
    }
    return load != null
        ? load
        : "day:min=80m,max=700m,period=%s,spike=1600m"
            .formatted(GoDuration.format(Duration.ofSeconds(clusterTime.toSeconds())));
  }

  private static void checkProfile(String profile, Map<String, LoadTrace> traces) {
    try {
      LoadProfile.parse(profile, traces);
    } catch (LoadFormatException failure) {
      throw new UsageException("--load: " + failure.getMessage(), failure);
    }
  }
}
