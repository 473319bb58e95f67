package dev.hpa.dashboard;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.reconcile.ForeignScale;
import dev.hpa.controller.reconcile.Inspector;
import dev.hpa.controller.wiring.Components;
import dev.hpa.core.options.Options;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The autoscalers of a controller. Implementations are thread-safe. */
interface AutoscalerSource {

  Collection<HorizontalPodAutoscaler> all();

  @Nullable HorizontalPodAutoscaler get(NamespacedName key);

  /** What would be decided now, as JSON; null if there is no such autoscaler. May block. */
  byte @Nullable [] explain(NamespacedName key);

  /** The options with which a changed copy of an autoscaler would be reconciled. */
  Options options(HorizontalPodAutoscaler changed);

  /** The last change of the replicas of an autoscaler's target by another writer, if any. */
  @Nullable ForeignScale foreignScale(NamespacedName key);

  /** The autoscalers of a running controller. */
  static AutoscalerSource of(Components controller) {
    Inspector.Formatted<byte[]> explanations =
        controller.inspector().formatted(each -> DetailJson.traceNow(each.trace()));
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
      public @Nullable ForeignScale foreignScale(NamespacedName key) {
        return controller.loop().foreignScale(key);
      }

      @Override
      public byte @Nullable [] explain(NamespacedName key) {
        return explanations.inspect(key);
      }
    };
  }
}
