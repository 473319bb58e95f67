package dev.hpa.controller;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.client.CallSender;
import dev.hpa.kube.client.GivenConnection;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.content.ContentType;

/** Builds controllers that are connected without a network. */
public final class SimulatedControllers {

  private SimulatedControllers() {}

  /**
   * Builds a controller.
   *
   * @param identity in Leases, unique among the controllers of the cluster
   */
  public static HpaController build(
      HpaControllerBuilder builder,
      CallSender calls,
      String token,
      Timeline timeline,
      ContentType form,
      String identity) {
    builder.timeline(timeline);
    builder.identity = identity;
    builder.connector = time -> GivenConnection.open(calls, "https://simulated", token, time, form);
    try {
      return builder.build();
    } catch (KubeconfigException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
