package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.core.History;
import dev.hpa.core.Trace;
import jakarta.inject.Inject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks into a running controller without touching what it does. Thread-safe. */
public final class Inspector {

  private final AutoscalerCache autoscalers;
  private final Reconciler reconciler;
  private final Histories histories;

  /**
   * @param trace how the controller would decide now
   * @param history what it remembers
   */
  public record Inspection(HorizontalPodAutoscaler autoscaler, Trace trace, History history) {}

  @Inject
  Inspector(AutoscalerCache autoscalers, Reconciler reconciler, Histories histories) {
    this.autoscalers = autoscalers;
    this.reconciler = reconciler;
    this.histories = histories;
  }

  /** The autoscalers, as sorted {@code namespace/name}. */
  public List<String> names() {
    return autoscalers.all().stream().map(AutoscalerCache::key).sorted().toList();
  }

  /** One autoscaler by {@code namespace/name}; null when there is none. */
  public @Nullable Inspection inspect(String key) {
    HorizontalPodAutoscaler hpa = autoscalers.get(key);
    return hpa == null ? null : new Inspection(hpa, reconciler.explain(hpa), histories.of(key));
  }
}
