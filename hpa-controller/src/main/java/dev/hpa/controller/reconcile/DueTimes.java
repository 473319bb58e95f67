package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.core.options.Options;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.schedules.Schedule;
import dev.hpa.kube.client.TokenBucket;
import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When autoscalers are due, and why: in the schedule of the controller, or after their own sync
 * period (KEP-6003), and sooner if their options change what they say by themselves, which are
 * bounds by schedules and a mode that ends, or if they have been changed.
 *
 * <p>The schedule of the controller is a fixed time after the last sync, as that of
 * kube-controller-manager; the first syncs are due that time after the start, so that a slow start
 * delays no decision. Or it is staggered: all autoscalers of a namespace are due together, because
 * they share reads, and namespaces are spread over the period, in {@value #OFFSETS} groups. The
 * offset of a namespace follows from its name, so that it is the same after every start.
 *
 * <p>Autoscalers with a shorter sync period than the controller share a budget of syncs per second,
 * so that they do not starve the others; beyond it they are synced later, but not later than
 * without the option. A tenant decides how many schedules there are, so the next change of an
 * autoscaler is computed once and kept until it has passed.
 *
 * <p>The syncs that changes of autoscalers cause are limited for each namespace and for all: a
 * tenant that edits its autoscalers in a loop would take the request rate of others.
 *
 * <p>Thread-safe.
 */
final class DueTimes {

  private static final Duration BURST = Duration.ofSeconds(1);

  /** A sync in ten seconds, even if the rate limit is too low for the other autoscalers. */
  private static final double MIN_BUDGET = 0.1;

  /** Schedules without a change have none within two weeks. */
  private static final Duration UNCHANGED = Duration.ofDays(1);

  /** Leaves time to reconcile the last namespace within one period of the start. */
  private static final double SHARE_OF_PERIOD = 0.6;

  /** Staggered first syncs are spread over at least this share of the period. */
  private static final double MIN_SHARE_OF_PERIOD = 0.25;

  /**
   * The number of offsets. Namespaces with the same one are reconciled together: with 1,000
   * autoscalers an offset for each namespace costs 1.4 times the CPU, presumably because the caches
   * of the processor hold other data after each pause.
   */
  private static final int OFFSETS = 15;

  private final Timeline timeline;
  private final Pace pace;
  private final BiFunction<List<Schedule>, Instant, @Nullable Instant> nextChange;
  private final Map<NamespacedName, Entry> entries = new ConcurrentHashMap<>();
  private final TokenBucket shorter;
  private final TokenBucket changed;
  private final Map<String, TokenBucket> changedByNamespace = new HashMap<>();

  /**
   * The schedule of the autoscalers without their own sync period.
   *
   * @param period the sync period of the controller
   * @param interval from the end of a sync to the next; if they are staggered, twice the least
   * @param isStaggered whether the autoscalers of a namespace are synced together
   */
  record Pace(Duration period, Duration interval, boolean isStaggered) {}

  /**
   * @param budget syncs per second of those with a shorter one, at the moment; more than 0
   */
  DueTimes(Timeline timeline, Pace pace, DoubleSupplier budget) {
    this(timeline, pace, budget, Bounds::nextChange);
  }

  /**
   * @param nextChange computes the first change of some schedules after a time
   */
  DueTimes(
      Timeline timeline,
      Pace pace,
      DoubleSupplier budget,
      BiFunction<List<Schedule>, Instant, @Nullable Instant> nextChange) {
    this.timeline = timeline;
    this.pace = pace;
    this.shorter =
        new TokenBucket(
            () -> Duration.ofNanos((long) (1e9 / budget.getAsDouble())), BURST, timeline::now);
    this.changed =
        new TokenBucket(Limit.ALL_CHANGES_RATE.asInt(), Limit.ALL_CHANGES.asInt(), timeline::now);
    this.nextChange = nextChange;
  }

  /**
   * A time at which an autoscaler is due.
   *
   * @param at on the timeline
   * @param isExact whether it does not become due together with those that are due a moment later
   * @param reason why then, as a phrase
   */
  record Due(Instant at, boolean isExact, String reason) {}

  /**
   * What the options of an autoscaler say about its times.
   *
   * @param period null for that of the controller
   * @param modeUntil when the mode ends; null for never
   */
  private record Times(
      @Nullable Duration period, List<Schedule> schedules, @Nullable Instant modeUntil) {

    private static final Times NONE = new Times(null, List.of(), null);

    Times(Options options) {
      this(options.syncPeriod(), options.schedules(), options.modeUntil());
    }
  }

  /**
   * The next change by a schedule.
   *
   * @param from the time at which it was computed
   * @param until the time until which it is the next one
   * @param change null if there is none
   */
  private record Next(Instant from, Instant until, @Nullable Instant change) {

    boolean isValid(Instant now) {
      return !now.isBefore(from) && now.isBefore(until);
    }
  }

  private final class Entry {

    final Times times;
    private volatile @Nullable Next known;

    Entry(Times times) {
      this.times = times;
    }

    /** The next change of the options after a wall-clock time; null if none is known. */
    @Nullable Instant change(Instant now) {
      Instant change = times.schedules.isEmpty() ? null : changeOfSchedules(now);
      Instant modeUntil = times.modeUntil;
      boolean isModeNext =
          modeUntil != null
              && now.isBefore(modeUntil)
              && (change == null || modeUntil.isBefore(change));
      return isModeNext ? modeUntil : change;
    }

    private @Nullable Instant changeOfSchedules(Instant now) {
      Next next = known;
      if (next == null || !next.isValid(now)) {
        Instant change = nextChange.apply(times.schedules, now);
        next = new Next(now, change == null ? now.plus(UNCHANGED) : change, change);
        known = next;
      }
      return next.change();
    }
  }

  /**
   * The syncs per second that leave the other autoscalers their reads of scales: half of what the
   * client-side rate limit allows beyond one read for each autoscaler and period.
   *
   * @param most the largest budget
   * @param requestsPerSecond the client-side rate limit
   * @param autoscalers the number of all autoscalers
   */
  static double budget(double most, double requestsPerSecond, int autoscalers, Duration period) {
    double left = requestsPerSecond - autoscalers / (period.toNanos() / 1e9);
    return Math.min(most, Math.max(MIN_BUDGET, left / 2));
  }

  /**
   * Sets the options of an autoscaler; {@link Options#NONE} for a deleted one.
   *
   * @return whether they say other times
   */
  boolean set(NamespacedName autoscaler, Options options) {
    Times times = new Times(options);
    if (times.equals(Times.NONE)) {
      return !entries.isEmpty() && entries.remove(autoscaler) != null;
    }
    Entry before = entries.get(autoscaler);
    if (before != null && times.equals(before.times)) {
      return false;
    }
    entries.put(autoscaler, new Entry(times));
    return true;
  }

  /** Whether the first syncs after a start are scheduled when the caches are filled. */
  boolean awaitsCaches() {
    return pace.isStaggered;
  }

  /** The next sync of an autoscaler whose last one has just ended. */
  Due next(NamespacedName autoscaler) {
    Instant now = timeline.now();
    Entry entry = entry(autoscaler);
    Duration own = entry == null ? null : entry.times.period;
    return own == null
        ? due(entry, now, next(autoscaler.namespace(), now), "sync period")
        : due(entry, now, own, "own sync period");
  }

  private Duration next(String namespace, Instant now) {
    return pace.isStaggered
        ? Duration.between(now, slot(namespace, now.plusNanos(pace.interval.toNanos() / 2)))
        : pace.interval;
  }

  /** The first slot of a namespace at or after a time, if they are staggered. */
  Instant slot(String namespace, Instant least) {
    Instant some = Instant.EPOCH.plus(ofPeriod(offset(namespace)));
    long missing = Duration.between(some, least).toNanos();
    long nanos = pace.period.toNanos();
    return some.plusNanos(nanos * Math.ceilDiv(missing, nanos));
  }

  /** The offset of a namespace as a share of the period; from 0 up to, but excluding, 1. */
  private static double offset(String namespace) {
    long hash = (namespace.hashCode() * 0x9E37_79B9_7F4A_7C15L) >>> 32;
    return (double) ((hash * OFFSETS) >>> 32) / OFFSETS;
  }

  private Duration ofPeriod(double share) {
    return share(pace.period, share);
  }

  private static Duration share(Duration whole, double share) {
    return Duration.ofNanos((long) (whole.toNanos() * share));
  }

  /**
   * The first sync of an autoscaler after a start. A long sync period does not delay it: frequent
   * restarts would postpone it again and again.
   *
   * @param start the start from which the first period counts
   */
  Due first(NamespacedName autoscaler, Instant start) {
    Instant now = timeline.now();
    Duration first = first(autoscaler.namespace(), Duration.between(start, now));
    Entry entry = entry(autoscaler);
    Duration own = entry == null ? null : entry.times.period;
    return due(
        entry,
        now,
        own == null || own.compareTo(first) > 0 ? first : own,
        "start of the controller");
  }

  private Duration first(String namespace, Duration sinceStart) {
    if (pace.isStaggered) {
      return share(
          longer(ofPeriod(SHARE_OF_PERIOD).minus(sinceStart), ofPeriod(MIN_SHARE_OF_PERIOD)),
          offset(namespace));
    }
    return longer(pace.interval.minus(sinceStart), Duration.ZERO);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /**
   * The time of a sync that is due now: later if the budget is used up, but not after the next
   * change of its options. A sync for which nothing is left within the period of the controller
   * takes nothing from the budget.
   */
  Instant granted(NamespacedName autoscaler) {
    Instant now = timeline.now();
    Entry entry = entry(autoscaler);
    Duration perHpa = entry == null ? null : entry.times.period;
    if (entry == null || perHpa == null || perHpa.compareTo(pace.period) >= 0) {
      return now;
    }
    return due(entry, now, shorter.reserve(pace.period.minus(perHpa)), "own sync period").at();
  }

  /**
   * How long a sync because of a change has to wait, at most a period. What the namespace itself is
   * refused takes nothing of the others.
   *
   * @param latest after which the autoscaler is synced anyway
   */
  synchronized Duration changed(String namespace, Duration latest) {
    Duration longest = latest.compareTo(pace.period) < 0 ? latest : pace.period;
    if (!changedByNamespace.containsKey(namespace)) {
      changedByNamespace.values().removeIf(TokenBucket::isFull);
    }
    Duration own =
        changedByNamespace
            .computeIfAbsent(
                namespace,
                any ->
                    new TokenBucket(
                        Limit.CHANGES_RATE.asInt(), Limit.CHANGES.asInt(), timeline::now))
            .reserve(longest);
    return own.compareTo(longest) < 0 ? longer(changed.reserve(longest), own) : longest;
  }

  private @Nullable Entry entry(NamespacedName autoscaler) {
    return entries.isEmpty() ? null : entries.get(autoscaler);
  }

  /** After a delay, or when the options change if that is sooner. */
  private Due due(@Nullable Entry entry, Instant now, Duration delay, String reason) {
    Instant wall = timeline.wall();
    Instant change = entry == null ? null : entry.change(wall);
    if (change != null) {
      Duration untilChange = Duration.between(wall, change);
      if (untilChange.compareTo(delay) <= 0) {
        return new Due(now.plus(untilChange), true, "change by its options");
      }
    }
    return new Due(now.plus(delay), false, reason);
  }
}
