package dev.hpa.sandbox.faults;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The faults that are at work, to be added and taken away at any time. Thread-safe. */
public final class Faults {

  private final Timeline timeline;
  private final LongSupplier revision;
  private final Map<Integer, Counted> active = new TreeMap<>();
  private int added;

  /** Those of the clock, which are asked about at every stamp. */
  private volatile List<Counted> clockJumps = List.of();

  /**
   * @param revision tells the newest revision of the cluster's objects
   */
  public Faults(Timeline timeline, LongSupplier revision) {
    this.timeline = timeline;
    this.revision = revision;
  }

  /** A fault with its beginning and its counts. */
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
   * A fault that is at work.
   *
   * @param id the number it was given when it was added
   * @param seen requests it might have struck
   * @param struck those it did
   */
  public record Active(int id, Fault fault, long seen, long struck) {}

  /**
   * Something that goes wrong with a request.
   *
   * @param revision the newest one when the fault was added
   */
  public record Strike(Effect effect, long revision) {}

  /**
   * Puts a fault to work.
   *
   * @return the number by which it is removed, counted from 1; also the seed of a fault without one
   */
  public synchronized int add(Fault fault) {
    added++;
    active.put(added, new Counted(added, fault, timeline.now(), revision.getAsLong()));
    noteClockJumps();
    return added;
  }

  /**
   * Takes a fault away.
   *
   * @return whether there was one with this number
   */
  public synchronized boolean remove(int id) {
    boolean removed = active.remove(id) != null;
    noteClockJumps();
    return removed;
  }

  /** Takes all faults away. */
  public synchronized void clear() {
    active.clear();
    noteClockJumps();
  }

  private void noteClockJumps() {
    clockJumps =
        active.values().stream()
            .filter(each -> each.fault.effect() instanceof Effect.ClockJump)
            .toList();
  }

  /** By how much clocks are ahead of the time now; negative for behind. */
  public Duration clockError() {
    Duration error = Duration.ZERO;
    for (Counted each : clockJumps) {
      if (each.fault.effect() instanceof Effect.ClockJump clock && each.isAtWork(timeline.now())) {
        error = error.plus(clock.jump());
      }
    }
    return error;
  }

  /** The faults at work in the order in which they were added, those of another time included. */
  public synchronized List<Active> all() {
    return active.values().stream()
        .map(each -> new Active(each.id, each.fault, each.seen, each.struck))
        .toList();
  }

  /** What goes wrong with a request, in the order in which the faults were added; counts it. */
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
