package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.core.HpaEvent;

/** Receives events; never blocks. */
@FunctionalInterface
public interface EventSink {
  void accept(HorizontalPodAutoscaler hpa, HpaEvent event);
}
