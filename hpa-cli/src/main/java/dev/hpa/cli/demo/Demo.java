package dev.hpa.cli.demo;

import dev.hpa.api.time.Timeline;
import dev.hpa.cli.ScaledProviders;
import dev.hpa.cli.dashboard.LocalDashboard;
import dev.hpa.cli.dashboard.PageAddress;
import dev.hpa.controller.wiring.Components;
import dev.hpa.dashboard.ClusterEvents;
import dev.hpa.dashboard.DashboardOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.spi.KubernetesApiException;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The demo: a cluster with simulated pods, a workload under load, and the real controller, on an
 * accelerated clock. All durations are measured by that clock, so the decisions equal those in real
 * time.
 */
public final class Demo {

  private static final Duration SAMPLE_PERIOD = Duration.ofSeconds(15);
  private static final long FRAME_MILLIS = 200;
  private static final int PLAIN_LINES = 12;

  private final DemoOptions options;
  private final PrintWriter out;

  public Demo(DemoOptions options, PrintWriter out) {
    this.options = options;
    this.out = out;
  }

  /**
   * Runs the demo to its end.
   *
   * @param stop ends the demo early when counted down
   */
  public void run(CountDownLatch stop)
      throws IOException, KubeconfigException, KubernetesApiException, InterruptedException {
    Path directory = Files.createTempDirectory("hpa-demo");
    Path kubeconfig = directory.resolve("kubeconfig");
    try (Timeline timeline = Timeline.scaled(options.speed(), start());
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline).withTraces(options.traces()))) {
      sandbox.writeKubeconfig(kubeconfig);
      ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
      try (Timeline pace = Timeline.real();
          Components controller =
              Components.builder(connection, timeline, options.controller())
                  .providers(ScaledProviders.at(options.speed()))
                  .create();
          LocalDashboard dashboard = dashboard(controller, connection, pace, timeline)) {
        DemoRecorder recorder = new DemoRecorder(sandbox, options);
        DemoWorkload.create(new HttpKubernetesApi(connection), options);
        controller.loop().onReconcile(recorder::cycle);
        controller.loop().start();
        timeline.every(SAMPLE_PERIOD, recorder::sample);
        watch(recorder, kubeconfig, dashboard.page(), stop);
        recorder.end();
        conclude(recorder.recording(connection.requestsText()));
        if (!options.once() && isTerminal()) {
          serve(kubeconfig, dashboard.page(), stop);
        }
      }
    } finally {
      Files.deleteIfExists(kubeconfig);
      Files.deleteIfExists(directory);
    }
  }

  /** The cluster's clock starts in the past, so that it equals real time at the end of the demo. */
  private Instant start() {
    return Instant.now().plus(options.duration()).minus(options.clusterTime());
  }

  private LocalDashboard dashboard(
      Components controller, ClusterConnection connection, Timeline pace, Timeline clock)
      throws IOException {
    return LocalDashboard.start(
        controller,
        DashboardOptions.of(connection.server(), options.controller()),
        ClusterEvents.NONE,
        options.clusterTime(),
        PageAddress.parse("dashboard", null),
        pace,
        clock);
  }

  private void watch(DemoRecorder recorder, Path kubeconfig, URI dashboard, CountDownLatch stop)
      throws IOException, InterruptedException {
    try (Terminal terminal = terminal();
        DemoView view = view(terminal, kubeconfig, dashboard)) {
      long end = System.nanoTime() + options.duration().toNanos();
      do {
        view.show(recorder.state());
      } while (!stop.await(FRAME_MILLIS, TimeUnit.MILLISECONDS) && System.nanoTime() < end);
    } catch (IllegalStateException terminalClosed) {
      // On a shutdown JLine restores the terminal immediately, while the demo still draws.
      if (stop.getCount() > 0) {
        throw terminalClosed;
      }
    }
  }

  /** Keeps the cluster and the dashboard until the stop, so that the printed addresses work. */
  private void serve(Path kubeconfig, URI dashboard, CountDownLatch stop)
      throws InterruptedException {
    out.println();
    out.println("The cluster runs on until Ctrl-C:");
    out.printf("  dashboard  %s%n", dashboard);
    out.printf("  kubectl    kubectl --kubeconfig %s get hpa -w%n", kubeconfig);
    out.printf(
        "  explain    hpa explain --kubeconfig %s %s/%s%n",
        kubeconfig, DemoWorkload.NAMESPACE, DemoWorkload.NAME);
    out.flush();
    stop.await();
  }

  private static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  /** The terminal to draw in; null if the output is a file or a pipe. */
  private static @Nullable Terminal terminal() throws IOException {
    if (!isTerminal()) {
      return null;
    }
    // By default JLine kills the process on Ctrl-C; this handler prints the summary.
    Terminal terminal =
        TerminalBuilder.builder().system(true).dumb(true).nativeSignals(false).build();
    if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
      terminal.close();
      return null;
    }
    return terminal;
  }

  private DemoView view(@Nullable Terminal terminal, Path kubeconfig, URI dashboard) {
    if (terminal != null) {
      return new TerminalView(terminal, options, kubeconfig.toString(), dashboard.toString());
    }
    out.printf(
        "Workload %s with the load %s, at %s times real time, for %d s.%n",
        DemoWorkload.NAME, options.load(), options.speed(), options.duration().toSeconds());
    out.printf("Inspect the cluster: kubectl --kubeconfig %s get hpa -w%n", kubeconfig);
    out.printf("Dashboard: %s%n", dashboard);
    out.flush();
    return new PlainView(out, options.clusterTime().dividedBy(PLAIN_LINES));
  }

  private void conclude(DemoRecording recording) throws IOException {
    DemoSummary summary = recording.summary();
    out.println();
    out.printf(
        "%d decisions: %d scale-ups, %d scale-downs, %d to %d replicas, %.1f pod-hours.%n",
        summary.decisions(),
        summary.scaleUps(),
        summary.scaleDowns(),
        summary.minReplicasSeen(),
        summary.maxReplicasSeen(),
        summary.podHours());
    out.printf(
        "CPU was above the target for %s of cluster time; %.1f %% of the load was unserved.%n",
        readable(summary.secondsAboveTarget()), summary.unservedLoadPercent());
    out.printf("The controller made %s.%n", summary.apiRequests());
    Path file = options.report().toAbsolutePath();
    HtmlReport.write(recording, file);
    out.printf("Report: %s%n", file);
    out.flush();
  }

  private static String readable(double seconds) {
    long whole = Math.round(seconds);
    return whole < 120 ? whole + " s" : "%d min %02d s".formatted(whole / 60, whole % 60);
  }
}
