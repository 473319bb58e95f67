package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.controller.cache.AutoscalerDecoder;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodDecoder;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.Reflector;
import dev.hpa.spi.ApiRequest;
import jakarta.inject.Inject;
import java.util.List;

/** The watches of autoscalers and pods. Thread-safe. */
final class Watches implements AutoCloseable {

  private final Reflector<HorizontalPodAutoscaler> autoscalers;
  private final Reflector<CachedPod> pods;

  @Inject
  Watches(
      ClusterConnection connection,
      ControllerOptions options,
      AutoscalerSink autoscalerSink,
      PodSink podSink) {
    PodDecoder decoder = new PodDecoder(options.settings().differences().utilizationBase());
    this.autoscalers =
        new Reflector<>(
            connection,
            "/apis/autoscaling/v2/horizontalpodautoscalers",
            new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", ""),
            new AutoscalerDecoder(),
            autoscalerSink);
    this.pods =
        new Reflector<>(
            connection,
            "/api/v1/pods",
            new ApiRequest.Subject("pods", "", ""),
            decoder::readVersioned,
            podSink);
  }

  Reflector<HorizontalPodAutoscaler> autoscalers() {
    return autoscalers;
  }

  Reflector<CachedPod> pods() {
    return pods;
  }

  List<Reflector<?>> all() {
    return List.of(autoscalers, pods);
  }

  /** Starts both; returns when both have delivered their first list. */
  void start() throws InterruptedException {
    pods.start();
    autoscalers.start();
    pods.awaitSynced();
    autoscalers.awaitSynced();
  }

  @Override
  public void close() {
    autoscalers.close();
    pods.close();
  }
}
