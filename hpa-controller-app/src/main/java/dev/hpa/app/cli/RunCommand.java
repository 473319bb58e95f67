package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ServingFlags.PortCheck;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.process.ControllerProcess;
import dev.hpa.app.process.RunOptions;
import dev.hpa.app.serving.DebugServer;
import dev.hpa.kube.client.KubeconfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
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
public final class RunCommand implements Callable<Integer>, Subcommand {

  private static final String HEAPSTER_IS_DEPRECATED =
      "Flag --horizontal-pod-autoscaler-use-rest-clients=false is deprecated: nobody maintains"
          + " Heapster any more. Install metrics-server, and adapters for custom and external"
          + " metrics, and leave the flag out.";

  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  /** What the end of the process may take beside the controller: plug-ins, ports, connections. */
  private static final Duration AFTER_CONTROLLER = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;
  @Mixin private RunFlags flags = new RunFlags();

  @SuppressWarnings("NullAway.Init")
  public RunCommand() {}

  /** The program {@code hpa-controller}, which has this command alone. */
  public static CommandLine standalone() {
    CommandLine line = line();
    CommandSpec spec = line.getCommandSpec();
    StackTraceOption stackTraces = new StackTraceOption();
    spec.name("hpa-controller")
        .addMixin("stackTraces", CommandSpec.forAnnotatedObject(stackTraces));
    UsageMessageSpec usage = spec.usageMessage();
    usage.customSynopsis("hpa-controller [FLAG...]");
    usage.footer(
        Arrays.stream(usage.footer())
            .map(each -> each.replace("hpa run", "hpa-controller"))
            .toArray(String[]::new));
    CommandLines.reportErrors(line, stackTraces::isGiven);
    return line;
  }

  private static CommandLine line() {
    RunCommand command = new RunCommand();
    CommandLine line = new CommandLine(command);
    command.configure(line);
    return line;
  }

  @Override
  public void configure(CommandLine line) {
    // The preprocessor tells values from flags, and values may begin with a dash.
    line.setAllowOptionsAsOptionParameters(true);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new FlagGroups());
  }

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
    if (version().prints()) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(version().line());
      out.flush();
      return ExitStatus.DONE;
    }
    RunOptions options = options(PortCheck.LISTENING);
    Logging.configure(options.logging());
    warn(options);
    if (!options.enabled()) {
      return idle();
    }
    return run(options);
  }

  private int run(RunOptions options)
      throws IOException, KubeconfigException, InterruptedException {
    InetSocketAddress debug = options.debugAddress();
    CompletableFuture<String> ended = new CompletableFuture<>();
    Shutdown shutdown = Shutdown.install(options.shutdownTimeout().plus(AFTER_CONTROLLER));
    shutdown.starting();
    try (Timeline timeline = Timeline.real();
        ControllerProcess process = ControllerProcess.open(options, timeline);
        DebugServer debugServer =
            debug == null
                ? null
                : DebugServer.start(
                    debug, process.controller().components().inspector(), timeline)) {
      shutdown.started();
      warnOfSecrets(process);
      greet(options, process, debugServer);
      Thread running = Thread.ofVirtual().name("run").start(() -> run(process, ended, shutdown));
      shutdown.await();
      if (!ended.isDone()) {
        running.interrupt();
        LOG.info("shutting down: finishing what is being written");
      }
    } catch (CancellationException interrupted) {
      if (!shutdown.isAsked()) {
        throw interrupted;
      }
      spec.commandLine()
          .getErr()
          .println(spec.root().name() + ": ended at its start: " + interrupted.getMessage());
      return ExitStatus.FAILED;
    } finally {
      shutdown.done();
    }
    String failure = ended.getNow("");
    if (!failure.isEmpty()) {
      spec.commandLine().getErr().println(spec.root().name() + ": " + failure);
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
      RunOptions options, ControllerProcess process, @Nullable DebugServer debugServer) {
    LOG.info(
        "{} {}, syncing each autoscaler every {}",
        options.controller().shadow() ? "observing, in shadow mode," : "scaling",
        process.cluster(),
        GoDuration.format(options.controller().syncPeriod()));
    if (process.port() != 0) {
      LOG.info("health and metrics at https://127.0.0.1:{}", process.port());
    }
    if (debugServer != null) {
      LOG.info("explaining at {}", debugServer.address());
    }
  }

  private void warn(RunOptions options) {
    List<String> idle = flags.givenWithoutEffect();
    if (!idle.isEmpty()) {
      LOG.warn("Flags without effect here: {}", String.join(" ", idle));
    }
    if (options.providers().heapster()) {
      LOG.warn(HEAPSTER_IS_DEPRECATED);
    }
  }

  private void warnOfSecrets(ControllerProcess process) {
    flags
        .settingsOnCommandLine()
        .filter(process.controller().components().secrets().names()::contains)
        .forEach(name -> LOG.warn(ProviderFlags.SECRET_IS_VISIBLE, name));
  }

  /** Runs as kube-controller-manager does with this controller off: without doing anything. */
  private static int idle() throws InterruptedException {
    Shutdown shutdown = Shutdown.install();
    LOG.info("scaling nothing: --controllers leaves {} off", KnownControllers.OURS);
    shutdown.await();
    shutdown.done();
    return ExitStatus.DONE;
  }
}
