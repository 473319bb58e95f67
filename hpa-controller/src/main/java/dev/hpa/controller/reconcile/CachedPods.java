package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.core.Selection;
import jakarta.inject.Inject;
import java.util.List;

/** The pods of the watch. */
public final class CachedPods implements PodSource {

  private final PodIndex pods;
  private final SelectorRegistry selectors;

  @Inject
  public CachedPods(PodIndex pods, SelectorRegistry selectors) {
    this.pods = pods;
    this.selectors = selectors;
  }

  @Override
  public Selected select(NamespacedName autoscaler, Selector selector) {
    selectors.update(autoscaler, selector);
    String namespace = autoscaler.namespace();
    List<CachedPod> found = pods.select(namespace, selector);
    return new Selected(
        new Selection(
            found.stream().map(CachedPod::pod).toList(),
            selectors.matchingAutoscalers(namespace, found).stream()
                .map(NamespacedName::toString)
                .toList()),
        pods.selectUnreadable(namespace, selector));
  }
}
