package dev.hpa.dashboard;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.reconcile.Inspector;
import dev.hpa.controller.wiring.Components;
import dev.hpa.core.Trace;
import dev.hpa.core.options.Options;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The autoscalers of a controller. Implementations are thread-safe. */
interface AutoscalerSource {

  Collection<HorizontalPodAutoscaler> all();

  @Nullable HorizontalPodAutoscaler get(NamespacedName key);

  /** Explains what would be decided now; null if there is no such autoscaler. May block. */
  @Nullable Trace explain(NamespacedName key);

  /** The options with which a changed copy of an autoscaler would be reconciled. */
  Options options(HorizontalPodAutoscaler changed);

  /** The autoscalers of a running controller. */
  static AutoscalerSource of(Components controller) {
    return new AutoscalerSource() {
      @Override
      public Collection<HorizontalPodAutoscaler> all() {
        return controller.autoscalers().all();
      }

      @Override
      public @Nullable HorizontalPodAutoscaler get(NamespacedName key) {
        return controller.autoscalers().get(key);
      }

      @Override
      public Options options(HorizontalPodAutoscaler changed) {
        return controller.options().preview(changed);
      }

      @Override
      public @Nullable Trace explain(NamespacedName key) {
        Inspector.Inspection inspection = controller.inspector().inspect(key);
        return inspection == null ? null : inspection.trace();
      }
    };
  }
}
