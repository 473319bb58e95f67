package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.api.KubernetesVersion;
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
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller as a program: {@code hpa-controller}, and {@code hpa run}. It reads its command
 * line itself, because a library for commands would take a seventh of the CPU of a start.
 */
public final class ControllerProgram {

  private static final String HEAPSTER_IS_DEPRECATED =
      "Flag --horizontal-pod-autoscaler-use-rest-clients=false is deprecated: Heapster is not"
          + " maintained. Install metrics-server and adapters for custom and external metrics, and"
          + " remove the flag.";

  private static final Logger LOG = LoggerFactory.getLogger(ControllerProgram.class);

  /** Time to close plug-ins, ports and connections after the controller has stopped. */
  private static final Duration AFTER_CONTROLLER = Duration.ofSeconds(10);

  /** Of a line of the help, in characters. */
  private static final int HELP_WIDTH = 80;

  private final String name;
  private final Supplier<Duration> uptime;
  private final PrintWriter out;
  private final PrintWriter err;
  private final RunFlags flags;

  /**
   * A program that has not read its command line.
   *
   * @param name the name that begins its error messages
   * @param command the name of the command, such as {@code hpa run}
   * @param uptime how long the process has run
   */
  public ControllerProgram(
      String name, String command, Supplier<Duration> uptime, PrintWriter out, PrintWriter err) {
    this.name = name;
    this.uptime = uptime;
    this.out = out;
    this.err = err;
    this.flags = new RunFlags(command);
  }

  /**
   * The help.
   *
   * @param command how the program is called, such as {@code hpa run}
   * @param width of a line in characters
   */
  public String help(String command, int width) {
    return ControllerHelp.text(command, flags.topics(), width);
  }

  /** All flags. */
  public List<Flag<?>> flags() {
    return flags.all().all();
  }

  /**
   * Reads the command line.
   *
   * @throws UsageException with a message of one line if a flag is unknown or has no valid value
   */
  public void read(Collection<String> words) {
    RunArguments.set(flags.all(), words);
  }

  /** Whether the command line asks for help, which {@link #run} does not print. */
  public boolean asksForHelp() {
    return flags.asksForHelp();
  }

  /** Whether the command line asks for stack traces. */
  public boolean stackTraces() {
    return flags.stackTraces();
  }

  /**
   * Runs the program and reports errors as one line on standard error.
   *
   * @param words the command line
   * @return the exit status
   */
  public int execute(List<String> words) {
    try {
      read(words);
      if (asksForHelp()) {
        out.print(help(name, HELP_WIDTH));
        out.flush();
        return ExitStatus.SUCCESS;
      }
      return run();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return failed(interrupted);
    } catch (IOException | KubeconfigException | RuntimeException failure) {
      return failed(failure);
    }
  }

  private int failed(Exception failure) {
    if (stackTraces()) {
      failure.printStackTrace(err);
    } else {
      err.println(Failures.line(name, failure));
    }
    err.flush();
    return ExitStatus.FAILED;
  }

  /**
   * The value of {@code --version}.
   *
   * @param server the release of the API server; null if it is unknown
   */
  VersionRequest version(@Nullable KubernetesVersion server) {
    return flags.version(server);
  }

  /**
   * The options of the command line.
   *
   * @param port checks the address of the server
   * @param server the release of the API server; null if it is unknown
   */
  RunOptions options(PortCheck port, @Nullable KubernetesVersion server) {
    return flags.options(port, server);
  }

  /**
   * Runs the controller until the process is asked to end.
   *
   * @return the exit status
   * @throws UsageException if values of the command line are invalid
   */
  public int run() throws IOException, KubeconfigException, InterruptedException {
    if (version(null).prints()) {
      out.println(flags.versionLine());
      out.flush();
      return ExitStatus.SUCCESS;
    }
    RunOptions options = options(PortCheck.LISTENING, null);
    Logging.configure(options.logging());
    warn(options);
    return options.enabled() ? run(emulating(options)) : idle();
  }

  /** The options for the release of the API server, unless a flag sets the release. */
  private RunOptions emulating(RunOptions options) throws IOException, KubeconfigException {
    if (!flags.followsServer()) {
      LOG.info("emulating Kubernetes {}, as set", options.version().emulated().title());
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
                    debug,
                    process.controller().components().inspector(),
                    process.controller()::isLeading,
                    timeline)) {
      shutdown.started();
      warnOfSecrets(process);
      logStart(options, process, debugServer);
      Thread.ofPlatform().daemon().name("run").start(() -> run(process, ended, shutdown));
      shutdown.await();
      if (!ended.isDone()) {
        LOG.info("shutting down: waiting for writes in progress");
      }
    } catch (CancellationException interrupted) {
      if (!shutdown.isAsked()) {
        throw interrupted;
      }
      report("interrupted during startup: " + interrupted.getMessage());
      return ExitStatus.FAILED;
    } finally {
      shutdown.done();
    }
    String failure = ended.getNow("");
    if (!failure.isEmpty()) {
      report(failure);
      return ExitStatus.FAILED;
    }
    return ExitStatus.SUCCESS;
  }

  private void report(String problem) {
    err.println(name + ": " + problem);
    err.flush();
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
        "{} {}, syncing each HPA every {}",
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
