package dev.hpa.benchmarks.failover;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.benchmarks.setup.SandboxProcess;
import dev.hpa.benchmarks.setup.SandboxSetup;
import dev.hpa.conformance.environment.CommandTemplate;
import dev.hpa.conformance.environment.Implementation;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.sandbox.server.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The replicas of one controller, of which one after the other fails. */
final class FailoverRun {

  /** Within this time all autoscalers are decided once. */
  private static final Duration START = Duration.ofMinutes(5);

  private static final Duration EXIT = Duration.ofSeconds(60);

  private final FailoverPlan plan;
  private final String name;
  private final CommandTemplate command;
  private final Path folder;
  private final Consumer<String> progress;
  private final DecisionHistory history = new DecisionHistory();
  private final List<FaultFigures.Fault> faults = new ArrayList<>();

  /**
   * @param folder folder for kubeconfigs, logs and the audit log
   */
  FailoverRun(
      FailoverPlan plan,
      String name,
      CommandTemplate command,
      Path folder,
      Consumer<String> progress) {
    this.plan = plan;
    this.name = name;
    this.command = command;
    this.folder = folder;
    this.progress = progress;
  }

  /** Returns the values of the placeholders of commands. */
  static Map<String, String> values(FailoverPlan plan, String kubeconfig, int port, String user) {
    return Map.of(
        "kubeconfig",
        kubeconfig,
        "port",
        Integer.toString(port),
        "replica",
        user,
        "shards",
        Integer.toString(plan.shards()),
        "sync-period",
        plan.period().toSeconds() + "s");
  }

  FailoverOutcome run() throws IOException, TestClusterException, InterruptedException {
    FailoverPlan.ExistingCluster cluster = plan.cluster();
    if (cluster != null) {
      return run(cluster);
    }
    report("filling a sandbox with %,d HPAs".formatted(plan.population().autoscalers()));
    Path auditLog = Files.createTempFile(folder, name, ".audit");
    SandboxSetup setup =
        new SandboxSetup(
            plan.population(), KubernetesVersion.DEFAULT, plan.replicas(), auditLog.toString());
    try (SandboxProcess sandbox = SandboxProcess.start(setup, plan.javaOptions())) {
      List<Path> kubeconfigs = new ArrayList<>();
      for (String text : sandbox.filled().replicas()) {
        kubeconfigs.add(Files.writeString(Files.createTempFile(folder, name, ".kubeconfig"), text));
      }
      List<String> users =
          IntStream.rangeClosed(1, plan.replicas()).mapToObj(SandboxSetup::user).toList();
      return run(new FailoverPlan.ExistingCluster(kubeconfigs, users, auditLog));
    }
  }

  private FailoverOutcome run(FailoverPlan.ExistingCluster cluster)
      throws IOException, TestClusterException, InterruptedException {
    List<Implementation> replicas = new ArrayList<>();
    try (AuditLog log = new AuditLog(cluster.auditLog(), new HashSet<>(cluster.users()))) {
      for (int i = 0; i < plan.replicas(); i++) {
        replicas.add(start(cluster, i));
      }
      awaitDecided(log, replicas);
      Instant begin = Instant.now();
      for (int i = 0; Instant.now().isBefore(begin.plus(plan.length())); i++) {
        inject(plan.faults().get(i % plan.faults().size()), cluster, replicas, log);
      }
      log.read(history);
      return outcome(begin);
    } finally {
      for (Implementation each : replicas) {
        signal("-CONT", each);
        each.close();
      }
    }
  }

  private Implementation start(FailoverPlan.ExistingCluster cluster, int index)
      throws IOException, TestClusterException {
    String user = cluster.users().get(index);
    String kubeconfig = cluster.kubeconfigs().get(index).toString();
    return Implementation.start(
        command,
        values(plan, kubeconfig, FreePorts.next(), user),
        folder.resolve(name + "-" + user + ".log"));
  }

  /** Waits until every autoscaler was decided, and then two periods. */
  private void awaitDecided(AuditLog log, List<Implementation> replicas)
      throws IOException, TestClusterException, InterruptedException {
    Instant end = Instant.now().plus(START);
    int before = -1;
    while (!areAllDecided(before)) {
      if (Instant.now().isAfter(end)) {
        throw new TestClusterException(
            "%s: not all HPAs were decided within %d s%s"
                .formatted(name, START.toSeconds(), replicas.getFirst().logTail()));
      }
      before = history.autoscalers();
      TimeUnit.MILLISECONDS.sleep(plan.period().toMillis());
      log.read(history);
      requireRunning(replicas);
      report("%,d HPAs decided".formatted(history.autoscalers()));
    }
    TimeUnit.MILLISECONDS.sleep(plan.period().multipliedBy(2).toMillis());
  }

  /** In an existing cluster all are decided when a period has added none. */
  private boolean areAllDecided(int before) {
    int decided = history.autoscalers();
    return plan.cluster() == null
        ? decided == plan.population().autoscalers()
        : decided > 0 && decided == before;
  }

  private void requireRunning(List<Implementation> replicas) throws TestClusterException {
    for (Implementation each : replicas) {
      if (!each.isRunning()) {
        throw new TestClusterException(
            "%s: a replica exited with status %d%s"
                .formatted(name, each.exitStatus(), each.logTail()));
      }
    }
  }

  /** Injects a fault into the busiest replica, and repairs it. */
  private void inject(
      FaultKind kind,
      FailoverPlan.ExistingCluster cluster,
      List<Implementation> replicas,
      AuditLog log)
      throws IOException, TestClusterException, InterruptedException {
    log.read(history);
    requireRunning(replicas);
    Map<String, Long> decided = history.decidedSince(Instant.now().minus(plan.period()));
    String victim =
        cluster.users().subList(0, plan.replicas()).stream()
            .max(Comparator.comparing(each -> decided.getOrDefault(each, 0L)))
            .orElseThrow();
    Implementation replica = replicas.get(cluster.users().indexOf(victim));
    Instant at = Instant.now();
    report("%s %s".formatted(kind, victim));
    switch (kind) {
      case KILL -> replica.processes().forEach(ProcessHandle::destroyForcibly);
      case PAUSE -> signal("-STOP", replica);
      case TERMINATE -> replica.processes().forEach(ProcessHandle::destroy);
    }
    TimeUnit.MILLISECONDS.sleep(plan.recovery().toMillis());
    log.read(history);
    FaultFigures.Fault fault = new FaultFigures.Fault(kind, victim, at, Instant.now());
    faults.add(fault);
    report(line(FaultFigures.of(plan, fault, history, faults.getFirst().at())));
    if (kind == FaultKind.PAUSE) {
      signal("-CONT", replica);
    }
    if (kind != FaultKind.PAUSE) {
      awaitExit(replica);
    }
    TimeUnit.MILLISECONDS.sleep(plan.period().toMillis());
    if (!replica.isRunning()) {
      // Upstream's controller exits when it has lost its Lease; its pod is restarted.
      replica.restart();
    }
    TimeUnit.MILLISECONDS.sleep(plan.period().multipliedBy(2).toMillis());
  }

  private static void awaitExit(Implementation replica) {
    for (ProcessHandle each : replica.processes()) {
      each.onExit().completeOnTimeout(each, EXIT.toSeconds(), TimeUnit.SECONDS).join();
    }
  }

  private static void signal(String signal, Implementation replica)
      throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(
                Stream.of("kill", signal),
                replica.processes().stream()
                    .filter(ProcessHandle::isAlive)
                    .map(each -> Long.toString(each.pid())))
            .toList();
    if (command.size() > 2) {
      new ProcessBuilder(command).inheritIO().start().waitFor();
    }
  }

  private FailoverOutcome outcome(Instant begin) {
    Duration longest = history.longestGap().minus(plan.period());
    return new FailoverOutcome(
        name,
        history.autoscalers(),
        history.decided(),
        history.written(),
        Math.max(0, longest.toMillis() / 1e3),
        history.interleaved(plan.leaseDuration()),
        faults.stream().map(each -> FaultFigures.of(plan, each, history, begin)).toList());
  }

  private static String line(FaultFigures figures) {
    FaultFigures.Undecided undecided = figures.undecided();
    return "%,d of %,d HPAs decided again%s"
        .formatted(
            figures.decidedAgain(),
            figures.affected(),
            undecided == null
                ? ""
                : ", undecided for %.1f s beyond the period (median), %.1f s (longest)"
                    .formatted(undecided.median(), undecided.longest()));
  }

  private void report(String message) {
    progress.accept(name + ": " + message);
  }
}
