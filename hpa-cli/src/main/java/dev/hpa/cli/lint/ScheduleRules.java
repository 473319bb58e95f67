package dev.hpa.cli.lint;

import dev.hpa.api.HpaSpec;
import dev.hpa.api.Timestamps;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.options.Options;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.schedules.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the schedules of an autoscaler. They are evaluated for the coming week and for those
 * weeks of the next year in which a time change shifts schedules of different zones, as far as the
 * number of schedules and their changes allows.
 */
final class ScheduleRules {

  private static final Duration YEAR = Duration.ofDays(365);
  private static final Duration WEEK = Duration.ofDays(8);
  private static final Duration MAX_GAP = Duration.ofHours(1);

  /** Segments times schedules: 10 years of changes of one schedule, 200 changes of a hundred. */
  private static final int MAX_EVALUATIONS = 20_000;

  private final Manifest manifest;
  private final HpaSpec spec;
  private final Options options;
  private final List<Schedule> schedules;
  private final Findings findings;

  private ScheduleRules(Manifest manifest, HpaSpec spec, Options options, Findings findings) {
    this.manifest = manifest;
    this.spec = spec;
    this.options = options;
    this.schedules = options.schedules();
    this.findings = findings;
  }

  /**
   * A time in which the bounds are constant.
   *
   * @param from its start
   * @param to its end; null if the bounds never change
   * @param isWhole whether the bounds change at its start
   * @param active the schedules that are active in it, in their order
   * @param names their names
   */
  private record Segment(
      Instant from,
      @Nullable Instant to,
      boolean isWhole,
      List<Schedule> active,
      Set<String> names) {}

  /** Checks an autoscaler, if it has schedules. */
  static void check(
      Manifest manifest, HpaSpec spec, Options options, Instant now, Findings findings) {
    if (options.schedules().isEmpty()) {
      return;
    }
    ScheduleRules rules = new ScheduleRules(manifest, spec, options, findings);
    List<TimeChange> timeChanges = TimeChange.all(options.schedules(), now, now.plus(YEAR));
    Set<Instant> starts = new LinkedHashSet<>(List.of(now));
    timeChanges.forEach(each -> starts.add(each.at().minus(Duration.ofDays(2))));
    List<Segment> segments = rules.segments(starts);
    rules.conflicts(segments);
    rules.effects(segments);
    rules.overlaps(segments);
    rules.gaps(segments);
    for (Schedule schedule : rules.schedules) {
      for (TimeChange each : timeChanges) {
        String effect = each.effectOn(schedule);
        if (effect != null) {
          rules.report(LintRule.SCHEDULE_TIME_CHANGE, schedule, effect);
        }
      }
    }
  }

  private List<Segment> segments(Set<Instant> starts) {
    int most = Math.max(1, MAX_EVALUATIONS / schedules.size());
    List<Segment> segments = new ArrayList<>();
    for (Instant start : starts) {
      Instant at = start;
      while (at != null && at.isBefore(start.plus(WEEK)) && segments.size() < most) {
        Instant from = at;
        Instant next = Bounds.nextChange(schedules, at);
        List<Schedule> active = schedules.stream().filter(each -> each.isActive(from)).toList();
        Set<String> names = active.stream().map(Schedule::name).collect(Collectors.toSet());
        segments.add(new Segment(from, next, !from.equals(start), active, names));
        at = next;
      }
    }
    return segments;
  }

  private void conflicts(List<Segment> segments) {
    Set<String> reported = new HashSet<>();
    for (Segment each : segments) {
      Bounds bounds = Bounds.whileActive(spec, each.active());
      for (Schedule schedule : each.active()) {
        boolean isLowered =
            bounds.isMinLowered() && Objects.equals(schedule.min(), bounds.wantedMin());
        if (isLowered && reported.add(schedule.name())) {
          report(
              LintRule.SCHEDULE_MIN_ABOVE_MAX,
              schedule,
              "min %d is above the maximum %d that applies at %s"
                  .formatted(bounds.wantedMin(), bounds.max(), Timestamps.format(each.from())));
        }
      }
    }
  }

  private void effects(List<Segment> segments) {
    for (Schedule schedule : schedules) {
      boolean changes = segments.stream().anyMatch(each -> changes(schedule, each));
      if (!changes) {
        report(
            LintRule.SCHEDULE_WITHOUT_EFFECT,
            schedule,
            "the bounds are the same without \"%s\"".formatted(schedule.name()));
      }
    }
  }

  private boolean changes(Schedule schedule, Segment segment) {
    if (!segment.names().contains(schedule.name())) {
      return false;
    }
    List<Schedule> others =
        segment.active().stream().filter(each -> !each.name().equals(schedule.name())).toList();
    Bounds with = Bounds.whileActive(spec, segment.active());
    Bounds without = Bounds.whileActive(spec, others);
    return with.min() != without.min() || with.max() != without.max();
  }

  private void overlaps(List<Segment> segments) {
    for (int i = 0; i < schedules.size(); i++) {
      for (Schedule other : schedules.subList(i + 1, schedules.size())) {
        Schedule one = schedules.get(i);
        String bounds = differentBounds(one, other);
        for (Segment each : bounds.isEmpty() ? List.<Segment>of() : segments) {
          if (each.names().contains(one.name()) && each.names().contains(other.name())) {
            report(
                LintRule.OVERLAPPING_SCHEDULES,
                one,
                "\"%s\" and \"%s\" are both active at %s; %s"
                    .formatted(one.name(), other.name(), Timestamps.format(each.from()), bounds));
            break;
          }
        }
      }
    }
  }

  /** Which of the bounds of two schedules apply where both are set and differ; empty if none. */
  private static String differentBounds(Schedule one, Schedule other) {
    List<String> bounds = new ArrayList<>();
    if (one.min() != null && other.min() != null && !one.min().equals(other.min())) {
      bounds.add("min " + Math.max(one.min(), other.min()));
    }
    if (one.max() != null && other.max() != null && !one.max().equals(other.max())) {
      bounds.add("max " + Math.max(one.max(), other.max()));
    }
    return bounds.isEmpty()
        ? ""
        : String.join(" and ", bounds) + (bounds.size() == 1 ? " applies" : " apply");
  }

  /** Reports the first short time without a schedule. */
  private void gaps(List<Segment> segments) {
    for (Segment each : segments) {
      if (each.isWhole()
          && each.to() != null
          && Duration.between(each.from(), each.to()).compareTo(MAX_GAP) <= 0
          && each.active().isEmpty()) {
        report(
            LintRule.SCHEDULE_GAP,
            endingAt(each.from()),
            "no schedule is active from %s to %s"
                .formatted(Timestamps.format(each.from()), Timestamps.format(each.to())));
        return;
      }
    }
  }

  private Schedule endingAt(Instant time) {
    return schedules.stream()
        .filter(each -> each.isActive(time.minusNanos(1)))
        .findFirst()
        .orElse(schedules.getFirst());
  }

  private void report(LintRule rule, Schedule schedule, String message) {
    OptionRules.warn(
        manifest,
        options,
        rule,
        new OptionName(OptionKey.SCHEDULE, schedule.name()),
        message,
        findings);
  }
}
