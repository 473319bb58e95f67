package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.controller.cache.AutoscalerDecoder;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.OwnWrites;
import dev.hpa.controller.cache.PodDecoder;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.options.NamespaceAnnotations;
import dev.hpa.controller.shards.NamespaceAccess;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.Reflector;
import dev.hpa.spi.ApiRequest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The watches of autoscalers, pods and, with {@code --namespace-options}, namespaces. Thread-safe.
 */
final class Watches implements AutoCloseable {

  private final Reflector<HorizontalPodAutoscaler> autoscalers;
  private final Reflector<CachedPod> pods;
  private final List<Reflector<?>> namespaces;
  private final AutoscalerSink sink;
  private final InitialPods initialPods;
  private final PodIndex podIndex;

  @Inject
  Watches(
      ClusterConnection connection,
      ControllerOptions options,
      AutoscalerSink autoscalerSink,
      PodSink podSink,
      InitialPods initialPods,
      PodIndex podIndex,
      OwnWrites writes,
      NamespaceAnnotations namespaceAnnotations,
      NamespaceAccess access) {
    this.sink = autoscalerSink;
    this.initialPods = initialPods;
    this.podIndex = podIndex;
    PodDecoder decoder = new PodDecoder();
    this.autoscalers =
        new Reflector<>(
            connection,
            ListRequest.ofNative(
                "/apis/autoscaling/v2/horizontalpodautoscalers",
                new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", "")),
            new AutoscalerDecoder(writes),
            autoscalerSink,
            access.scope());
    this.pods =
        new Reflector<>(
            connection,
            ListRequest.ofNative("/api/v1/pods", new ApiRequest.Subject("pods", "", "")),
            decoder::readVersioned,
            podSink,
            access.scope());
    this.namespaces =
        options.autoscalerOptions().namespaces() && options.appliesOptions()
            ? List.of(namespaceAnnotations.watch(connection, autoscalerSink::namespaceChanged))
            : List.of();
  }

  Reflector<HorizontalPodAutoscaler> autoscalers() {
    return autoscalers;
  }

  Reflector<CachedPod> pods() {
    return pods;
  }

  List<Reflector<?>> all() {
    List<Reflector<?>> all = new ArrayList<>(List.of(autoscalers, pods));
    all.addAll(namespaces);
    return all;
  }

  /**
   * Starts all that are not started; returns when all but that of pods have delivered their first
   * list.
   *
   * @param start the start from which the first period counts, on the timeline; not in the future
   */
  void start(Instant start) throws InterruptedException {
    sink.startsAt(start);
    namespaces.forEach(Reflector::start);
    pods.start();
    for (Reflector<?> each : namespaces) {
      // Without the options of its namespace an autoscaler would be decided about as if it had
      // none.
      each.awaitSynced();
    }
    autoscalers.start();
    autoscalers.awaitSynced();
  }

  /**
   * Reports namespaces whose pods are complete, now and from now on, until the first list of pods
   * has ended.
   */
  void onCompletePods(Consumer<List<String>> listener) {
    initialPods.onComplete(listener);
  }

  /**
   * Returns when that of pods has delivered its first list; from then on delivered autoscalers are
   * queued whatever the schedule.
   */
  void awaitPods() throws InterruptedException {
    pods.awaitSynced();
    sink.cachesFilled();
  }

  /** Whether all have delivered their first list. */
  boolean areSynced() {
    return all().stream().allMatch(Reflector::isSynced);
  }

  /** The number of cached pods. */
  int podCount() {
    return podIndex.size();
  }

  @Override
  public void close() {
    autoscalers.close();
    pods.close();
    namespaces.forEach(Reflector::close);
  }
}
