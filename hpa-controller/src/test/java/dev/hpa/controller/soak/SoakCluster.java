package dev.hpa.controller.soak;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.OtherMachine;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** A sandbox with two controllers, of which one leads. What ends is replaced. */
final class SoakCluster {

  private static final int REPLICAS = 2;

  /** What breaks off on demand is no news. */
  private static final List<Logger> SILENT =
      Stream.of("dev.hpa.sandbox", "org.eclipse.jetty").map(Logger::getLogger).toList();

  private final Timeline timeline = Timeline.real();
  private final Path folder;

  /** Of faults and objects; controllers draw from others, as they are not in step. */
  private final Random random;

  private final Sandbox sandbox;
  private final SoakObjects objects;
  private final List<Replica> replicas = new CopyOnWriteArrayList<>();
  private final List<Thread> closing = new CopyOnWriteArrayList<>();
  private final Map<String, String> tokens = new HashMap<>();
  private final Map<String, Instant> decided = new ConcurrentHashMap<>();
  private final Map<String, String> errors = new ConcurrentHashMap<>();
  private final LongAdder requests = new LongAdder();
  private final LongAdder reconciles = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private long struck;
  private int started;
  private int issued;

  SoakCluster(Path folder, long seed) throws IOException {
    SILENT.forEach(each -> each.setLevel(Level.OFF));
    this.folder = folder;
    this.random = new Random(seed);
    this.sandbox =
        Sandbox.start(
            SandboxOptions.in(new OtherMachine(timeline))
                .withSimulator(
                    SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0).withWriteEvents(false))
                .withAudit(any -> requests.increment()));
    this.objects = new SoakObjects(sandbox, new Random(seed));
  }

  Timeline timeline() {
    return timeline;
  }

  Sandbox sandbox() {
    return sandbox;
  }

  SoakObjects objects() {
    return objects;
  }

  /** Lets time pass; controllers that lost the Lease are replaced meanwhile. */
  void pass(Duration duration) throws Exception {
    Instant end = timeline().now().plus(duration);
    while (timeline().now().isBefore(end)) {
      for (Replica each : List.copyOf(replicas)) {
        if (each.hasEnded()) {
          close(each);
        }
      }
      while (replicas.size() < REPLICAS) {
        start();
      }
      timeline.sleep(Duration.ofSeconds(1));
    }
  }

  private void start() throws Exception {
    started++;
    String user = "controller-" + started;
    tokens.put(user, "");
    writeKubeconfig(user);
    replicas.add(
        Replica.start(
            user,
            kubeconfig(user),
            timeline(),
            ControllerOptions.DEFAULTS,
            ClientOptions.UNLIMITED,
            new Random(started),
            this::reconciled));
  }

  private void reconciled(ReconcileResult result) {
    reconciles.increment();
    String key = result.hpa().metadata().namespace() + "/" + result.hpa().metadata().name();
    String error = result.error();
    if (error == null) {
      decided.put(key, timeline().now());
    } else {
      errors.put(key, error);
    }
  }

  private void close(Replica replica) {
    replicas.remove(replica);
    closing.removeIf(each -> !each.isAlive());
    closing.add(
        Thread.ofPlatform()
            .name("closing " + replica.user())
            .start(
                () -> {
                  replica.close();
                  failures.add(replica.controller().loop().failures());
                }));
  }

  /** The leader is asked to end; another takes over. */
  void replaceLeader() {
    leader().ifPresent(this::close);
  }

  private Optional<Replica> leader() {
    return replicas.stream().filter(Replica::isLeading).findFirst();
  }

  /** Ends all controllers, which takes time of the cluster, then the cluster. */
  void close() throws Exception {
    List.copyOf(replicas).forEach(this::close);
    for (int i = 0; i < 60 && closing.stream().anyMatch(Thread::isAlive); i++) {
      timeline.sleep(Duration.ofSeconds(1));
    }
    sandbox.close();
    timeline().close();
    SILENT.forEach(each -> each.setLevel(null));
  }

  private Path kubeconfig(String user) {
    return folder.resolve(user + ".kubeconfig");
  }

  private void writeKubeconfig(String user) throws IOException {
    issued++;
    String token = user + "-" + issued;
    tokens.put(user, token);
    sandbox
        .tokens()
        .add(new StaticUser(User.authenticated(user, "", List.of(User.MASTERS)), token));
    sandbox.writeKubeconfig(kubeconfig(user), token);
  }

  /** New tokens for all controllers that run. */
  void writeKubeconfigs() throws IOException {
    for (Replica each : replicas) {
      sandbox.tokens().revoke(Objects.requireNonNull(tokens.get(each.user())));
      writeKubeconfig(each.user());
    }
  }

  void revokeTokens() {
    tokens.values().forEach(sandbox.tokens()::revoke);
  }

  void faults(String... texts) {
    for (String text : texts) {
      sandbox.faults().add(Fault.parse(text));
    }
  }

  void clearFaults() {
    struck += sandbox.faults().all().stream().mapToLong(Faults.Active::injected).sum();
    sandbox.faults().clear();
  }

  /** All connections end, and with them all watches. */
  void breakConnections() throws IOException {
    sandbox.stopServing();
    sandbox.serveAgain();
  }

  void begin(FaultKind kind) throws IOException {
    kind.begin(this, random);
  }

  void end(FaultKind kind) throws IOException {
    kind.end(this);
  }

  /** Autoscalers without a reconcile that succeeded since then. */
  List<String> undecidedSince(Instant since) {
    return objects.keys().stream()
        .filter(key -> decided.getOrDefault(key, Instant.MIN).isBefore(since))
        .toList();
  }

  String lastError(String autoscaler) {
    return errors.getOrDefault(autoscaler, "never reconciled");
  }

  long requests() {
    return requests.sum();
  }

  long reconciles() {
    return reconciles.sum();
  }

  /** Reconciles that ended in an unexpected exception. */
  long failures() {
    return failures.sum()
        + replicas.stream().mapToLong(each -> each.controller().loop().failures()).sum();
  }

  /** Requests and watches that a fault affected. */
  long struck() {
    return struck;
  }

  int controllers() {
    return started;
  }
}
