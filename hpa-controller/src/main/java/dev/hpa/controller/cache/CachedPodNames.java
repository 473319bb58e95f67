package dev.hpa.controller.cache;

import dev.hpa.api.Selector;
import dev.hpa.core.pods.Pod;
import dev.hpa.spi.PodNames;
import jakarta.inject.Inject;
import java.util.List;

/** The names of the pods of the watch, sorted. Thread-safe. */
public final class CachedPodNames implements PodNames {

  private final PodIndex pods;

  @Inject
  public CachedPodNames(PodIndex pods) {
    this.pods = pods;
  }

  @Override
  public List<String> select(String namespace, Selector selector, boolean isRunning) {
    return pods.select(namespace, selector).stream()
        .filter(each -> !isRunning || each.pod().phase() == Pod.Phase.RUNNING)
        .map(CachedPod::name)
        .sorted()
        .toList();
  }
}
