package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ServingFlags.PortCheck;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.process.AotCache;
import dev.hpa.app.process.ControllerProcess;
import dev.hpa.app.process.RunOptions;
import dev.hpa.app.serving.DebugServer;
import dev.hpa.controller.HpaController;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.discovery.ServerRelease;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** {@code hpa run}: runs the controller against a cluster. */
@Command(
    name = "run",
    preprocessor = RunArguments.class,
    modelTransformer = FlagsWithoutEffect.class,
    customSynopsis = "hpa run [FLAG...]",
    addMethodSubcommands = false,
    exitCodeOnInvalidInput = ExitStatus.FAILED,
    description = {
      "Run the HPA controller against a cluster.",
      "",
      "The flags of kube-controller-manager v1.36 and v1.37 are supported, with the same names, defaults and"
          + " validation."
    },
    footer = {
      "",
      "Exit status: 0 stopped by a signal; 1 usage error, or the controller failed.",
      "",
      "Examples:",
      "  hpa run --kubeconfig ~/.kube/config",
      "  hpa run --config hpa.yaml --leader-elect=false -v4",
      "  hpa run --kubeconfig sandbox.kubeconfig --horizontal-pod-autoscaler-sync-period 5s"
    })
public final class RunCommand implements Callable<Integer>, Subcommand {

  private static final String HEAPSTER_IS_DEPRECATED =
      "Flag --horizontal-pod-autoscaler-use-rest-clients=false is deprecated: Heapster is not"
          + " maintained. Install metrics-server and adapters for custom and external metrics, and"
          + " remove the flag.";

  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  /** Time to close plug-ins, ports and connections after the controller has stopped. */
  private static final Duration AFTER_CONTROLLER = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;
  @Mixin private RunFlags flags = new RunFlags();

  /** How long the process has run. */
  private final Supplier<Duration> uptime;

  /** A command whose process counts as started when the command runs. */
  public RunCommand() {
    this(() -> Duration.ZERO);
  }

  @SuppressWarnings("NullAway.Init")
  private RunCommand(Supplier<Duration> uptime) {
    this.uptime = uptime;
  }

  /**
   * The program {@code hpa-controller}, whose only command is this one.
   *
   * @param uptime how long the process has run
   */
  public static CommandLine standalone(Supplier<Duration> uptime) {
    CommandLine line = line(uptime);
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

  private static CommandLine line(Supplier<Duration> uptime) {
    RunCommand command = new RunCommand(uptime);
    CommandLine line = new CommandLine(command);
    command.configure(line);
    return line;
  }

  @Override
  public void configure(CommandLine line) {
    // The preprocessor separates values from flags; values may begin with a dash.
    line.setAllowOptionsAsOptionParameters(true);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new FlagGroups());
  }

  /**
   * The options of the command line.
   *
   * @param port checks the address of the server
   */
  RunOptions options(PortCheck port) {
    return flags.options(port, null);
  }

  /** The value of {@code --version}. */
  VersionRequest version() {
    return flags.version();
  }

  @Override
  public Integer call() throws IOException, KubeconfigException, InterruptedException {
    if (version().prints()) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(version().line());
      out.flush();
      return ExitStatus.SUCCESS;
    }
    RunOptions options = options(PortCheck.LISTENING);
    Logging.configure(options.logging());
    warn(options);
    return options.enabled() ? run(emulating(options)) : idle();
  }

  /** The options for the release of the API server, unless a flag sets the release. */
  private RunOptions emulating(RunOptions options) throws IOException, KubeconfigException {
    if (!flags.followsServer()) {
      LOG.info("emulating Kubernetes {}, as set", options.version().emulated());
      return options;
    }
    ServerRelease release;
    try {
      release =
          HpaController.builder()
              .kubeconfig(options.kubeconfig())
              .server(options.master())
              .clientOptions(options.client())
              .serverRelease();
    } catch (KubernetesApiException failure) {
      throw new IOException(
          "the version of the API server cannot be read: %s; set --emulated-version to start without"
              .formatted(failure.text()),
          failure);
    }
    if (release.isKnown()) {
      LOG.info(release.text());
    } else {
      LOG.warn(release.text());
    }
    return flags.options(PortCheck.LISTENING, release.emulated());
  }

  private int run(RunOptions options)
      throws IOException, KubeconfigException, InterruptedException {
    InetSocketAddress debug = options.debugAddress();
    CompletableFuture<String> ended = new CompletableFuture<>();
    Shutdown shutdown = Shutdown.install(options.shutdownTimeout().plus(AFTER_CONTROLLER));
    shutdown.starting();
    try (Timeline timeline = Timeline.real();
        ControllerProcess process =
            ControllerProcess.open(options, timeline, timeline.now().minus(uptime.get()));
        DebugServer debugServer =
            debug == null
                ? null
                : DebugServer.start(
                    debug, process.controller().components().inspector(), timeline)) {
      shutdown.started();
      warnOfSecrets(process);
      logStart(options, process, debugServer);
      Thread.ofVirtual().name("run").start(() -> run(process, ended, shutdown));
      shutdown.await();
      if (!ended.isDone()) {
        LOG.info("shutting down: waiting for writes in progress");
      }
    } catch (CancellationException interrupted) {
      if (!shutdown.isAsked()) {
        throw interrupted;
      }
      spec.commandLine()
          .getErr()
          .println(
              spec.root().name() + ": interrupted during startup: " + interrupted.getMessage());
      return ExitStatus.FAILED;
    } finally {
      shutdown.done();
    }
    String failure = ended.getNow("");
    if (!failure.isEmpty()) {
      spec.commandLine().getErr().println(spec.root().name() + ": " + failure);
      return ExitStatus.FAILED;
    }
    return ExitStatus.SUCCESS;
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

  private static void logStart(
      RunOptions options, ControllerProcess process, @Nullable DebugServer debugServer) {
    LOG.info(
        "{} {}, syncing each autoscaler every {}",
        options.controller().shadow() ? "observing, in shadow mode," : "scaling",
        process.cluster(),
        GoDuration.format(options.controller().syncPeriod()));
    if (process.port() != 0) {
      LOG.info("health and metrics at https://127.0.0.1:{}", process.port());
      if (options.dashboard() != null) {
        LOG.info("dashboard at https://127.0.0.1:{}/dashboard/", process.port());
      }
    }
    if (debugServer != null) {
      LOG.info("debug API at {}", debugServer.address());
    }
  }

  private void warn(RunOptions options) {
    AotCache.problem().ifPresent(LOG::warn);
    List<String> idle = flags.givenWithoutEffect();
    if (!idle.isEmpty()) {
      LOG.warn("Flags without effect: {}", String.join(" ", idle));
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

  /** Waits, like kube-controller-manager with this controller disabled. */
  private static int idle() throws InterruptedException {
    Shutdown shutdown = Shutdown.install();
    LOG.info("idle: {} is disabled by --controllers", KnownControllers.OURS);
    shutdown.await();
    shutdown.done();
    return ExitStatus.SUCCESS;
  }
}
