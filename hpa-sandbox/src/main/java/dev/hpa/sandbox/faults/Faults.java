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
  private volatile List<Counted> clockSkews = List.of();

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
    private long matched;
    private long injected;

    Counted(int id, Fault fault, Instant since, long revision) {
      this.id = id;
      this.fault = fault;
      this.since = since;
      this.revision = revision;
    }

    boolean isActive(Instant now) {
      return fault.schedule().isActive(Duration.between(since, now));
    }

    boolean affects(MatchedRequest request, Instant now) {
      if (!isActive(now) || !fault.appliesTo(request)) {
        return false;
      }
      matched++;
      boolean affected = fault.schedule().affects(matched, id);
      injected += affected ? 1 : 0;
      return affected;
    }
  }

  /**
   * An active fault.
   *
   * @param id the number that {@link #add} returned
   * @param matched the number of matching requests
   * @param injected the number of affected requests
   */
  public record Active(int id, Fault fault, long matched, long injected) {}

  /**
   * An effect to inject into a request.
   *
   * @param revision the latest resource version when the fault was added
   */
  public record InjectedEffect(FaultEffect effect, long revision) {}

  /**
   * Adds a fault.
   *
   * @return the number to remove it by, from 1; also the seed of a fault without one
   */
  public synchronized int add(Fault fault) {
    added++;
    active.put(added, new Counted(added, fault, timeline.now(), revision.getAsLong()));
    updateClockSkews();
    return added;
  }

  /**
   * Removes a fault.
   *
   * @return whether a fault with this number existed
   */
  public synchronized boolean remove(int id) {
    boolean removed = active.remove(id) != null;
    updateClockSkews();
    return removed;
  }

  /** Removes all faults. */
  public synchronized void clear() {
    active.clear();
    updateClockSkews();
  }

  private void updateClockSkews() {
    clockSkews =
        active.values().stream()
            .filter(each -> each.fault.effect() instanceof FaultEffect.ClockSkew)
            .toList();
  }

  /** How far the cluster's clock is ahead; negative for behind. */
  public Duration clockError() {
    Duration error = Duration.ZERO;
    for (Counted each : clockSkews) {
      if (each.fault.effect() instanceof FaultEffect.ClockSkew clock
          && each.isActive(timeline.now())) {
        error = error.plus(clock.offset());
      }
    }
    return error;
  }

  /** All faults in the order in which they were added, including those outside their schedule. */
  public synchronized List<Active> all() {
    return active.values().stream()
        .map(each -> new Active(each.id, each.fault, each.matched, each.injected))
        .toList();
  }

  /**
   * The effects on a request, in the order in which the faults were added; updates the counters.
   */
  public synchronized List<InjectedEffect> inject(MatchedRequest request) {
    Instant now = timeline.now();
    List<InjectedEffect> effects = new ArrayList<>(0);
    for (Counted each : active.values()) {
      if (each.affects(request, now)) {
        effects.add(new InjectedEffect(each.fault.effect(), each.revision));
      }
    }
    return effects;
  }
}
