package dev.hpa.core;

import dev.hpa.api.HpaSpec;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.schedules.Schedule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options in the explanation of a decision. */
final class TracedOptions {

  private TracedOptions() {}

  /** The options that apply; null without options. */
  static Trace.@Nullable Applied of(Situation situation, Decision decision) {
    Situation.Context context = situation.context();
    if (context.options().isEmpty() && context.outages().equals(Outages.NONE)) {
      return null;
    }
    DrainRule drain = DrainRule.of(situation);
    return new Trace.Applied(
        context.options().values().stream()
            .map(
                each ->
                    new Trace.Applied.Value(each.name().toString(), each.value(), each.origin()))
            .toList(),
        context.options().problemsAt(situation.now()),
        situation.mode(),
        schedules(situation),
        RolloutRule.isActive(situation) ? RolloutRule.described(situation) : null,
        drain.isActive() ? drain.message() : null,
        context.outages().providers().values().stream().distinct().sorted().toList(),
        decision instanceof Decision.Rescale rescale
            ? DeletionOrder.of(situation, rescale)
            : List.of());
  }

  private static Trace.Applied.@Nullable Scheduled schedules(Situation situation) {
    List<Schedule> schedules = situation.options().schedules();
    if (schedules.isEmpty()) {
      return null;
    }
    Bounds bounds = situation.bounds();
    HpaSpec spec = situation.hpa().spec();
    return new Trace.Applied.Scheduled(
        bounds.active(),
        spec.minReplicasOrDefault(),
        spec.maxReplicas(),
        bounds.isMinLowered() ? bounds.wantedMin() : null,
        Bounds.nextChange(schedules, situation.now()));
  }
}
