package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ServingFlags.PortCheck;
import dev.hpa.app.cluster.KubeconfigException;
import dev.hpa.app.controller.Cycle;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.process.ControllerProcess;
import dev.hpa.app.process.RunOptions;
import dev.hpa.app.serving.DebugServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hpa run}: the controller against a cluster. */
@Command(
    name = "run",
    preprocessor = RunArguments.class,
    modelTransformer = FlagsWithoutEffect.class,
    customSynopsis = "hpa run [FLAG...]",
    exitCodeOnInvalidInput = ExitStatus.FAILED,
    description = {
      "Run the controller against a cluster, until Ctrl-C.",
      "",
      "Takes the command line of kube-controller-manager v1.36: the same names, defaults and checks."
    },
    footer = {
      "",
      "Exit status: 0 ended when asked to; 1 the command line is wrong, or the work failed.",
      "",
      "Examples:",
      "  hpa run --kubeconfig ~/.kube/config",
      "  hpa run --config hpa.yaml --leader-elect=false -v4",
      "  hpa run --kubeconfig sandbox.kubeconfig --horizontal-pod-autoscaler-sync-period 5s"
    })
final class RunCommand implements Callable<Integer> {

  private static final String HEAPSTER_IS_DEPRECATED =
      "Flag --horizontal-pod-autoscaler-use-rest-clients=false is deprecated: nobody maintains"
          + " Heapster any more. Install metrics-server, and adapters for custom and external"
          + " metrics, and leave the flag out.";

  /** For what is closed after the controller: the Lease, the ports, the connection. */
  private static final Duration BEYOND_TIMEOUT = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  @Spec private CommandSpec spec;
  @Mixin private RunFlags flags = new RunFlags();

  @SuppressWarnings("NullAway.Init")
  RunCommand() {}

  /**
   * What the command line asks for.
   *
   * @param port refuses an address that cannot be listened on
   */
  RunOptions options(PortCheck port) {
    return flags.options(port);
  }

  /** What the command line asks to be told of the version. */
  VersionRequest version() {
    return flags.version();
  }

  @Override
  public Integer call() throws IOException, KubeconfigException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (version().prints()) {
      out.println(version().line());
      out.flush();
      return ExitStatus.DONE;
    }
    RunOptions options = options(PortCheck.LISTENING);
    Logging.configure(options.logging());
    warn(options);
    if (!options.enabled()) {
      return idle(out);
    }
    return run(options, out);
  }

  private int run(RunOptions options, PrintWriter out)
      throws IOException, KubeconfigException, InterruptedException {
    InetSocketAddress debug = options.debugAddress();
    CompletableFuture<String> ended = new CompletableFuture<>();
    Shutdown shutdown = Shutdown.install(options.shutdownTimeout().plus(BEYOND_TIMEOUT));
    try (Timeline timeline = Timeline.real();
        ControllerProcess process = ControllerProcess.open(options, timeline);
        DebugServer debugServer =
            debug == null
                ? null
                : DebugServer.start(debug, process.controller().inspector(), timeline)) {
      process.controller().loop().onCycle(cycle -> tell(cycle, out));
      greet(options, process, debugServer, out);
      Thread running = Thread.ofVirtual().name("run").start(() -> run(process, ended, shutdown));
      shutdown.await();
      if (!ended.isDone()) {
        running.interrupt();
        out.println("Ending: finishing what is being written.");
        out.flush();
      }
    } finally {
      shutdown.done();
    }
    String failure = ended.getNow("");
    if (!failure.isEmpty()) {
      spec.commandLine().getErr().println("hpa: " + failure);
      return ExitStatus.FAILED;
    }
    return ExitStatus.DONE;
  }

  private static void run(
      ControllerProcess process, CompletableFuture<String> ended, Shutdown shutdown) {
    try {
      ended.complete(process.run());
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException failure) {
      ended.completeExceptionally(failure);
    } finally {
      shutdown.ask();
    }
  }

  private static void greet(
      RunOptions options,
      ControllerProcess process,
      @Nullable DebugServer debugServer,
      PrintWriter out) {
    out.printf(
        "%s %s, looking at each autoscaler every %s. Ctrl-C ends.%n",
        options.controller().shadow() ? "Watching, as a shadow," : "Scaling",
        process.cluster(),
        GoDuration.format(options.controller().syncPeriod()));
    if (process.port() != 0) {
      out.printf("Health and metrics at https://127.0.0.1:%d.%n", process.port());
    }
    if (debugServer != null) {
      out.printf("Explaining at %s.%n", debugServer.address());
    }
    out.flush();
  }

  private void warn(RunOptions options) {
    List<String> idle = flags.givenWithoutEffect();
    if (!idle.isEmpty()) {
      LOG.warn("Flags without effect here: {}", String.join(" ", idle));
    }
    if (options.providers().heapster()) {
      spec.commandLine().getErr().println(HEAPSTER_IS_DEPRECATED);
    }
  }

  /** Runs as kube-controller-manager does with this controller off: without doing anything. */
  private static int idle(PrintWriter out) throws InterruptedException {
    Shutdown shutdown = Shutdown.install();
    out.println(
        "Scaling nothing: --controllers leaves " + KnownControllers.OURS + " off. Ctrl-C ends.");
    out.flush();
    shutdown.await();
    shutdown.done();
    return ExitStatus.DONE;
  }

  private static void tell(Cycle cycle, PrintWriter out) {
    if (cycle.scaledTo() != null) {
      out.printf(
          "%s/%s: %s %s from %d to %d%n",
          cycle.hpa().metadata().namespace(),
          cycle.hpa().metadata().name(),
          cycle.hpa().spec().scaleTargetRef().kind(),
          cycle.hpa().spec().scaleTargetRef().name(),
          cycle.currentReplicas(),
          cycle.scaledTo());
      out.flush();
    }
  }
}
