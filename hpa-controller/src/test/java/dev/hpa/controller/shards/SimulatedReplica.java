package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.leader.LeaderElectionOptions;
import dev.hpa.kube.leader.LeaseNamespace;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** A replica: the coordinator and the gate of the controller, with simulated caches and writes. */
final class SimulatedReplica implements KubernetesApi, ShardHost {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  final String identity;
  final String election;
  final int count;
  private final SimulatedCluster world;
  private final SimulatedTime time;
  private final Timeline clock;
  private final double rate;
  private final Random random;
  private final SimulatedTime.ProcessClock process;
  private final ShardAccess access;
  private final ShardCoordinator coordinator;
  private final long[] prepared;
  private final long[] stoppedAt;
  private final Map<Integer, Integer> tenures = new HashMap<>();
  private final int[] starts;
  private long pausedUntil;
  private long cutOffUntil;
  private long rejectedUntil;
  private long hangsUntil;
  private boolean dead;

  /** Thrown in the coordinator's process when the replica is killed. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  SimulatedReplica(
      SimulatedCluster world,
      String identity,
      String election,
      int count,
      Random random,
      SimulatedCluster.ReplicaClock clock) {
    this.world = world;
    this.time = world.time;
    this.identity = identity;
    this.election = election;
    this.count = count;
    this.random = random;
    this.rate = clock.rate();
    this.clock = time.clock(rate, Duration.ofSeconds(clock.ahead()));
    this.process = time.new ProcessClock();
    this.access = new ShardAccess(count, this.clock);
    this.prepared = new long[count];
    Arrays.fill(prepared, Long.MAX_VALUE);
    this.stoppedAt = new long[count];
    this.starts = new int[count];
    LeaderElectionOptions durations = LeaderElectionOptions.DEFAULTS;
    LeaderElectionOptions named =
        new LeaderElectionOptions(
            true,
            durations.leaseDuration(),
            durations.renewDeadline(),
            durations.retryPeriod(),
            election,
            "system");
    this.coordinator =
        new ShardCoordinator(
            new LeaseNamespace(this, named.namespace(), TIMEOUT),
            new ShardOptions(count, named),
            identity,
            this.clock,
            this,
            access,
            ShardListener.NONE,
            tasks -> tasks.forEach(Runnable::run),
            random::nextDouble);
  }

  void start() {
    process.start(this::run);
    for (String namespace : world.namespaces) {
      time.after(millis(0, 500), () -> reconcile(namespace));
    }
  }

  private void run() {
    try {
      while (!coordinator.hasLeft()) {
        Duration delay = coordinator.step();
        process.pause(Duration.ofNanos((long) (delay.toNanos() / rate)), this::isPaused);
        dieIfKilled();
      }
      dead = true;
    } catch (Killed end) {
      // A killed process does nothing more.
    } catch (RuntimeException failure) {
      dead = true;
      world.failed(identity + " failed: " + failure);
    }
  }

  private void dieIfKilled() {
    if (dead) {
      throw new Killed();
    }
  }

  Duration millis(int least, int most) {
    return Duration.ofMillis(least + random.nextInt(most - least + 1));
  }

  // Faults.

  void kill() {
    if (!dead) {
      world.disturbed("kill " + identity);
      dead = true;
    }
  }

  /** Suspends the process. */
  void pause(Duration duration) {
    disturb("pause", duration);
    pausedUntil = Math.max(pausedUntil, time.now() + duration.toNanos());
  }

  private void disturb(String what, Duration duration) {
    world.disturbed(what + " " + identity + " " + duration);
    time.after(duration, () -> world.disturbed("end of " + what + " " + identity));
  }

  /** Cuts the network. */
  void cutOff(Duration duration) {
    disturb("cut off", duration);
    cutOffUntil = Math.max(cutOffUntil, time.now() + duration.toNanos());
  }

  /** The API server rejects requests about Leases, and nothing else. */
  void rejectLeases(Duration duration) {
    disturb("reject leases of", duration);
    rejectedUntil = Math.max(rejectedUntil, time.now() + duration.toNanos());
  }

  void leave() {
    if (!dead) {
      world.disturbed("leave " + identity);
      coordinator.leave();
      time.after(Duration.ofSeconds(8), coordinator::hurry);
    }
  }

  void heal() {
    pausedUntil = 0;
    cutOffUntil = 0;
    rejectedUntil = 0;
  }

  boolean isAlive() {
    return !dead;
  }

  private boolean isPaused() {
    return !dead && time.now() < pausedUntil;
  }

  /** A request that was lost in a partition hangs until its timeout, also after the partition. */
  boolean isHealthy() {
    return !dead
        && time.now() >= hangsUntil
        && time.now() >= pausedUntil
        && time.now() >= cutOffUntil
        && time.now() >= rejectedUntil;
  }

  boolean decides(String namespace) {
    return !dead
        && time.now() >= pausedUntil
        && time.now() >= cutOffUntil
        && access.isOpen(namespace)
        && access.remaining(namespace).isPositive();
  }

  /** Whether its fence is open, also while it is suspended. */
  boolean mayWrite(String namespace) {
    return !dead && access.remaining(namespace).isPositive();
  }

  Duration apartFor() {
    return coordinator.apartFor();
  }

  int held() {
    return access.open().size();
  }

  // The API server.

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    byte[] body = null;
    KubernetesApiException failure = null;
    long limit = time.now() + TIMEOUT.toNanos();
    process.pause(latency(), this::isPaused);
    dieIfKilled();
    boolean isReached = time.now() >= cutOffUntil;
    if (time.now() < rejectedUntil) {
      throw new KubernetesApiException(503, "ServiceUnavailable", "no leases now", null);
    }
    if (isReached) {
      try {
        body = world.answer(this, request);
      } catch (KubernetesApiException refused) {
        failure = refused;
      }
      process.pause(latency(), this::isPaused);
      dieIfKilled();
    }
    if (!isReached || time.now() < cutOffUntil) {
      hangsUntil = limit;
      process.pause(Duration.ofNanos(Math.max(1, limit - time.now())), this::isPaused);
      dieIfKilled();
      throw new KubernetesApiException(0, "", "timed out", null);
    }
    if (failure != null) {
      throw failure;
    }
    try {
      return reader.read(new ByteArrayInputStream(body), "application/json");
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private Duration latency() {
    return random.nextInt(200) == 0 ? millis(200, 1500) : millis(1, 10);
  }

  // Caches, state and reconciles.

  @Override
  public void prepare(Shard shard) {
    access.keep(shard, true);
    prepared[shard.index()] = time.now() + millis(50, 1500).toNanos();
  }

  @Override
  public boolean isPrepared(Shard shard) {
    return time.now() >= prepared[shard.index()];
  }

  @Override
  public void start(Shard shard) {
    if (!isPrepared(shard)) {
      world.failed(identity + " starts " + shard + " without its caches");
    }
    int run = ++starts[shard.index()];
    tenures.put(shard.index(), run);
    whenRunning(
        millis(2, 30),
        () -> {
          if (starts[shard.index()] == run) {
            access.open(shard);
          }
        });
  }

  @Override
  public void stop(Shard shard) {
    starts[shard.index()]++;
    stoppedAt[shard.index()] = time.now() + millis(2, 30).toNanos();
    if (world.fault == SimulatedCluster.Fault.NO_DRAIN) {
      access.close(shard);
    } else {
      access.drain(shard);
    }
  }

  @Override
  public boolean isStopped(Shard shard) {
    return time.now() >= stoppedAt[shard.index()]
        && (world.fault == SimulatedCluster.Fault.NO_DRAIN || access.isDrained(shard));
  }

  @Override
  public void drop(Shard shard) {
    starts[shard.index()]++;
    access.keep(shard, false);
    prepared[shard.index()] = Long.MAX_VALUE;
  }

  /** Runs a task of this process: not while it is suspended. */
  private void whenRunning(Duration delay, Runnable task) {
    time.after(
        delay,
        () -> {
          if (isPaused()) {
            // Not until the planned end: the pause may be ended before.
            whenRunning(SimulatedTime.SUSPENDED, task);
          } else if (!dead) {
            task.run();
          }
        });
  }

  private void reconcile(String namespace) {
    whenRunning(millis(300, 600), () -> reconcile(namespace));
    if (isPaused() || dead || !access.enter(namespace)) {
      return;
    }
    Duration reading = random.nextInt(50) == 0 ? millis(100, 4000) : millis(1, 100);
    whenRunning(reading, () -> write(namespace));
  }

  private void write(String namespace) {
    access.begin(namespace);
    Duration left = access.remaining(namespace);
    boolean isFenced = world.fault != SimulatedCluster.Fault.NO_FENCE;
    if (isFenced && !left.isPositive()) {
      ended(namespace);
      return;
    }
    String tenure = identity + "/" + tenures.get(Shard.of(namespace, count).index());
    Duration sending = random.nextInt(50) == 0 ? millis(100, 3000) : millis(1, 50);
    Duration limit = Duration.ofNanos((long) (left.toNanos() / rate));
    if (isFenced && sending.compareTo(limit) > 0) {
      whenRunning(limit, () -> ended(namespace));
      return;
    }
    boolean isReached = time.now() >= cutOffUntil;
    time.after(
        sending,
        () -> {
          if (isReached) {
            world.history.written(time.seconds(), election + "/" + namespace, tenure);
          }
        });
    whenRunning(sending, () -> ended(namespace));
  }

  private void ended(String namespace) {
    access.end(namespace);
    access.leave(namespace);
  }
}
