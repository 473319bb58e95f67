package dev.hpa.controller;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.Reflector;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * A sandbox and its controllers in a virtual time that passes in steps of a second. After a step
 * everything that was due is finished or waits for more of the time, and the controllers have
 * received every object that they watch as the API server has stored it, however slow the machine
 * is.
 */
public final class SteppedCluster {

  private static final Duration STEP = Duration.ofSeconds(1);

  /** Real time between two checks of a condition. */
  private static final Duration POLL = Duration.ofNanos(100_000);

  /** Ends a test that would hang; nothing waits for it to pass. */
  static final Duration GIVE_UP = Duration.ofMinutes(2);

  /** The threads of reconciles, and of the built-in providers. */
  private static final Pattern WORKERS =
      Pattern.compile("reconcile-\\d+|.*-metrics|heapster-legacy");

  /** How the names of the threads of watches begin. */
  private static final String WATCHES = "reflector ";

  private static final Components[] NONE = {};

  private final VirtualTimeline timeline;
  private final Map<String, Long> revisions = new ConcurrentHashMap<>();

  /** Follows a sandbox from its beginning. */
  public SteppedCluster(VirtualTimeline timeline, Sandbox sandbox) {
    this.timeline = timeline;
    for (ResourceType type : ResourceTypes.all()) {
      sandbox
          .cluster()
          .objects(type)
          .onChange(change -> revisions.put(type.plural(), change.revision()));
    }
  }

  /** Lets a duration pass. */
  public void run(Duration duration, Components... controllers) throws InterruptedException {
    Instant end = timeline.now().plus(duration);
    while (timeline.now().isBefore(end)) {
      step(controllers);
    }
  }

  /** Lets time pass until a condition holds after a step; fails after {@code atMost}. */
  public void runUntil(BooleanSupplier condition, Duration atMost, Components... controllers)
      throws InterruptedException {
    Instant end = timeline.now().plus(atMost);
    while (!condition.getAsBoolean()) {
      if (!timeline.now().isBefore(end)) {
        throw new AssertionError("not within " + atMost + " of the cluster's time");
      }
      step(controllers);
    }
  }

  /** Lets a second pass, and all work finish that each due task causes. */
  public void step(Components... controllers) throws InterruptedException {
    Instant end = timeline.now().plus(STEP);
    while (timeline.runNext(end)) {
      settle(controllers);
    }
    if (timeline.now().isBefore(end)) {
      timeline.advance(Duration.between(timeline.now(), end));
    }
    settle(controllers);
  }

  /** Waits until everything that is due is finished, and has reached the controllers. */
  void settle(Components... controllers) throws InterruptedException {
    for (Components each : controllers) {
      awaitIdle(each);
      awaitReceived(each);
      awaitIdle(each);
    }
    // What the later ones have written reaches the earlier ones too.
    for (Components each : controllers.length > 1 ? controllers : NONE) {
      awaitReceived(each);
      awaitIdle(each);
    }
  }

  private void awaitReceived(Components controller) {
    for (Reflector<?> watch : controller.watches()) {
      if (!awaitReceivedOrAsleep(watch, GIVE_UP)) {
        throw new AssertionError("not received within " + GIVE_UP + ": " + watch.resource());
      }
    }
  }

  /** Waits until everything that is due is finished, or waits for more of the virtual time. */
  void awaitIdle(Components controller) throws InterruptedException {
    awaitIdle(timeline, controller);
  }

  /**
   * Never advances the time: a controller whose retries outlast its period would never be idle, and
   * how long it is kept waiting would depend on the machine.
   */
  static void awaitIdle(VirtualTimeline timeline, Components controller)
      throws InterruptedException {
    long end = System.nanoTime() + GIVE_UP.toNanos();
    while (!controller.loop().awaitIdle(POLL)) {
      if (isWorkAsleep(timeline) || isStartAsleep(timeline, controller)) {
        return;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("not idle within " + GIVE_UP);
      }
    }
  }

  /** Whether a reconcile or a read waits for the virtual time, as between attempts of a call. */
  private static boolean isWorkAsleep(VirtualTimeline timeline) {
    return timeline.sleepers().stream()
        .map(Thread::getName)
        .anyMatch(each -> WORKERS.matcher(each).matches());
  }

  /** Whether the first reconciles wait for lists, and one of these for the virtual time. */
  private static boolean isStartAsleep(VirtualTimeline timeline, Components controller) {
    return controller.loop().isStarting()
        && timeline.sleepers().stream().anyMatch(each -> each.getName().startsWith(WATCHES));
  }

  /**
   * Waits until a watch is open and has received everything, or waits for the virtual time before
   * it is opened again.
   *
   * @param atMost real time
   * @return false if that took longer
   */
  boolean awaitReceivedOrAsleep(Reflector<?> watch, Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!isAsleep(watch) && !hasReceivedAll(watch)) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    return true;
  }

  private boolean isAsleep(Reflector<?> watch) {
    String name = WATCHES + watch.resource();
    return timeline.sleepers().stream()
        .map(Thread::getName)
        .anyMatch(each -> each.startsWith(name));
  }

  private boolean hasReceivedAll(Reflector<?> watch) {
    String received = watch.revision();
    return !received.isEmpty()
        && watch.downFor().isZero()
        && Long.parseLong(received) >= revisions.getOrDefault(watch.resource(), 0L);
  }

  /** Waits for what crosses the network while the cluster's time does not pass. */
  public static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + GIVE_UP.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + GIVE_UP);
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }
}
