package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.core.options.Options;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.schedules.Schedule;
import dev.hpa.kube.client.TokenBucket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When autoscalers are due: as the {@link SyncSchedule} says, or after their own sync period
 * (KEP-6003), and sooner if their options change what they say by themselves, which are bounds by
 * schedules and a mode that ends.
 *
 * <p>Autoscalers with a shorter sync period than the controller share a budget of syncs per second,
 * so that they do not starve the others; beyond it they are synced later, but not later than
 * without the option. A tenant decides how many schedules there are, so the next change of an
 * autoscaler is computed once and kept until it has passed.
 *
 * <p>Thread-safe.
 */
final class DueTimes {

  private static final Duration BURST = Duration.ofSeconds(1);

  /** A sync in ten seconds, even if the rate limit is too low for the other autoscalers. */
  private static final double MIN_BUDGET = 0.1;

  /** Schedules without a change have none within two weeks. */
  private static final Duration UNCHANGED = Duration.ofDays(1);

  private final Timeline timeline;
  private final SyncSchedule schedule;
  private final Duration period;
  private final BiFunction<List<Schedule>, Instant, @Nullable Instant> nextChange;
  private final Map<NamespacedName, Entry> entries = new ConcurrentHashMap<>();
  private final TokenBucket shorter;

  /**
   * @param schedule of the autoscalers without their own sync period
   * @param period the sync period of the controller
   * @param budget syncs per second of those with a shorter one, at the moment; more than 0
   */
  DueTimes(Timeline timeline, SyncSchedule schedule, Duration period, DoubleSupplier budget) {
    this(timeline, schedule, period, budget, Bounds::nextChange);
  }

  /**
   * @param nextChange computes the first change of some schedules after a time
   */
  DueTimes(
      Timeline timeline,
      SyncSchedule schedule,
      Duration period,
      DoubleSupplier budget,
      BiFunction<List<Schedule>, Instant, @Nullable Instant> nextChange) {
    this.timeline = timeline;
    this.schedule = schedule;
    this.period = period;
    this.shorter =
        new TokenBucket(
            () -> Duration.ofNanos((long) (1e9 / budget.getAsDouble())), BURST, timeline::now);
    this.nextChange = nextChange;
  }

  /**
   * A time at which an autoscaler is due.
   *
   * @param at on the timeline
   * @param isExact whether it does not become due together with those that are due a moment later
   */
  record Due(Instant at, boolean isExact) {}

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
    return schedule.awaitsCaches();
  }

  /** The next sync of an autoscaler whose last one has just ended. */
  Due next(NamespacedName autoscaler) {
    Instant now = timeline.now();
    Entry entry = entry(autoscaler);
    Duration perHpa = entry == null ? null : entry.times.period;
    return due(entry, now, perHpa == null ? schedule.next(autoscaler.namespace(), now) : perHpa);
  }

  /**
   * The first sync of an autoscaler after a start. A long sync period does not delay it: frequent
   * restarts would postpone it again and again.
   *
   * @param start the start from which the first period counts
   */
  Due first(NamespacedName autoscaler, Instant start) {
    Instant now = timeline.now();
    Duration first = schedule.first(autoscaler.namespace(), start, now);
    Entry entry = entry(autoscaler);
    Duration perHpa = entry == null ? null : entry.times.period;
    return due(entry, now, perHpa == null || perHpa.compareTo(first) > 0 ? first : perHpa);
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
    if (entry == null || perHpa == null || perHpa.compareTo(period) >= 0) {
      return now;
    }
    return due(entry, now, shorter.reserve(period.minus(perHpa))).at();
  }

  private @Nullable Entry entry(NamespacedName autoscaler) {
    return entries.isEmpty() ? null : entries.get(autoscaler);
  }

  /** After a delay, or when the options change if that is sooner. */
  private Due due(@Nullable Entry entry, Instant now, Duration delay) {
    Instant wall = timeline.wall();
    Instant change = entry == null ? null : entry.change(wall);
    if (change != null) {
      Duration untilChange = Duration.between(wall, change);
      if (untilChange.compareTo(delay) <= 0) {
        return new Due(now.plus(untilChange), true);
      }
    }
    return new Due(now.plus(delay), false);
  }
}
