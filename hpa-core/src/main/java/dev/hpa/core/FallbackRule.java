package dev.hpa.core;

import dev.hpa.core.options.Fallback;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The option {@code fallback}: a metric that has failed for some time proposes a replica count, so
 * that it no longer blocks scale-downs and healthy metrics still win upwards.
 *
 * <p>The first failure starts the clock of a metric; one success clears it.
 *
 * @param outcomes the outcomes, with proposals in place of failures
 * @param failingSince when the metrics that fail now began to, by {@link MetricName}
 * @param active the metrics that fall back, with their strategy; empty if none does
 * @param pending the metrics that fail and do not fall back yet
 */
record FallbackRule(
    List<MetricOutcome> outcomes,
    Map<String, Instant> failingSince,
    String active,
    String pending) {

  /** Applies the fallback of the situation's options, if there is one. */
  static FallbackRule apply(Situation situation, List<MetricOutcome> outcomes) {
    Fallback fallback = situation.options().fallback();
    if (fallback == null) {
      return new FallbackRule(outcomes, Map.of(), "", "");
    }
    List<MetricOutcome> result = new ArrayList<>(outcomes.size());
    Map<String, Instant> since = new HashMap<>();
    StringJoiner active = new StringJoiner(", ");
    StringJoiner pending = new StringJoiner(", ");
    for (int i = 0; i < outcomes.size(); i++) {
      if (!(outcomes.get(i) instanceof MetricOutcome.Failed failed)
          || !(situation.metrics().get(i) instanceof MeasuredMetric.Read read)) {
        result.add(outcomes.get(i));
        continue;
      }
      String name = MetricName.of(read.metric());
      Instant start = situation.history().failingSince().getOrDefault(name, situation.now());
      since.put(name, start);
      if (situation.now().isBefore(start.plus(fallback.after()))) {
        pending.add(name);
        result.add(failed);
      } else {
        active.add(name + " (" + fallback + ")");
        int replicas = fallback.proposal(situation.scale().specReplicas());
        result.add(
            new MetricOutcome.FallenBack(
                failed, "fallback of " + name + " (" + fallback + ")", replicas));
      }
    }
    return new FallbackRule(List.copyOf(result), since, active.toString(), pending.toString());
  }
}
