package dev.hpa.controller;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.Reflector;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A sandbox and its controllers in a virtual time that passes in steps of a second. After a step
 * everything that was due is finished, and the controllers have received every pod and autoscaler
 * as the API server has stored them, however slow the machine is.
 */
public final class SteppedCluster {

  private static final Duration STEP = Duration.ofSeconds(1);

  /** Real time between two checks of a condition. */
  private static final Duration POLL = Duration.ofMillis(5);

  /**
   * Virtual time that passes within a step at most: work waits that long for a batch of reads and
   * for the rate limit. What becomes due later is not waited for.
   */
  private static final Duration WITHIN_STEP = Duration.ofMillis(50);

  /**
   * Real time after which unfinished work is taken to wait for more of the virtual time, as for the
   * pause before a retry.
   */
  private static final Duration STUCK = Duration.ofSeconds(5);

  /** Ends a test that would hang; nothing waits for it to pass. */
  private static final Duration GIVE_UP = Duration.ofMinutes(2);

  private final VirtualTimeline timeline;
  private final Map<String, Long> revisions = new ConcurrentHashMap<>();

  /** Follows a sandbox from its beginning. */
  public SteppedCluster(VirtualTimeline timeline, Sandbox sandbox) {
    this.timeline = timeline;
    for (ResourceType type :
        List.of(
            ResourceTypes.PODS,
            ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
            ResourceTypes.NAMESPACES)) {
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

  /** Lets a second pass. */
  public void step(Components... controllers) throws InterruptedException {
    timeline.advance(STEP);
    for (Components each : controllers) {
      awaitIdle(each);
      awaitReceived(each);
      awaitIdle(each);
    }
  }

  private void awaitIdle(Components controller) throws InterruptedException {
    awaitIdle(timeline, controller);
  }

  /** Waits until everything that is due is finished; time passes only where work waits for it. */
  static void awaitIdle(VirtualTimeline timeline, Components controller)
      throws InterruptedException {
    long begun = System.nanoTime();
    while (!controller.loop().awaitIdle(POLL)) {
      Instant due = timeline.nextDue();
      boolean isStuck = System.nanoTime() - begun > STUCK.toNanos();
      if (due != null && (isStuck || !due.isAfter(timeline.now().plus(WITHIN_STEP)))) {
        timeline.advance(Duration.between(timeline.now(), due));
      }
    }
  }

  private void awaitReceived(Components controller) {
    long begun = System.nanoTime();
    await(
        () -> {
          boolean isReceived = hasReceivedAll(controller);
          Instant due = timeline.nextDue();
          if (!isReceived && due != null && System.nanoTime() - begun > STUCK.toNanos()) {
            timeline.advance(Duration.between(timeline.now(), due));
          }
          return isReceived;
        });
  }

  private boolean hasReceivedAll(Components controller) {
    return controller.loop().watches().stream().allMatch(this::hasReceivedAll);
  }

  private boolean hasReceivedAll(Reflector<?> watch) {
    String received = watch.revision();
    return !received.isEmpty()
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
