package dev.hpa.benchmarks.failover;

import dev.hpa.api.Json;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.benchmarks.setup.Contender;
import dev.hpa.benchmarks.setup.Population;
import dev.hpa.benchmarks.setup.RunFolder;
import dev.hpa.benchmarks.setup.Usage;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.cli.output.TextTable;
import dev.hpa.conformance.environment.TestClusterException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa bench failover}: replicas of a controller fail in turn. */
@Command(
    name = "failover",
    description = {
      "Start several replicas of a controller against a sandbox, let one after the other fail, and"
          + " read from the audit log how long HPAs were not decided, and whether two"
          + " replicas wrote the same object at once. Several controllers run one after the other,"
          + " each in a new sandbox.",
      "",
      "Each fault hits the replica that decided most in the last period: kill is SIGKILL, pause is"
          + " SIGSTOP for longer than a Lease lasts, terminate is SIGTERM. A process that has ended"
          + " is started again before the next fault.",
      "",
      "In a TEMPLATE, {kubeconfig}, {port}, {sync-period}, {replica} (the user's name) and {shards}"
          + " (4 per replica) are replaced by the values of the run, and {hpa} by this program. The"
          + " command is split on whitespace outside quotes and runs without a shell."
    },
    footer = {
      "",
      "Exit status: 0 success; 1 writes interleaved, or an HPA was not decided for longer"
          + " than a Lease's duration, a retry period and 3 s; 2 usage error, or a controller does"
          + " not run.",
      "",
      "Examples:",
      "  hpa bench failover",
      "  hpa bench failover --hpas 3000 --namespaces 300 --duration 10m",
      "  hpa bench failover --kubeconfig r1 --kubeconfig r2 --user r1 --user r2 \\",
      "    --audit-log audit.log",
      "",
      "The command for kube-controller-manager:",
      "  kube-controller-manager --kubeconfig={kubeconfig}",
      "    --controllers=horizontal-pod-autoscaler-controller --bind-address=127.0.0.1",
      "    --secure-port={port} --horizontal-pod-autoscaler-sync-period={sync-period}",
      "    --kube-api-qps=500 --kube-api-burst=1000"
    })
public final class FailoverCommand implements Callable<Integer> {

  private static final String THIS_CONTROLLER =
      "{hpa} run --kubeconfig={kubeconfig} --bind-address=127.0.0.1 --secure-port={port}"
          + " --horizontal-pod-autoscaler-sync-period={sync-period} --kube-api-qps=500"
          + " --kube-api-burst=1000 --concurrent-horizontal-pod-autoscaler-syncs=20"
          + " --shards={shards} --state=ConfigMap --leader-elect-resource-namespace=kube-system";

  @Spec private CommandSpec spec;

  @Option(
      names = "--hpas",
      paramLabel = "N",
      defaultValue = "300",
      description = "Number of HPAs, each with a Deployment of 2 pods (default: ${DEFAULT-VALUE}).")
  private int hpas;

  @Option(
      names = "--namespaces",
      paramLabel = "N",
      defaultValue = "60",
      description = "Number of namespaces (default: ${DEFAULT-VALUE}).")
  private int namespaces;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of replicas (default: ${DEFAULT-VALUE}).")
  private int replicas;

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      description =
          "A fault: kill, pause or terminate; repeatable, injected in turn (default: all).")
  private @Nullable List<String> faults;

  @Option(
      names = "--duration",
      paramLabel = "DURATION",
      defaultValue = "4m",
      converter = GoDurationConverter.class,
      description = "How long faults are injected (default: ${DEFAULT-VALUE}).")
  private Duration length = Duration.ZERO;

  @Option(
      names = "--sync-period",
      paramLabel = "SECONDS",
      defaultValue = "15",
      description = "The sync period of the controllers (default: ${DEFAULT-VALUE}).")
  private int periodSeconds;

  @Option(
      names = "--command",
      paramLabel = "[NAME=]TEMPLATE",
      description =
          "Command that starts a replica; repeatable for several controllers (default: this"
              + " controller with shards and state).")
  private List<String> commands = new ArrayList<>();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "The kubeconfig of a replica in an existing cluster instead of a sandbox; repeat it for"
              + " each replica. Each needs its own user, and --user and --audit-log.")
  private List<Path> kubeconfigs = new ArrayList<>();

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "The name of the user of each --kubeconfig, as the audit log has it.")
  private List<String> users = new ArrayList<>();

  @Option(
      names = "--audit-log",
      paramLabel = "FILE",
      description = "The audit log of the existing cluster, in JSON lines.")
  private @Nullable Path auditLog;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Output format: text or json (default: ${DEFAULT-VALUE}).")
  private Format format = Format.text;

  private enum Format {
    text,
    json
  }

  /** Used by picocli. */
  @SuppressWarnings("NullAway.Init")
  public FailoverCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    FailoverPlan plan = plan();
    List<FailoverOutcome> outcomes = new ArrayList<>();
    try (RunFolder folder = RunFolder.create("hpa-failover")) {
      List<Contender> contenders =
          Contender.parse(
              commands.isEmpty() ? List.of("hpa=" + THIS_CONTROLLER) : commands,
              FailoverRun.values(plan, "kubeconfig", 1, "replica"));
      for (Contender each : contenders) {
        outcomes.add(
            new FailoverRun(plan, each.name(), each.command(), folder.path(), this::printProgress)
                .run());
      }
    } catch (TestClusterException problem) {
      spec.commandLine().getErr().println("hpa: " + problem.getMessage());
      return ExitStatus.USAGE_ERROR;
    }
    PrintWriter out = spec.commandLine().getOut();
    if (format == Format.json) {
      out.println(Json.text(outcomes));
    } else {
      outcomes.forEach(each -> print(plan, each, out));
    }
    out.flush();
    return outcomes.stream().allMatch(each -> each.isFit(plan))
        ? ExitStatus.SUCCESS
        : ExitStatus.FAILED;
  }

  private FailoverPlan plan() {
    Population population =
        new Population(
            2 * positive("--hpas", hpas),
            hpas,
            Math.min(positive("--namespaces", namespaces), hpas),
            Usage.CHANGING,
            0,
            Population.Pace.AT_ONCE,
            0,
            false);
    return new FailoverPlan(
        population,
        cluster(),
        replicas(),
        faults == null
            ? List.of(FaultKind.values())
            : faults.stream().map(FailoverCommand::fault).toList(),
        length,
        Duration.ofSeconds(positive("--sync-period", periodSeconds)),
        Duration.ofSeconds(15),
        Duration.ofSeconds(2),
        List.of("-XX:-UseSerialGC", "-XX:+UseParallelGC"));
  }

  private FailoverPlan.@Nullable ExistingCluster cluster() {
    if (kubeconfigs.isEmpty() && users.isEmpty() && auditLog == null) {
      return null;
    }
    if (auditLog == null || users.size() != kubeconfigs.size() || kubeconfigs.size() < 2) {
      throw new UsageException(
          "--kubeconfig: an existing cluster needs at least two of --kubeconfig, a --user for each,"
              + " and --audit-log; add what is missing");
    }
    return new FailoverPlan.ExistingCluster(kubeconfigs, users, auditLog);
  }

  private int replicas() {
    int most = kubeconfigs.isEmpty() ? Integer.MAX_VALUE : kubeconfigs.size();
    if (replicas < 2 || replicas > most) {
      throw new UsageException(
          "--replicas \"%d\": must be at least 2%s"
              .formatted(
                  replicas,
                  kubeconfigs.isEmpty() ? "; use 3" : ", and at most one for each --kubeconfig"));
    }
    return replicas;
  }

  private static FaultKind fault(String text) {
    for (FaultKind each : FaultKind.values()) {
      if (each.toString().equals(text)) {
        return each;
      }
    }
    throw new UsageException("--fault \"" + text + "\": unknown; use kill, pause or terminate");
  }

  private static int positive(String option, int value) {
    if (value < 1) {
      throw new UsageException(option + " \"" + value + "\": must be positive; use 1 or more");
    }
    return value;
  }

  private static void print(FailoverPlan plan, FailoverOutcome outcome, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: %d replicas, %,d HPAs, sync period %d s, %,d decisions, %,d writes%n",
        outcome.name(),
        plan.replicas(),
        outcome.autoscalers(),
        plan.period().toSeconds(),
        outcome.decisions(),
        outcome.writes());
    TextTable table =
        new TextTable("AT", "FAULT", "REPLICA", "DECIDED AGAIN", "UNDECIDED (MEDIAN)", "(LONGEST)");
    for (FaultFigures each : outcome.faults()) {
      FaultFigures.Undecided undecided = each.undecided();
      table.row(
          "%.0f s".formatted(each.atSeconds()),
          each.fault().toString(),
          each.replica(),
          "%,d of %,d".formatted(each.decidedAgain(), each.affected()),
          undecided == null ? "-" : "%.1f s".formatted(undecided.median()),
          undecided == null ? "-" : "%.1f s".formatted(undecided.longest()));
    }
    table.print(out);
    out.printf(
        Locale.ROOT,
        "longest undecided: %.1f s beyond the sync period (allowed: %.1f s); interleaved writes: %d%n",
        outcome.longestUndecidedSeconds(),
        plan.longestAllowed().toMillis() / 1e3,
        outcome.interleaved().size());
    outcome.interleaved().stream().limit(10).forEach(each -> out.println("  " + each));
    out.println();
  }

  private void printProgress(String step) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(step);
    err.flush();
  }
}
