package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.spi.KubernetesApiException;

/** Writes the status of an autoscaler, guarded by its resource version. */
@FunctionalInterface
public interface StatusWriter {

  /**
   * Writes it.
   *
   * @return the revision the autoscaler has now; empty when that is not known
   */
  String write(HorizontalPodAutoscaler hpa) throws KubernetesApiException;
}
