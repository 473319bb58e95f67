package dev.hpa.controller.world;

import dev.hpa.controller.HpaController;
import dev.hpa.controller.HpaControllerBuilder;
import dev.hpa.controller.SimulatedControllers;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.sandbox.InMemorySandbox;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A controller that is started again whenever it has ended, as by a kubelet. */
final class Replica {

  private static final Duration SHORTEST_RESTART = Duration.ofMillis(500);
  private static final Duration LONGEST_RESTART = Duration.ofSeconds(8);

  private final World world;
  private final String name;
  private final SimulatedProcess server;
  private final InMemorySandbox sandbox;
  private final Network network;
  private final Supplier<HpaControllerBuilder> settings;
  private final ClientOptions client;
  private final Listener listener;
  private @Nullable Run current;
  private int runs;
  private boolean isOver;

  /** Learns of what the runs of a replica do. */
  interface Listener extends Wire.Observer {

    /** A run begins; it may add its own listeners. */
    void begins(Run run, HpaControllerBuilder builder);

    /** A run is ended in an orderly way. */
    void terminates(Run run);

    /** A run has ended: nothing of it reaches the server any more. */
    void ends(Run run);
  }

  Replica(
      World world,
      String name,
      SimulatedProcess server,
      InMemorySandbox sandbox,
      Network network,
      Supplier<HpaControllerBuilder> settings,
      ClientOptions client,
      Listener listener) {
    this.world = world;
    this.name = name;
    this.server = server;
    this.sandbox = sandbox;
    this.network = network;
    this.settings = settings;
    this.client = client;
    this.listener = listener;
  }

  /** One process of the replica. */
  final class Run {

    final String identity;
    final SimulatedProcess process;
    final Wire wire;
    final Instant begun = world.now();
    private @Nullable HpaController controller;
    private boolean isClosed;

    Run(String identity) {
      this.identity = identity;
      this.process = new SimulatedProcess(world, identity);
      this.wire = new Wire(world, process, server, sandbox.service(), network, listener);
    }

    private void start() {
      world.log("%s starts", identity);
      process.start("main", this::begin);
    }

    private void begin() {
      HpaControllerBuilder builder =
          settings.get().clientOptions(client).onStopped(this::stoppedByItself);
      listener.begins(this, builder);
      HpaController built =
          SimulatedControllers.build(
              builder, wire, sandbox.adminToken(), process.timeline(), client.form(), identity);
      controller = built;
      if (isClosed) {
        built.close();
      } else {
        built.start();
      }
    }

    private void stoppedByItself(String reason) {
      world.log("%s stops by itself: %s", identity, reason);
      world.after(Duration.ZERO, () -> Replica.this.ended(this, false));
    }

    @Nullable HpaController controller() {
      return controller;
    }

    /** Whether its wall clock is wrong. */
    boolean isClockSet() {
      return !process.clockError().isZero();
    }

    /** Whether it has to end, or has ended. */
    boolean isClosed() {
      return isClosed;
    }

    /** Ends its threads; without a wire they do nothing to others. */
    private void close(Runnable afterwards) {
      isClosed = true;
      process.resume();
      process.start(
          "end",
          () -> {
            HpaController started = controller;
            if (started != null) {
              started.close();
            }
            afterwards.run();
          });
    }
  }

  void start() {
    if (!isOver && current == null) {
      Run run = new Run(name + "." + ++runs);
      current = run;
      run.start();
    }
  }

  /** The process of the moment; null while none runs. */
  @Nullable Run current() {
    return current;
  }

  /** As kill -9: from now on the process does nothing. */
  void kill() {
    Run run = current;
    if (run != null) {
      world.log("%s is killed", run.identity);
      ended(run, false);
    }
  }

  /** As SIGTERM: the process hands over and ends; another one follows. */
  void terminate() {
    Run run = current;
    if (run != null) {
      world.log("%s is terminated", run.identity);
      listener.terminates(run);
      run.close(() -> world.after(Duration.ZERO, () -> ended(run, true)));
    }
  }

  private void ended(Run run, boolean isClosed) {
    run.wire.cut();
    listener.ends(run);
    if (!isClosed) {
      run.close(() -> {});
    }
    if (run == current) {
      current = null;
      world.after(world.between(SHORTEST_RESTART, LONGEST_RESTART), this::start);
    }
  }

  /** Ends the replica in an orderly way; no run follows. */
  void end() {
    isOver = true;
    terminate();
  }

  @Override
  public String toString() {
    return name;
  }
}
