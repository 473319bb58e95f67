package dev.hpa.cli.keda;

import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.schedules.InvalidScheduleException;
import dev.hpa.core.schedules.Schedule;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A trigger of type cron, which becomes schedules. */
final class CronTrigger {

  /** More windows are easier to write by hand, and slow to read. */
  private static final int MOST_WINDOWS = 20;

  private static final String DESIRED = "desiredReplicas";
  private static final String TIMEZONE = "timezone";

  private final Fields metadata;
  private final Replicas replicas;
  private final OptionAnnotations options;

  CronTrigger(Fields metadata, Replicas replicas, OptionAnnotations options) {
    this.metadata = metadata;
    this.replicas = replicas;
    this.options = options;
  }

  /**
   * Sets the options.
   *
   * @param name the name of the schedules, unique among those of the ScaledObject
   * @param isAlone whether there are only triggers of this type, so that no metric decides
   */
  void convert(String name, boolean isAlone) {
    CronExpression start = expression("start");
    CronExpression end = expression("end");
    String zone = metadata.required(TIMEZONE);
    Integer desired = metadata.has(DESIRED) ? metadata.integer(DESIRED, 1) : missing();
    metadata.omitUnread();
    if (start == null || end == null || zone == null || desired == null) {
      return;
    }
    CronWindows windows = CronWindows.between(start, end);
    if (windows.texts().size() > MOST_WINDOWS) {
      metadata.problem("start", "occurs too often for schedules; use fewer times");
      return;
    }
    if (windows.hasRepeatedEnds()) {
      metadata.note(
          "end",
          "occurs again before the next start; KEDA keeps the replicas until its last time, and so"
              + " do the schedules");
    }
    int min = Math.min(Math.max(desired, replicas.min()), replicas.max());
    if (min == replicas.min()) {
      metadata.note(DESIRED, "is not above minReplicaCount, so the trigger has no effect");
    } else {
      boolean isFixed = isAlone && !replicas.isToZero();
      write(name, windows.texts(), zone, " min=" + min + (isFixed ? " max=" + min : ""));
    }
  }

  private @Nullable Integer missing() {
    metadata.required(DESIRED);
    return null;
  }

  private @Nullable CronExpression expression(String field) {
    String text = metadata.required(field);
    try {
      return text == null ? null : CronExpression.parse(text);
    } catch (IllegalArgumentException malformed) {
      metadata.problem(field, "\"%s\" %s".formatted(text, malformed.getMessage()));
      return null;
    }
  }

  private void write(String name, List<String> windows, String zone, String bounds) {
    for (int i = 0; i < windows.size(); i++) {
      OptionName option =
          new OptionName(OptionKey.SCHEDULE, windows.size() == 1 ? name : name + "-" + (i + 1));
      String text = windows.get(i) + " " + zone + bounds;
      try {
        Schedule.parse(option.part(), text);
      } catch (InvalidScheduleException invalid) {
        metadata.problem(TIMEZONE, Objects.requireNonNullElse(invalid.getMessage(), zone));
        return;
      }
      options.set(option, text, metadata.path("start"));
    }
  }
}
