package dev.hpa.controller.world;

import dev.hpa.controller.world.Delivery.NetworkFault;
import dev.hpa.controller.world.FaultTheme.Kind;
import dev.hpa.controller.world.Network.InjectedFault;
import dev.hpa.kube.client.HttpCall;
import dev.hpa.sandbox.InMemorySandbox;
import dev.hpa.sandbox.faults.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/** What goes wrong during a run: kinds of faults, each for a while, drawn from the seed. */
final class FaultSchedule {

  private static final Duration SHORTEST = Duration.ofSeconds(4);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final World world;
  private final SimulatedProcess server;
  private final Network network;
  private final InMemorySandbox sandbox;
  private final List<Replica> replicas;
  private final Workloads workloads;
  private final Rules rules;
  private final Parcels parcels;
  private final FaultTheme theme;
  private final List<Runnable> endings = new ArrayList<>();
  private final Map<String, Integer> begun = new TreeMap<>();

  FaultSchedule(
      World world,
      SimulatedProcess server,
      Network network,
      InMemorySandbox sandbox,
      List<Replica> replicas,
      Workloads workloads,
      Rules rules,
      Parcels parcels,
      FaultTheme theme) {
    this.world = world;
    this.server = server;
    this.network = network;
    this.sandbox = sandbox;
    this.replicas = replicas;
    this.workloads = workloads;
    this.rules = rules;
    this.parcels = parcels;
    this.theme = theme;
  }

  Map<String, Integer> begun() {
    return begun;
  }

  /** Begins faults from now on until {@link #end}. */
  void begin(Duration length) {
    List<Kind> kinds = theme.drawn(world);
    int count = 2 + world.random().nextInt(9);
    for (int i = 0; i < count; i++) {
      Kind kind = world.oneOf(kinds);
      world.after(
          Duration.ofMillis(world.random().nextLong(length.toMillis())),
          () -> server.start("fault", () -> begin(kind)));
    }
    int edits = world.random().nextInt(12);
    for (int i = 0; i < edits; i++) {
      world.after(
          Duration.ofMillis(world.random().nextLong(length.toMillis())),
          () -> server.start("users", workloads::edit));
    }
  }

  /** Ends all faults. */
  void end() {
    List.copyOf(endings).forEach(Runnable::run);
    endings.clear();
    sandbox.faults().clear();
  }

  private void begin(Kind kind) {
    begun.merge(kind.name(), 1, Integer::sum);
    world.log("fault: %s", kind);
    switch (kind) {
      case CONNECTIONS_REFUSED -> fault(kind, any(), some(), new NetworkFault.Refused());
      case RESET_BEFORE -> fault(kind, any(), some(), new NetworkFault.ResetBefore());
      case RESET_AFTER -> fault(kind, any(), some(), new NetworkFault.ResetAfter());
      case REQUESTS_LOST -> fault(kind, any(), few(), new NetworkFault.Lost());
      case RESPONSES_LOST -> fault(kind, any(), few(), new NetworkFault.Unanswered());
      case ERRORS ->
          fault(
              kind,
              any(),
              some(),
              new NetworkFault.Answered(world.oneOf(List.of(500, 503, 504)), 0));
      case TOO_MANY_REQUESTS ->
          fault(
              kind, any(), some(), new NetworkFault.Answered(429, 1 + world.random().nextInt(40)));
      case CONFLICTS -> {
        if (world.happens(0.5)) {
          fault(kind, method("PUT"), some(), new NetworkFault.Answered(409, 0));
        } else {
          changeTargetsDuringWrites(kind);
        }
      }
      case UNAUTHORIZED -> fault(kind, any(), all(), new NetworkFault.Answered(401, 0));
      case FORBIDDEN -> fault(kind, somePath(), all(), new NetworkFault.Answered(403, 0));
      case BODIES_CUT -> fault(kind, any(), some(), new NetworkFault.Cut());
      case BODIES_GARBLED -> fault(kind, any(), few(), new NetworkFault.Garbled());
      case BODIES_SLOW -> fault(kind, any(), some(), new NetworkFault.Slow(slow()));
      case LATENCY -> delay(kind, any(), slow().dividedBy(8));
      case WATCHES_CUT -> faultOfWatches(kind, all(), new NetworkFault.Cut());
      case WATCHES_SILENT -> faultOfWatches(kind, all(), new NetworkFault.Silent());
      case WATCHES_SLOW -> faultOfWatches(kind, all(), new NetworkFault.Slow(slow()));
      case WATCHES_NEVER_OPEN -> faultOfWatches(kind, all(), new NetworkFault.Lost());
      case WATCHES_EXPIRED -> {
        fault("expire-watch");
        breakWatches();
      }
      case WATCHES_GONE -> faultOfWatches(kind, all(), new NetworkFault.Answered(410, 0));
      case LISTS_EXPIRED -> fault("error:code=410,path=/api/v1/pods");
      case LISTS_STALE -> fault("stale-list");
      case LISTS_SLOW -> slowLists(kind);
      case COMPACTION -> compact(kind);
      case METRICS_AWAY ->
          fault(
              kind,
              metrics(),
              all(),
              new NetworkFault.Answered(world.oneOf(List.of(404, 500, 503)), 0));
      case METRICS_HANG -> fault(kind, metrics(), all(), new NetworkFault.Lost());
      case LEASES_UNREACHABLE -> fault(kind, path("/leases"), all(), new NetworkFault.Lost());
      case PLUGIN_MISBEHAVES -> {
        parcels.misbehave(world.oneOf(List.of(Parcels.Conduct.values())));
        whileItLasts(() -> parcels.misbehave(Parcels.Conduct.FINE));
      }
      case STATE_SLOW -> delay(kind, path("/configmaps"), slow().dividedBy(3));
      case SOME_LEASES -> failSomeLeases(kind);
      case PARTITION -> partition(kind);
      case SERVER_RESTARTS -> restartServer(kind);
      case KILL -> restart(Replica::kill);
      case TERMINATE -> restart(Replica::terminate);
      case PAUSE -> pause(world.oneOf(replicas));
      case PAUSE_BEFORE_A_WRITE -> stopBeforeWrite(kind);
      case LEASE_LOST_DURING_A_WRITE -> loseLeaseDuringWrite(kind);
      case HAND_OVER_DURING_A_WRITE -> handOverDuringWrite(kind);
      case CLOCK -> setClock(world.oneOf(replicas));
      case CLOCK_BEFORE_RESTART -> {
        Replica one = world.oneOf(replicas);
        setClock(one);
        world.after(
            world.between(Duration.ofSeconds(2), Duration.ofSeconds(40)),
            () -> server.start("fault", one::terminate));
      }
      case LEASE_DELETED -> deleteLease();
      case SYNC_THROWS -> rules.throwOnce();
      case USERS -> workloads.edit();
    }
  }

  private static double all() {
    return 1;
  }

  private double some() {
    return world.oneOf(List.of(0.1, 0.4, 1.0));
  }

  private double few() {
    return world.oneOf(List.of(0.02, 0.2));
  }

  private Duration slow() {
    return world.between(Duration.ofMillis(500), Duration.ofSeconds(70));
  }

  /** Of all processes or of one replica. */
  private BiPredicate<SimulatedProcess, HttpCall> any() {
    return world.happens(0.5) ? (process, call) -> true : of(world.oneOf(replicas));
  }

  private static BiPredicate<SimulatedProcess, HttpCall> of(Replica replica) {
    return (process, call) ->
        replica.current() != null && replica.current().process.equals(process);
  }

  private static BiPredicate<SimulatedProcess, HttpCall> method(String method) {
    return (process, call) -> call.request().method().equals(method);
  }

  private static BiPredicate<SimulatedProcess, HttpCall> path(String part) {
    return (process, call) -> call.request().path().contains(part);
  }

  private BiPredicate<SimulatedProcess, HttpCall> somePath() {
    return path(
        world.oneOf(
            List.of(
                "/scale",
                "/status",
                "/pods",
                "/horizontalpodautoscalers",
                "metrics.k8s.io",
                "/events")));
  }

  private static BiPredicate<SimulatedProcess, HttpCall> metrics() {
    return path("metrics.k8s.io");
  }

  private void fault(
      Kind kind, BiPredicate<SimulatedProcess, HttpCall> meets, double share, NetworkFault fault) {
    add(new InjectedFault(kind.name(), meets, share, Duration.ZERO, (call, isWatch) -> fault));
  }

  private void faultOfWatches(Kind kind, double share, NetworkFault fault) {
    BiPredicate<SimulatedProcess, HttpCall> which = any();
    String only = world.oneOf(List.of("/", "/pods", "/horizontalpodautoscalers"));
    add(
        new InjectedFault(
            kind.name(),
            which.and(path(only)),
            share,
            Duration.ZERO,
            (call, isWatch) -> isWatch ? fault : null));
    breakWatches();
  }

  /**
   * Those that are open would last for minutes, and the fault would affect none. What is deleted
   * then is only missing in the next list.
   */
  private void breakWatches() {
    if (world.happens(0.5)) {
      world.after(
          world.between(Duration.ofMillis(500), Duration.ofSeconds(30)),
          () -> server.start("users", workloads::editUnheard));
    }
    for (Replica each : replicas) {
      Replica.Run run = each.current();
      if (run != null && world.happens(0.8)) {
        run.wire.breakWatches();
      }
    }
  }

  private void delay(Kind kind, BiPredicate<SimulatedProcess, HttpCall> meets, Duration delay) {
    add(new InjectedFault(kind.name(), meets, 0, delay, (call, isWatch) -> null));
  }

  private void add(InjectedFault fault) {
    network.add(fault);
    whileItLasts(() -> network.remove(fault));
  }

  private void whileItLasts(Runnable ending) {
    endings.add(ending);
    world.after(
        world.happens(0.5)
            ? world.between(SHORTEST, LONGEST)
            : Duration.ofMillis(20_000 + world.random().nextLong(LONGEST.toMillis())),
        () ->
            server.start(
                "fault",
                () -> {
                  if (endings.remove(ending)) {
                    ending.run();
                  }
                }));
  }

  private void fault(String text) {
    sandbox.faults().add(Fault.parse(text));
    InjectedFault noted =
        new InjectedFault(text, (process, call) -> true, 0, Duration.ZERO, (call, isWatch) -> null);
    network.add(noted);
    whileItLasts(
        () -> {
          sandbox.faults().clear();
          network.remove(noted);
        });
  }

  private void slowLists(Kind kind) {
    Duration time = world.between(Duration.ofSeconds(5), Duration.ofSeconds(70));
    BiPredicate<SimulatedProcess, HttpCall> lists =
        (process, call) -> Network.Traffic.of(call) == Network.Traffic.CACHES;
    add(
        new InjectedFault(
            kind.name(),
            any().and(lists),
            all(),
            Duration.ZERO,
            (call, isWatch) -> isWatch ? null : new NetworkFault.Slow(time)));
    if (world.happens(0.5)) {
      restartSoon(world.oneOf(replicas));
    }
  }

  /** Others take its work while lists are slow, and it begins with them. */
  private void restartSoon(Replica replica) {
    world.after(
        world.between(Duration.ofMillis(100), Duration.ofSeconds(5)),
        () ->
            server.start(
                "fault", world.happens(0.5) ? (Runnable) replica::kill : replica::terminate));
  }

  /** As by rules for some names, or by objects that etcd cannot read. */
  private void failSomeLeases(Kind kind) {
    String which = world.oneOf(List.of("/leases/hpa-member-", "/leases/hpa-shard-", "/leases/hpa"));
    NetworkFault how =
        world.oneOf(
            List.of(
                new NetworkFault.Answered(403, 0),
                new NetworkFault.Answered(500, 0),
                new NetworkFault.Lost(),
                new NetworkFault.Unanswered()));
    fault(kind, any().and(path(which)), all(), how);
  }

  private void partition(Kind kind) {
    Replica alone = world.oneOf(replicas);
    Replica.Run run = alone.current();
    add(
        new InjectedFault(
            kind.name(), of(alone), 1, Duration.ZERO, (call, isWatch) -> new NetworkFault.Lost()));
    if (run != null && world.happens(0.5)) {
      run.wire.breakAll();
    }
  }

  private void restartServer(Kind kind) {
    add(
        new InjectedFault(
            kind.name(),
            (process, call) -> true,
            1,
            Duration.ZERO,
            (call, isWatch) -> new NetworkFault.Refused()));
    for (Replica each : replicas) {
      Replica.Run run = each.current();
      if (run != null) {
        run.wire.breakAll();
      }
    }
  }

  /** Versions that watches resume from are gone when they do. */
  private void compact(Kind kind) {
    restartServer(kind);
    whileItLasts(sandbox.cluster().store()::compact);
  }

  /** Ends a replica, at times while windows keep replicas that the load does not need any more. */
  private void restart(Consumer<Replica> ending) {
    Replica one = world.oneOf(replicas);
    if (world.happens(0.5)) {
      workloads.endLoads();
      world.after(
          world.between(Duration.ofSeconds(5), Duration.ofSeconds(40)),
          () -> server.start("fault", () -> ending.accept(one)));
    } else {
      ending.accept(one);
    }
  }

  private void pause(Replica replica) {
    Replica.Run run = replica.current();
    if (run != null) {
      pause(run);
      whileItLasts(() -> resume(run));
    }
  }

  private void pause(Replica.Run run) {
    world.log("%s is paused", run.identity);
    run.process.pause();
    rules.paused();
  }

  private void resume(Replica.Run run) {
    world.log("%s continues", run.identity);
    run.process.resume();
    rules.paused();
  }

  private static boolean isDecision(HttpCall call) {
    String path = call.request().path();
    return call.request().method().equals("PUT")
        && (path.endsWith("/scale") || path.endsWith("/status"));
  }

  private void stopBeforeWrite(Kind kind) {
    BiPredicate<SimulatedProcess, HttpCall> writes = (process, call) -> isDecision(call);
    Duration time = world.between(Duration.ofSeconds(10), Duration.ofSeconds(60));
    boolean[] isOver = new boolean[1];
    add(
        new InjectedFault(
            kind.name(),
            writes,
            1,
            Duration.ZERO,
            (call, isWatch) -> {
              if (isOver[0]) {
                return null;
              }
              isOver[0] = true;
              rules.paused();
              return new NetworkFault.Stopped(time);
            }));
  }

  /** So that the scale is another one than that which was read. */
  private void changeTargetsDuringWrites(Kind kind) {
    BiPredicate<SimulatedProcess, HttpCall> scales =
        method("PUT").and((process, call) -> call.request().path().endsWith("/scale"));
    add(
        new InjectedFault(
            kind.name(),
            scales,
            some(),
            Duration.ZERO,
            (call, isWatch) -> {
              server.start("users", () -> workloads.touch(call.request().path()));
              return new NetworkFault.HeldBack(Duration.ofMillis(50));
            }));
  }

  private void loseLeaseDuringWrite(Kind kind) {
    BiPredicate<SimulatedProcess, HttpCall> one = of(world.oneOf(replicas));
    Duration time = world.between(Duration.ofSeconds(8), Duration.ofSeconds(50));
    add(
        new InjectedFault(
            kind.name(),
            one,
            1,
            Duration.ZERO,
            (call, isWatch) -> {
              if (call.request().path().contains("/leases/")) {
                return new NetworkFault.Lost();
              }
              return isDecision(call) ? new NetworkFault.HeldBack(time) : null;
            }));
  }

  /** A replica has to give up its work, or gets some of that of another one, while it writes. */
  private void handOverDuringWrite(Kind kind) {
    Replica writer = world.oneOf(replicas);
    Replica ended = world.oneOf(replicas);
    Duration time = world.between(Duration.ofMillis(300), Duration.ofSeconds(12));
    boolean[] isOver = new boolean[1];
    BiPredicate<SimulatedProcess, HttpCall> writes = (process, call) -> isDecision(call);
    workloads.changeLoads();
    add(
        new InjectedFault(
            kind.name(),
            of(writer).and(writes),
            1,
            Duration.ZERO,
            (call, isWatch) -> {
              if (!isOver[0]) {
                isOver[0] = true;
                world.after(
                    world.between(Duration.ofMillis(1), time),
                    () -> server.start("fault", ended::terminate));
              }
              return new NetworkFault.HeldBack(time);
            }));
  }

  /** While one replica or all are suspended, or while none runs. */
  private void deleteLease() {
    if (world.happens(0.4)) {
      replicas.forEach(Replica::kill);
      deleteLeaseNow();
      return;
    }
    Duration time = world.between(Duration.ofSeconds(9), Duration.ofSeconds(17));
    for (Replica each : world.happens(0.6) ? replicas : List.of(world.oneOf(replicas))) {
      Replica.Run run = each.current();
      if (run != null) {
        pause(run);
        Duration more = world.between(Duration.ofMillis(100), Duration.ofSeconds(9));
        world.after(time.plus(more), () -> resume(run));
      }
    }
    world.after(time, () -> server.start("users", this::deleteLeaseNow));
  }

  private void deleteLeaseNow() {
    String lease = workloads.deleteLease();
    if (lease != null) {
      rules.deleted(lease);
    }
  }

  private void setClock(Replica replica) {
    Replica.Run run = replica.current();
    if (run != null) {
      Duration step = world.between(Duration.ofMillis(200), Duration.ofHours(3));
      run.process.setClock(world.happens(0.5) ? step : step.negated());
    }
  }
}
