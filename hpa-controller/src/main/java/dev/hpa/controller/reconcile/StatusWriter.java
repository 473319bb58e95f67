package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.spi.KubernetesApiException;

/** Writes the status of an autoscaler, guarded by its resource version. */
@FunctionalInterface
public interface StatusWriter {

  /**
   * Writes the status.
   *
   * @return the new resource version of the autoscaler; empty if unknown
   */
  String write(HorizontalPodAutoscaler hpa) throws KubernetesApiException;
}
