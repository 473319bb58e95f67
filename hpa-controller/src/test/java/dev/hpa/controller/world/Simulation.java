package dev.hpa.controller.world;

import dev.hpa.controller.HpaController;
import dev.hpa.controller.HpaControllerBuilder;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.state.StateOptions;
import dev.hpa.controller.state.StateStorage;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.leader.LeaderElectionOptions;
import dev.hpa.sandbox.InMemorySandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.server.ManifestRejectedException;
import dev.hpa.sandbox.workload.SimulatorOptions;
import dev.hpa.spi.MetricQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/** A run of controllers and a cluster with the faults of one seed, and what it violated. */
final class Simulation {

  /**
   * Until everything has recovered: circuits, windows, silent watches and Leases take their time.
   */
  private static final Duration RECOVERY = Duration.ofMinutes(4);

  /**
   * Until all watches are open again: the last slow response, the silence after which a watch is
   * reopened, and the longest pause.
   */
  private static final Duration RECONNECTED = Duration.ofSeconds(130);

  /** Three periods, in which loads are followed that change when nothing is wrong. */
  private static final Duration FOLLOWED = Duration.ofSeconds(50);

  private static final Duration ENDING = Duration.ofSeconds(60);

  private final World world;
  private final SimulatedProcess server;
  private final Network network;
  private final Shape shape;
  private @Nullable InMemorySandbox sandbox;
  private @Nullable Workloads workloads;
  private @Nullable Parcels parcels;
  private @Nullable Rules watching;

  private Simulation(long seed, Consumer<String> reader) {
    this.world = new World(seed, new WorldLog(reader));
    this.server = new SimulatedProcess(world, "server");
    this.network = new Network(world);
    this.shape = Shape.of(world);
  }

  /**
   * The result of a run.
   *
   * @param checksum equal for equal runs
   * @param simulated the time that has passed in it
   * @param faults how often each kind began
   * @param injected how many requests each kind of fault was done to
   */
  record Result(
      long seed,
      List<Violations.Violation> violations,
      String checksum,
      Duration simulated,
      Map<String, Integer> faults,
      Map<String, Integer> injected,
      List<String> log) {

    boolean isFine() {
      return violations.isEmpty();
    }
  }

  /**
   * Runs a seed.
   *
   * @param reader receives each line of the log as it is written
   */
  static Result run(long seed, Consumer<String> reader) {
    return new Simulation(seed, reader).run(seed);
  }

  private Result run(long seed) {
    LogLines.read(this::logged);
    world.log("%s", shape);
    server.start("boot", this::boot);
    world.runUntil(World.START);
    Workloads users = Objects.requireNonNull(workloads, "the cluster has not started");
    Rules rules = new Rules(world, shape, network, users);
    watching = rules;
    List<Replica> replicas = replicas(rules);
    replicas.forEach(
        each ->
            world.after(world.between(Duration.ofMillis(1), Duration.ofSeconds(5)), each::start));
    FaultSchedule faults =
        new FaultSchedule(
            world,
            server,
            network,
            Objects.requireNonNull(sandbox),
            replicas,
            users,
            rules,
            Objects.requireNonNull(parcels),
            shape.theme());
    Instant quiet = World.START.plus(shape.faulty());
    world.after(Duration.ZERO, () -> server.start("plan", () -> faults.begin(shape.faulty())));
    try {
      world.runUntil(quiet);
      server.start(
          "quiet",
          () -> {
            world.log("all fault ends");
            faults.end();
            users.quiet();
          });
      world.runUntil(quiet.plus(RECONNECTED));
      rules.requireWatching(replicas);
      world.runUntil(quiet.plus(RECOVERY));
      rules.requireRecovered(replicas);
      rules.calm(of -> server.start("users", () -> users.changeBounds(of)));
      server.start("users", users::changeLoads);
      world.runUntil(world.now().plus(FOLLOWED));
      rules.requireReconciled();
      replicas.forEach(Replica::end);
      world.runUntil(world.now().plus(ENDING));
      for (Replica each : replicas) {
        rules
            .violations()
            .require(each.current() == null, Violations.Rule.ENDS, "%s has not ended", each);
      }
      rules
          .violations()
          .require(
              world.wakesFromOutside() == 0,
              Violations.Rule.REPEATABLE,
              "%d threads were woken from outside",
              world.wakesFromOutside());
    } catch (AssertionError spinning) {
      rules.violations().require(false, Violations.Rule.ENDS, "%s", spinning);
    }
    return new Result(
        seed,
        rules.violations().all(),
        world.log().checksum(),
        Duration.between(World.START, world.now()),
        faults.begun(),
        network.injected(),
        world.log().last());
  }

  private void logged(LogRecord line) {
    world.log("%s", LogLines.line(line));
    Rules rules = watching;
    if (rules != null && line.getLevel().intValue() >= Level.SEVERE.intValue()) {
      rules.logged(line);
    }
  }

  private void boot() {
    SandboxOptions options =
        SandboxOptions.in(server.timeline())
            .withSimulator(
                SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0).withWriteEvents(false));
    try {
      InMemorySandbox created = new InMemorySandbox(options);
      Workloads users = new Workloads(world, created);
      users.create(shape.namespaces(), shape.autoscalers());
      sandbox = created;
      workloads = users;
      parcels = new Parcels(users);
    } catch (ManifestRejectedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private List<Replica> replicas(Rules rules) {
    List<Replica> replicas = new ArrayList<>();
    for (int i = 0; i < shape.replicas(); i++) {
      replicas.add(
          new Replica(
              world,
              "replica-" + (char) ('a' + i),
              server,
              Objects.requireNonNull(sandbox),
              network,
              this::settings,
              new ClientOptions(20, 30, shape.form()),
              rules));
    }
    return replicas;
  }

  private HpaControllerBuilder settings() {
    HpaControllerBuilder builder =
        HpaController.builder()
            .options(ControllerOptions.DEFAULTS.withSpreadStart(shape.spreads()))
            .metricProvider(
                Parcels.NAME,
                Set.of(MetricQuery.Kind.EXTERNAL_METRIC),
                Objects.requireNonNull(parcels))
            .route(Parcels.ROUTE);
    if (shape.elects()) {
      LeaderElectionOptions usual = LeaderElectionOptions.DEFAULTS;
      builder.leaderElection(
          new LeaderElectionOptions(
              true,
              usual.leaseDuration(),
              usual.renewDeadline(),
              usual.retryPeriod(),
              "hpa",
              "kube-system"));
    }
    if (shape.shards() > 0) {
      builder.shards(shape.shards());
    }
    return shape.savesState()
        ? builder.state(StateOptions.DEFAULTS.withStorage(StateStorage.CONFIG_MAP))
        : builder;
  }
}
