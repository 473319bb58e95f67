package dev.hpa.app.process;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.serving.ExplainPage;
import dev.hpa.app.serving.HealthChecks;
import dev.hpa.app.serving.MetricsPage;
import dev.hpa.app.serving.Pages;
import dev.hpa.app.serving.SecureServer;
import dev.hpa.app.serving.SliPage;
import dev.hpa.app.serving.Zpages;
import dev.hpa.controller.events.ObjectReference;
import dev.hpa.controller.plugins.SecretSettings;
import dev.hpa.controller.wiring.Controller;
import dev.hpa.core.HpaEvent;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.kube.leader.LeaderElectionOptions;
import dev.hpa.kube.leader.LeaderElector;
import dev.hpa.kube.leader.LeaseLock;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller as a process of a cluster: its port is open from the start, it decides once it is
 * the leader, and it ends in order: what is being written is finished, then the lease is released.
 */
public final class ControllerProcess implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ControllerProcess.class);

  /** The name events and pages go by, which tools that look for upstream's know. */
  private static final String COMPONENT = "kube-controller-manager";

  private static final String SERVICE_ACCOUNT = "horizontal-pod-autoscaler";
  private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration UNTIL_HEALTHY = Duration.ofSeconds(10);
  private static final Duration RELEASE = Duration.ofSeconds(8);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final RunOptions options;
  private final Timeline timeline;
  private final ClusterConnection connection;
  private final Controller controller;
  private final @Nullable LeaderElector elector;
  private final Health health;
  private final @Nullable SecureServer server;

  private ControllerProcess(
      RunOptions options,
      Timeline timeline,
      ClusterConnection connection,
      Controller controller,
      @Nullable LeaderElector elector,
      Health health,
      @Nullable SecureServer server) {
    this.options = options;
    this.timeline = timeline;
    this.connection = connection;
    this.controller = controller;
    this.elector = elector;
    this.health = health;
    this.server = server;
  }

  /**
   * Puts the process together and opens its port.
   *
   * @param timeline stays open
   * @throws KubeconfigException when a cluster cannot be reached as configured
   * @throws IOException when the port cannot be served
   * @throws dev.hpa.controller.plugins.PluginException when the providers cannot be used as configured
   */
  public static ControllerProcess open(RunOptions options, Timeline timeline)
      throws KubeconfigException, IOException {
    ClusterConnection connection =
        ClusterConnection.open(
            options.kubeconfig(), options.master(), timeline, options.client().form());
    Controller controller = null;
    try {
      LeaderElector elector = elector(options, connection, timeline);
      controller =
          Controller.create(
              connection,
              options.serviceAccountCredentials()
                  ? connection.actingAs("kube-system", SERVICE_ACCOUNT)
                  : connection,
              timeline,
              options.controller(),
              options.providers(),
              options.client(),
              elector == null ? WriteFence.OPEN : elector,
              options.metrics());
      if (elector != null) {
        controller.metrics().follow(elector);
      }
      Health health = new Health(elector, controller);
      return new ControllerProcess(
          options,
          timeline,
          connection,
          controller,
          elector,
          health,
          serve(options, controller, health, timeline));
    } catch (IOException | KubeconfigException | RuntimeException failure) {
      if (controller == null) {
        connection.close();
      } else {
        controller.close();
      }
      throw failure;
    }
  }

  private static @Nullable LeaderElector elector(
      RunOptions options, ClusterConnection connection, Timeline timeline) {
    LeaderElectionOptions election = options.leaderElection();
    if (!election.enabled() || options.controller().shadow()) {
      return null;
    }
    Duration half = election.renewDeadline().dividedBy(2);
    Duration timeout = half.compareTo(SHORTEST_TIMEOUT) < 0 ? SHORTEST_TIMEOUT : half;
    LeaseLock lock =
        new LeaseLock(
            HttpKubernetesApi.once(connection, timeout),
            election.namespace(),
            election.name(),
            timeout);
    return new LeaderElector(
        lock, election, identity(), timeline, ThreadLocalRandom.current()::nextDouble);
  }

  private static String identity() {
    return hostName() + "_" + UUID.randomUUID();
  }

  private static String hostName() {
    String named = System.getenv("HOSTNAME");
    try {
      return named == null || named.isEmpty() ? InetAddress.getLocalHost().getHostName() : named;
    } catch (UnknownHostException nameless) {
      return "unknown";
    }
  }

  private static @Nullable SecureServer serve(
      RunOptions options, Controller controller, Health health, Timeline timeline)
      throws IOException, KubeconfigException {
    if (options.serving().port() == 0) {
      return null;
    }
    Pages pages = new Pages();
    for (HealthChecks checks : health.all()) {
      pages.put("/" + checks.type(), checks);
    }
    pages.put("/metrics", new MetricsPage(controller.metrics()));
    pages.put("/metrics/slis", new SliPage(health.all().toArray(HealthChecks[]::new)));
    pages.put("/configz", new ConfigzPage(options));
    Zpages zpages = new Zpages(COMPONENT);
    pages.put("/flagz", zpages.flagz(shown(options.effective(), controller.secrets())));
    pages.put(
        "/statusz",
        zpages.statusz(
            timeline::wall,
            options.reportedVersion(),
            options.version().emulated().toString(),
            pages));
    if (options.profiling()) {
      pages.put("/debug/flags/v", new VerbosityPage(options.logging()));
    }
    new ExplainPage(controller.inspector()).addTo(pages);
    return SecureServer.start(
        options.serving(),
        options.authentication(),
        options.authorization(),
        pages,
        timeline,
        controller.metrics().reviews());
  }

  /** Flags without secrets. */
  private static Map<String, String> shown(Map<String, String> flags, SecretSettings secrets) {
    Map<String, String> shown = new TreeMap<>(flags);
    shown.computeIfPresent("provider-setting", (flag, value) -> secrets.masked(value));
    return shown;
  }

  /** The address of the API server. */
  public String cluster() {
    return connection.server();
  }

  /** The controller in it, to listen to. */
  public Controller controller() {
    return controller;
  }

  /** The port that is served; 0 for none. */
  public int port() {
    return server == null ? 0 : server.port();
  }

  /**
   * Waits for its turn and decides, until it is interrupted or may not go on.
   *
   * @return why it cannot go on
   */
  public String run() throws InterruptedException {
    if (elector != null) {
      elector.acquire();
      tellOfLeadership(elector);
    }
    try {
      awaitHealthyServer();
    } catch (KubernetesApiException failure) {
      return "failed to wait for apiserver being healthy: " + failure.text();
    }
    health.starting();
    controller.loop().start();
    if (elector == null) {
      Thread.currentThread().join();
      return "";
    }
    elector.hold();
    return "leaderelection lost";
  }

  private void tellOfLeadership(LeaderElector leader) {
    controller
        .events()
        .record(
            ObjectReference.to("coordination.k8s.io/v1", "Lease", leader.lease()),
            COMPONENT,
            new HpaEvent(
                HpaEvent.Type.NORMAL, "LeaderElection", leader.identity() + " became leader"));
  }

  private void awaitHealthyServer() throws InterruptedException, KubernetesApiException {
    HttpKubernetesApi api = HttpKubernetesApi.once(connection, UNTIL_HEALTHY);
    Instant until = timeline.now().plus(UNTIL_HEALTHY);
    while (true) {
      try {
        api.call(
            ApiRequest.get(
                "/healthz", Map.of(), ApiRequest.Subject.NONE, ApiRequest.Answer.SELF_DESCRIBING),
            body -> body.readAllBytes());
        return;
      } catch (KubernetesApiException failure) {
        LOG.warn("the API server is not healthy yet: {}", failure.text());
        if (!timeline.now().isBefore(until)) {
          throw failure;
        }
      }
      timeline.sleep(BETWEEN_LOOKS);
    }
  }

  /**
   * Ends in order, within the shutdown timeout and {@code RELEASE}: what takes longer is left to
   * end with the process. The lease is released only if nothing is being written any more.
   */
  @Override
  public void close() {
    boolean ended = within(options.shutdownTimeout(), "ending", controller::close);
    if (!ended) {
      LOG.warn("controller shutdown timeout reached");
    }
    if (!within(RELEASE, "releasing", () -> release(ended))) {
      LOG.warn("lease, port and connections: not closed within {}", GoDuration.format(RELEASE));
    }
  }

  private void release(boolean nothingIsWritten) {
    if (nothingIsWritten && elector != null && elector.isLeading()) {
      elector.release();
    }
    if (server != null) {
      server.close();
    }
    connection.close();
  }

  /** Runs a task on a thread of its own; whether it ended in time. */
  private static boolean within(Duration time, String name, Runnable task) {
    Thread thread = Thread.ofPlatform().daemon().name(name).start(task);
    try {
      return time.isPositive() ? thread.join(time) : !thread.isAlive();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
