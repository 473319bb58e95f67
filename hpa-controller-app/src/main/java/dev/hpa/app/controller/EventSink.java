package dev.hpa.app.controller;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.core.HpaEvent;

/** Takes events; never blocks. */
@FunctionalInterface
public interface EventSink {
  void accept(HorizontalPodAutoscaler hpa, HpaEvent event);
}
