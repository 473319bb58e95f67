package dev.hpa.app.controller;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.spi.KubernetesApiException;

/** Writes the status of an autoscaler, guarded by its resource version. */
@FunctionalInterface
public interface StatusWriter {
  void write(HorizontalPodAutoscaler hpa) throws KubernetesApiException;
}
