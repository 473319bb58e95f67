package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cluster.ClusterConnection;
import dev.hpa.app.cluster.KubeconfigException;
import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.app.controller.Cycle;
import dev.hpa.app.plugins.ProviderConfig;
import dev.hpa.app.serving.DebugServer;
import dev.hpa.app.wiring.Controller;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa run}: the controller against a cluster. */
@Command(
    name = "run",
    description = "Run the controller against a cluster, until Ctrl-C.",
    footer = {
      "",
      "Examples:",
      "  hpa run --kubeconfig ~/.kube/config",
      "  hpa run --kubeconfig sandbox.kubeconfig --horizontal-pod-autoscaler-sync-period 5s"
    })
final class RunCommand implements Callable<Integer> {

  private static final String HEAPSTER_IS_DEPRECATED =
      "Flag --horizontal-pod-autoscaler-use-rest-clients=false is deprecated: nobody maintains"
          + " Heapster any more. Install metrics-server, and adapters for custom and external"
          + " metrics, and leave the flag out.";

  @Spec private CommandSpec spec;
  @Mixin private ControllerFlags flags = new ControllerFlags();
  @Mixin private ProviderFlags providerFlags = new ProviderFlags();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "How to reach the cluster; without it, as a pod of the cluster does.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Address of the API server, in place of the kubeconfig's.")
  private @Nullable String master;

  @Option(
      names = "--debug-address",
      paramLabel = "HOST:PORT",
      description =
          "Answer `hpa explain` and `hpa capture` there, unencrypted and open to whoever reaches it"
              + " (off by default).")
  private @Nullable String debugAddress;

  @Option(
      names = {"-v", "--v"},
      paramLabel = "LEVEL",
      defaultValue = "0",
      description = "Log more: 4 tells of every decision.")
  private int verbosity;

  @SuppressWarnings("NullAway.Init")
  RunCommand() {}

  @Override
  public Integer call() throws IOException, KubeconfigException, InterruptedException {
    Logging.configure(verbosity >= 4 ? Level.FINE : Level.INFO);
    ControllerOptions options = flags.options();
    ProviderConfig providers = providerFlags.providers();
    if (providers.heapster()) {
      spec.commandLine().getErr().println(HEAPSTER_IS_DEPRECATED);
    }
    InetSocketAddress debug = debugAddress == null ? null : address(debugAddress);
    PrintWriter out = spec.commandLine().getOut();
    try (Timeline timeline = Timeline.real()) {
      ClusterConnection connection = ClusterConnection.open(kubeconfig, master, timeline);
      Shutdown shutdown = Shutdown.install();
      try (Controller controller = Controller.create(connection, timeline, options, providers);
          DebugServer debugServer =
              debug == null ? null : DebugServer.start(debug, controller.inspector())) {
        controller.loop().onCycle(cycle -> tell(cycle, out));
        out.printf(
            "Scaling %s, looking at each autoscaler every %s. Ctrl-C ends.%n",
            connection.server(), GoDuration.format(options.syncPeriod()));
        if (debugServer != null) {
          out.printf("Explaining at %s.%n", debugServer.address());
        }
        out.flush();
        Thread starting = Thread.ofVirtual().name("start").start(() -> start(controller));
        shutdown.await();
        starting.interrupt();
        out.println("Ending: finishing what is being written.");
        out.flush();
      } finally {
        shutdown.done();
      }
    }
    return ExitStatus.DONE;
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    try {
      return new InetSocketAddress(
          text.substring(0, Math.max(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    } catch (IllegalArgumentException failure) {
      throw new UsageException(
          "--debug-address: \"" + text + "\" is no address; write it like 127.0.0.1:10258",
          failure);
    }
  }

  private static void start(Controller controller) {
    try {
      controller.loop().start();
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
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
