package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.core.Forecasts;
import dev.hpa.core.History;
import dev.hpa.core.Situation;
import dev.hpa.core.Trace;
import jakarta.inject.Inject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains the decisions of a running controller; changes nothing. Thread-safe. */
public final class Inspector {

  private final AutoscalerCache autoscalers;
  private final DecisionMaker decisions;
  private final Histories histories;

  /**
   * @param trace the decision for the current state
   * @param history the stored history
   * @param forecasts the forecasts of its loads
   */
  public record Inspection(
      HorizontalPodAutoscaler autoscaler, Trace trace, History history, Forecasts forecasts) {}

  @Inject
  Inspector(AutoscalerCache autoscalers, DecisionMaker decisions, Histories histories) {
    this.autoscalers = autoscalers;
    this.decisions = decisions;
    this.histories = histories;
  }

  /** The autoscalers, sorted. */
  public List<NamespacedName> names() {
    return autoscalers.all().stream()
        .map(hpa -> NamespacedName.of(hpa.metadata()))
        .sorted()
        .toList();
  }

  /** One autoscaler; null if there is none. */
  public @Nullable Inspection inspect(NamespacedName key) {
    HorizontalPodAutoscaler hpa = autoscalers.get(key);
    if (hpa == null) {
      return null;
    }
    ReconcileResult decided = decisions.decide(hpa);
    Situation situation = decided.situation();
    return new Inspection(
        hpa,
        decided.trace(),
        histories.of(key),
        situation == null ? Forecasts.NONE : situation.context().forecasts());
  }
}
