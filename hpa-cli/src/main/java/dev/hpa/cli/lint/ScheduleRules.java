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
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the schedules of an autoscaler. They are evaluated for the coming week and for those
 * weeks of the next year in which a time change shifts schedules of different zones.
 */
final class ScheduleRules {

  private static final Duration YEAR = Duration.ofDays(365);
  private static final Duration WEEK = Duration.ofDays(8);
  private static final Duration MAX_GAP = Duration.ofHours(1);

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
   */
  private record Segment(Instant from, @Nullable Instant to, boolean isWhole) {}

  /** Checks an autoscaler, if it has schedules. */
  static void check(
      Manifest manifest, HpaSpec spec, Options options, Instant now, Findings findings) {
    if (options.schedules().isEmpty()) {
      return;
    }
    ScheduleRules rules = new ScheduleRules(manifest, spec, options, findings);
    List<TimeChange> timeChanges = TimeChange.all(options.schedules(), now, now.plus(YEAR));
    List<Segment> segments = new ArrayList<>(rules.segments(now));
    for (TimeChange each : timeChanges) {
      segments.addAll(rules.segments(each.at().minus(Duration.ofDays(2))));
    }
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

  private List<Segment> segments(Instant start) {
    List<Segment> segments = new ArrayList<>();
    Instant at = start;
    while (at != null && at.isBefore(start.plus(WEEK))) {
      Instant next = Bounds.nextChange(schedules, at);
      segments.add(new Segment(at, next, !at.equals(start)));
      at = next;
    }
    return segments;
  }

  private void conflicts(List<Segment> segments) {
    Set<String> reported = new HashSet<>();
    for (Segment each : segments) {
      Bounds bounds = Bounds.of(spec, schedules, each.from());
      for (Schedule schedule : schedules) {
        boolean isLowered =
            bounds.isMinLowered()
                && bounds.active().contains(schedule.name())
                && Objects.equals(schedule.min(), bounds.wantedMin());
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
      List<Schedule> others =
          schedules.stream().filter(each -> !each.name().equals(schedule.name())).toList();
      boolean changes =
          segments.stream()
              .anyMatch(
                  each -> {
                    Bounds with = Bounds.of(spec, schedules, each.from());
                    Bounds without = Bounds.of(spec, others, each.from());
                    return with.min() != without.min() || with.max() != without.max();
                  });
      if (!changes) {
        report(
            LintRule.SCHEDULE_WITHOUT_EFFECT,
            schedule,
            "the bounds are the same without \"%s\"".formatted(schedule.name()));
      }
    }
  }

  private void overlaps(List<Segment> segments) {
    for (int i = 0; i < schedules.size(); i++) {
      for (Schedule other : schedules.subList(i + 1, schedules.size())) {
        Schedule one = schedules.get(i);
        String bounds = differentBounds(one, other);
        for (Segment each : bounds.isEmpty() ? List.<Segment>of() : segments) {
          if (one.isActive(each.from()) && other.isActive(each.from())) {
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
          && Bounds.of(spec, schedules, each.from()).active().isEmpty()) {
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
