package dev.hpa.sandbox.faults;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The injected faults. Faults can be added and removed at any time. Thread-safe. */
public final class Faults {

  private final Timeline timeline;
  private final LongSupplier revision;
  private final Map<Integer, Counted> active = new TreeMap<>();
  private int added;

  /** The clock faults, which every timestamp reads. */
  private volatile List<Counted> clockJumps = List.of();

  /**
   * @param revision returns the latest resource version of the cluster
   */
  public Faults(Timeline timeline, LongSupplier revision) {
    this.timeline = timeline;
    this.revision = revision;
  }

  /** An active fault with its start and its counters. */
  private static final class Counted {
    private final int id;
    private final Fault fault;
    private final Instant since;
    private final long revision;
    private long seen;
    private long struck;

    Counted(int id, Fault fault, Instant since, long revision) {
      this.id = id;
      this.fault = fault;
      this.since = since;
      this.revision = revision;
    }

    boolean isAtWork(Instant now) {
      return fault.occasions().include(Duration.between(since, now));
    }

    boolean strikes(MatchedRequest request, Instant now) {
      if (!isAtWork(now) || !fault.concerns(request)) {
        return false;
      }
      seen++;
      boolean strikes = fault.occasions().strikes(seen, id);
      struck += strikes ? 1 : 0;
      return strikes;
    }
  }

  /**
   * An active fault.
   *
   * @param id the number that {@link #add} returned
   * @param seen the number of matching requests
   * @param struck the number of affected requests
   */
  public record Active(int id, Fault fault, long seen, long struck) {}

  /**
   * An effect to inject into a request.
   *
   * @param revision the latest resource version when the fault was added
   */
  public record Strike(FaultEffect effect, long revision) {}

  /**
   * Adds a fault.
   *
   * @return the number to remove it by, from 1; also the seed of a fault without one
   */
  public synchronized int add(Fault fault) {
    added++;
    active.put(added, new Counted(added, fault, timeline.now(), revision.getAsLong()));
    noteClockJumps();
    return added;
  }

  /**
   * Removes a fault.
   *
   * @return whether a fault with this number existed
   */
  public synchronized boolean remove(int id) {
    boolean removed = active.remove(id) != null;
    noteClockJumps();
    return removed;
  }

  /** Removes all faults. */
  public synchronized void clear() {
    active.clear();
    noteClockJumps();
  }

  private void noteClockJumps() {
    clockJumps =
        active.values().stream()
            .filter(each -> each.fault.effect() instanceof FaultEffect.ClockJump)
            .toList();
  }

  /** How far the cluster's clock is ahead; negative for behind. */
  public Duration clockError() {
    Duration error = Duration.ZERO;
    for (Counted each : clockJumps) {
      if (each.fault.effect() instanceof FaultEffect.ClockJump clock && each.isAtWork(timeline.now())) {
        error = error.plus(clock.jump());
      }
    }
    return error;
  }

  /** All faults in the order in which they were added, including those outside their schedule. */
  public synchronized List<Active> all() {
    return active.values().stream()
        .map(each -> new Active(each.id, each.fault, each.seen, each.struck))
        .toList();
  }

  /**
   * The effects on a request, in the order in which the faults were added; updates the counters.
   */
  public synchronized List<Strike> strike(MatchedRequest request) {
    Instant now = timeline.now();
    List<Strike> strikes = new ArrayList<>(0);
    for (Counted each : active.values()) {
      if (each.strikes(request, now)) {
        strikes.add(new Strike(each.fault.effect(), each.revision));
      }
    }
    return strikes;
  }
}
