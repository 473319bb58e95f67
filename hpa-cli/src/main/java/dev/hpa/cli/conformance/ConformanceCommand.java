package dev.hpa.cli.conformance;

import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Shutdown;
import dev.hpa.app.logging.LogOptions;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.logging.Verbosity;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.conformance.environment.ClusterAccess;
import dev.hpa.conformance.environment.ClusterCleanup;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.conformance.run.Selection;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa conformance}: runs the conformance suite against an HPA implementation. */
@Command(
    name = "conformance",
    description = {
      "Run the conformance suite against an HPA implementation. The default is the controller of"
          + " this program in a built-in cluster.",
      "",
      "The suite starts the implementation, creates and changes objects in its cluster, and checks"
          + " what the implementation writes against its rules.",
      "",
      "These placeholders are replaced in TEMPLATE each time the suite starts the command:"
          + " {kubeconfig}, {port}, {feature-gates}, {sync-period}, {downscale-stabilization},"
          + " {tolerance}, {cpu-initialization-period}, {initial-readiness-delay}, and {hpa} for"
          + " this program. TEMPLATE is split on whitespace; quotes group words; no shell is used."
    },
    footer = {
      "",
      "Exit status: 0 conformant; 1 not conformant; 2 usage error, or the implementation does not"
          + " start.",
      "",
      "Examples:",
      "  hpa conformance",
      "  hpa conformance --only BOUNDS,EVENTS-1 --report bounds.html",
      "  hpa conformance --list",
      "  hpa conformance --list --only sync-interval -o yaml",
      "  hpa conformance --decisions --command 'my-hpa --stream' --vectors recorded.ndjson.gz",
      "  hpa conformance --cleanup --kubeconfig admin.kubeconfig",
      "  hpa conformance --kubeconfig admin.kubeconfig --name mine --command '{hpa} run"
          + " --kubeconfig={kubeconfig} …'",
      "",
      "The command for kube-controller-manager:",
      "  kube-controller-manager --kubeconfig={kubeconfig}",
      "    --authentication-kubeconfig={kubeconfig} --authorization-kubeconfig={kubeconfig}",
      "    --controllers=horizontal-pod-autoscaler-controller --leader-elect=false",
      "    --secure-port=0 --horizontal-pod-autoscaler-sync-period={sync-period}",
      "    --horizontal-pod-autoscaler-downscale-stabilization={downscale-stabilization}",
      "    --horizontal-pod-autoscaler-tolerance={tolerance}",
      "    --horizontal-pod-autoscaler-cpu-initialization-period={cpu-initialization-period}",
      "    --horizontal-pod-autoscaler-initial-readiness-delay={initial-readiness-delay}",
      "    --feature-gates={feature-gates} --kube-api-qps=500 --kube-api-burst=1000",
      "    --concurrent-horizontal-pod-autoscaler-syncs=20",
      "The command for this project's controller starts with `{hpa} run` and sets"
          + " --secure-port={port}; the other flags are the same."
    })
public final class ConformanceCommand implements Callable<Integer>, Subcommand {

  @Spec private CommandSpec spec;
  @Mixin private ConformanceOptions options = new ConformanceOptions();
  @Mixin private ConformanceFiles files = new ConformanceFiles();

  @Mixin
  private OutputOption output =
      OutputOption.describedAs(
          "Format of --list: %s (default: %s).",
          OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML);

  @Option(
      names = "--list",
      description =
          "List the rules and the cases that test them; with -o yaml or json also the steps of the"
              + " cases.")
  private boolean list;

  @SuppressWarnings("NullAway.Init")
  public ConformanceCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TEST;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Logging.configure(LogOptions.of(Verbosity.of(0)));
    options.check();
    Selection selection = options.selection();
    if (list) {
      ConformanceRuleList.of(options.rules(), options.cases(), selection)
          .print(spec.commandLine().getOut(), output.format());
      return ExitStatus.SUCCESS;
    }
    ClusterAccess cluster = options.cluster().access();
    if (options.cluster().cleansUp() && cluster != null) {
      return cleanUp(cluster);
    }
    files.createFolders();
    Shutdown shutdown = Shutdown.install();
    Thread running = Thread.currentThread();
    Thread ctrlC = Thread.ofVirtual().start(() -> interruptOnShutdown(shutdown, running));
    try {
      boolean conformant =
          new ConformanceRun(options, files, spec.commandLine().getOut()).run(selection);
      return conformant ? ExitStatus.SUCCESS : ExitStatus.FAILED;
    } catch (TestClusterException problem) {
      // The message has several lines: the last output of the implementation follows the first.
      spec.commandLine().getErr().println("hpa: " + problem.getMessage());
      return ExitStatus.USAGE_ERROR;
    } catch (InterruptedException | IOException | RuntimeException failure) {
      // An interrupted thread may fail with any exception.
      if (shutdown.requested().getCount() > 0) {
        throw failure;
      }
      spec.commandLine().getErr().println("hpa: conformance: interrupted before the last case");
      return ExitStatus.FAILED;
    } finally {
      ctrlC.interrupt();
      shutdown.done();
    }
  }

  private int cleanUp(ClusterAccess cluster) {
    try {
      List<String> changes = ClusterCleanup.of(cluster);
      PrintWriter out = spec.commandLine().getOut();
      changes.forEach(out::println);
      out.println(changes.isEmpty() ? "nothing to clean up" : "cleaned up");
      out.flush();
      return ExitStatus.SUCCESS;
    } catch (TestClusterException problem) {
      spec.commandLine().getErr().println("hpa: " + problem.getMessage());
      return ExitStatus.USAGE_ERROR;
    }
  }

  private static void interruptOnShutdown(Shutdown shutdown, Thread running) {
    try {
      shutdown.await();
      running.interrupt();
    } catch (InterruptedException finished) {
      Thread.currentThread().interrupt();
    }
  }
}
