package dev.hpa.cli.sandbox;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Shutdown;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.FeatureGatesOption;
import dev.hpa.cli.FilenameOption;
import dev.hpa.cli.KubernetesVersionOption;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.dashboard.PageAddress;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.faults.FaultFormatException;
import dev.hpa.sandbox.metrics.MetricFormatException;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.server.Manifest;
import dev.hpa.sandbox.workload.SimulatedController;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa sandbox}: runs the embedded cluster. */
@Command(
    name = "sandbox",
    description = {
      "Run an in-process cluster until Ctrl-C: an API server for kubectl and controllers,"
          + " and"
          + " simulated workloads, pods and load.",
      "",
      "Set the load of a workload with the annotations sandbox.hpa.dev/cpu (a quantity) or"
          + " sandbox.hpa.dev/load (a profile).",
      "",
      "The dashboard shows the HPAs with decisions in shadow mode; to scale, run a"
          + " controller, such as hpa run."
    },
    footer = {
      "",
      "Examples:",
      "  hpa sandbox --kubeconfig sandbox.kubeconfig",
      "  export KUBECONFIG=sandbox.kubeconfig",
      "  kubectl create deployment web --image=web",
      "  kubectl annotate deployment web sandbox.hpa.dev/cpu=1500m",
      "  kubectl annotate deployment web sandbox.hpa.dev/load=sine:min=200m,max=2,period=30m",
      "  hpa sandbox -f manifests/"
    })
public final class SandboxCommand implements Callable<Integer>, Subcommand {

  private static final String NO_DASHBOARD = "none";

  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Loopback port of the API server; 0 selects a free port (default).")
  private int port;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      defaultValue = "sandbox.kubeconfig",
      description = "File of the kubeconfig (default: ${DEFAULT-VALUE}).")
  private Path kubeconfig = Path.of("sandbox.kubeconfig");

  @Mixin private FilenameOption filenames = new FilenameOption();

  @Option(
      names = "--speed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Cluster seconds per real second (default: ${DEFAULT-VALUE}).")
  private double speed;

  @Option(
      names = "--trace",
      paramLabel = "NAME=FILE",
      description = "Load trace (CSV: time,cpu), used by workloads as trace:NAME. Repeatable.")
  private Map<String, Path> traces = new LinkedHashMap<>();

  @Option(
      names = "--controllers",
      paramLabel = "NAME,...",
      defaultValue = "*",
      description =
          "Controllers to enable, with the names of kube-controller-manager: * enables all,"
              + " -NAME disables one. Pods are always scheduled and run"
              + " (default: ${DEFAULT-VALUE}).")
  private String controllers = "";

  @Option(
      names = "--metrics-apis",
      paramLabel = "API,...",
      defaultValue = "resource,custom,external",
      description =
          "Metrics APIs to serve: resource, custom, external, heapster; resource/v1 and"
              + " resource/v1beta1 serve one version of metrics.k8s.io"
              + " (default: ${DEFAULT-VALUE}).")
  private String metricsApis = "";

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      description = {
        "A fault to inject; may be repeated. One of latency, error, conflict, reset, truncate,"
            + " corrupt, expire-watch, stall-watch, stale-list and clock-skew, with settings, such"
            + " as error:code=503,path=/apis/metrics.k8s.io/**,probability=0.2 or"
            + " latency:delay=2s,first=10 or clock-skew:offset=1h,after=5m."
      })
  private List<String> faults = new ArrayList<>();

  @Option(
      names = "--authorization",
      paramLabel = "MODE",
      defaultValue = "allow-all",
      description = {
        "Authorization mode: allow-all allows every authenticated request; rbac uses the roles"
            + " and"
            + " bindings in the cluster"
            + " (default: ${DEFAULT-VALUE})."
      })
  private String authorization = "";

  @Option(
      names = "--user",
      paramLabel = "NAME=TOKEN[,group=GROUP...]",
      description = "Additional user with a token. Repeatable.")
  private List<String> users = new ArrayList<>();

  @Option(
      names = "--audit-log",
      paramLabel = "FILE",
      description = "File of the audit log, one JSON line per request; - is standard output.")
  private @Nullable String auditLog;

  @Option(
      names = "--dashboard",
      paramLabel = "HOST:PORT",
      description = "Address of the dashboard, or none (default: " + PageAddress.DEFAULT + ").")
  private @Nullable String dashboard;

  @Mixin private FeatureGatesOption gates = new FeatureGatesOption();
  @Mixin private KubernetesVersionOption release = new KubernetesVersionOption();

  @SuppressWarnings("NullAway.Init")
  public SandboxCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TRY;
  }

  @Override
  public Integer call() throws IOException, KubeconfigException, InterruptedException {
    Logging.errorsOnly();
    if (port < 0 || port > 65535) {
      throw new UsageException("--port: \"" + port + "\" is not a port; give 0 to 65535");
    }
    if (!(speed > 0)) {
      throw new UsageException(
          "--speed: \"" + speed + "\" is not greater than 0; give a number" + " like 60");
    }
    PageAddress page = page();
    PrintWriter out = spec.commandLine().getOut();
    Shutdown shutdown = Shutdown.install();
    try (Timeline timeline = Timeline.scaled(speed, Instant.now());
        AuditWriter audit = AuditWriter.open(auditLog, out);
        Sandbox sandbox = Sandbox.start(options(timeline, audit))) {
      sandbox.writeKubeconfig(kubeconfig);
      out.printf("API server on https://127.0.0.1:%d%n", sandbox.port());
      out.printf("kubectl --kubeconfig %s get all -A%n", kubeconfig);
      if (page == null) {
        serve(out, shutdown);
      } else {
        try (SandboxDashboard shown = SandboxDashboard.start(sandbox, page, timeline, speed)) {
          out.printf("Dashboard: %s%n", shown.page());
          serve(out, shutdown);
        }
      }
    } finally {
      shutdown.done();
    }
    return ExitStatus.SUCCESS;
  }

  private static void serve(PrintWriter out, Shutdown shutdown) throws InterruptedException {
    out.println("Press Ctrl-C to stop the cluster; all objects are deleted.");
    out.flush();
    shutdown.await();
  }

  /** Where the dashboard is served; null for nowhere. */
  private @Nullable PageAddress page() {
    return NO_DASHBOARD.equals(dashboard) ? null : PageAddress.parse("--dashboard", dashboard);
  }

  private SandboxOptions options(Timeline timeline, AuditWriter audit) throws IOException {
    return SandboxOptions.in(timeline)
        .withPort(port)
        .withKubernetesVersion(release.version())
        .withGates(gates.of(release.version()))
        .withSimulator(simulator())
        .withManifests(manifests())
        .withTraces(LoadTraces.read(traces))
        .withMetricsApis(metricsApis())
        .withFaults(faults())
        .withAuthorization(authorization())
        .withUsers(users())
        .withAudit(audit);
  }

  private List<Manifest> manifests() throws IOException {
    try {
      return InputObjects.read(filenames.with(List.of(), spec.commandLine().getErr()));
    } catch (IllegalArgumentException problem) {
      throw new UsageException("-f " + problem.getMessage(), problem);
    }
  }

  private SimulatorOptions simulator() {
    try {
      return SimulatorOptions.DEFAULT.withControllers(SimulatedController.parseAll(controllers));
    } catch (IllegalArgumentException problem) {
      throw new UsageException("--controllers: " + problem.getMessage(), problem);
    }
  }

  private Set<MetricsApi> metricsApis() {
    try {
      return MetricsApi.parseAll(metricsApis);
    } catch (MetricFormatException problem) {
      throw new UsageException("--metrics-apis: " + problem.getMessage(), problem);
    }
  }

  private List<Fault> faults() {
    List<Fault> read = new ArrayList<>();
    for (String fault : faults) {
      try {
        read.add(Fault.parse(fault));
      } catch (FaultFormatException problem) {
        throw new UsageException("--fault " + fault + ": " + problem.getMessage(), problem);
      }
    }
    return read;
  }

  private AuthorizationMode authorization() {
    try {
      return AuthorizationMode.parse(authorization);
    } catch (IllegalArgumentException problem) {
      throw new UsageException(
          "--authorization " + authorization + ": " + problem.getMessage(), problem);
    }
  }

  private List<StaticUser> users() {
    List<StaticUser> read = new ArrayList<>();
    for (String user : users) {
      try {
        read.add(StaticUser.parse(user));
      } catch (IllegalArgumentException problem) {
        throw new UsageException("--user: " + problem.getMessage(), problem);
      }
    }
    return read;
  }
}
