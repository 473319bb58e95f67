package dev.hpa.app.controller;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaVersion;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cache.AutoscalerCache;
import dev.hpa.app.cache.CachedPod;
import dev.hpa.app.cache.PodDecoder;
import dev.hpa.app.cache.PodIndex;
import dev.hpa.app.cache.SelectorRegistry;
import dev.hpa.app.cluster.ClusterConnection;
import dev.hpa.app.cluster.Reflector;
import dev.hpa.spi.ApiRequest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller: watches autoscalers and pods, and reconciles each autoscaler once a period.
 *
 * <p>Nothing is reconciled before both watches have delivered their first list, and then each
 * autoscaler waits one period as every time. A failing reconcile concerns its autoscaler alone.
 */
public final class ControlLoop implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

  private final ControllerOptions options;
  private final Reconciler reconciler;
  private final AutoscalerCache autoscalers;
  private final PodIndex pods;
  private final SelectorRegistry selectors;
  private final ReconcileQueue queue;
  private final Timeline timeline;
  private final Reflector<HorizontalPodAutoscaler> autoscalerReflector;
  private final Reflector<CachedPod> podReflector;
  private final List<Consumer<Cycle>> listeners = new CopyOnWriteArrayList<>();
  private final WorkSlots slots;
  private final ExecutorService reconciles =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("reconcile-", 0).factory());
  private @Nullable Thread dispatcher;
  private volatile Timeline.Scheduled resync = () -> {};

  @Inject
  ControlLoop(
      ControllerOptions options,
      ClusterConnection connection,
      Timeline timeline,
      Reconciler reconciler,
      AutoscalerCache autoscalers,
      PodIndex pods,
      SelectorRegistry selectors,
      WorkSlots slots) {
    this.options = options;
    this.reconciler = reconciler;
    this.autoscalers = autoscalers;
    this.pods = pods;
    this.selectors = selectors;
    this.timeline = timeline;
    this.slots = slots;
    this.queue = new ReconcileQueue(timeline, options.syncPeriod());
    PodDecoder decoder = new PodDecoder(options.settings().differences().utilizationOf());
    this.autoscalerReflector =
        new Reflector<>(
            connection,
            "/apis/autoscaling/v2/horizontalpodautoscalers",
            new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", ""),
            ControlLoop::decode,
            new AutoscalerSink());
    this.podReflector =
        new Reflector<>(
            connection,
            "/api/v1/pods",
            new ApiRequest.Subject("pods", "", ""),
            decoder::readVersioned,
            new PodSink());
  }

  /** Is told the outcome of every reconcile, by the thread that did it. */
  public void onCycle(Consumer<Cycle> listener) {
    listeners.add(listener);
  }

  /** Starts, and returns when the caches are filled and the workers run. */
  public void start() throws InterruptedException {
    podReflector.start();
    podReflector.awaitSynced();
    autoscalerReflector.start();
    autoscalerReflector.awaitSynced();
    LOG.info(
        "watching {} autoscalers and {} pods, {} workers, every {}",
        autoscalers.all().size(),
        pods.size(),
        options.workers(),
        options.syncPeriod());
    resync = timeline.every(options.syncPeriod(), this::enqueueAll);
    dispatcher = Thread.ofVirtual().name("dispatcher").start(this::dispatch);
  }

  /**
   * Waits until no autoscaler is due or being reconciled.
   *
   * @param atMost real time
   * @return whether that came about
   */
  public boolean awaitIdle(Duration atMost) throws InterruptedException {
    return queue.awaitIdle(atMost);
  }

  private void enqueueAll() {
    autoscalers.all().forEach(hpa -> queue.add(AutoscalerCache.key(hpa)));
  }

  private void dispatch() {
    try {
      for (String key = queue.take(); key != null; key = queue.take()) {
        String due = key;
        // Only now: a slot held without work would be missed by those who come back for theirs.
        slots.take();
        reconciles.execute(() -> slots.work(() -> work(due)));
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(String key) {
    try {
      reconcile(key);
    } finally {
      queue.done(key);
    }
  }

  private void reconcile(String key) {
    HorizontalPodAutoscaler hpa = autoscalers.get(key);
    if (hpa == null) {
      reconciler.forget(key);
      return;
    }
    try {
      Cycle cycle = reconciler.reconcile(hpa);
      if (cycle.error() != null) {
        LOG.warn("{}: {}", key, cycle.error());
      }
      listeners.forEach(listener -> listener.accept(cycle));
    } catch (CancellationException ending) {
      LOG.debug("{}: given up, the program ends", key);
      return;
    } catch (RuntimeException failure) {
      LOG.error("{}: unexpected failure; trying again after the period", key, failure);
    }
    queue.add(key);
  }

  @Override
  public void close() {
    resync.cancel();
    queue.close();
    autoscalerReflector.close();
    podReflector.close();
    Thread dispatching = dispatcher;
    if (dispatching != null) {
      try {
        dispatching.join();
      } catch (InterruptedException impatient) {
        Thread.currentThread().interrupt();
      }
    }
    reconciles.close();
  }

  private static Reflector.Versioned<HorizontalPodAutoscaler> decode(JsonParser in)
      throws IOException {
    JsonNode tree = in.readValueAsTree();
    HorizontalPodAutoscaler hpa = HpaVersion.V2.decode(tree);
    return new Reflector.Versioned<>(tree.path("metadata").path("resourceVersion").asText(""), hpa);
  }

  /** New, changed and gone autoscalers; any change asks for a look after the usual period. */
  private final class AutoscalerSink implements Reflector.Sink<HorizontalPodAutoscaler> {

    @Override
    public void replace(List<HorizontalPodAutoscaler> all) {
      Set<String> kept = new HashSet<>();
      for (HorizontalPodAutoscaler hpa : all) {
        kept.add(AutoscalerCache.key(hpa));
        put(hpa);
      }
      for (HorizontalPodAutoscaler known : List.copyOf(autoscalers.all())) {
        if (!kept.contains(AutoscalerCache.key(known))) {
          remove(known);
        }
      }
    }

    @Override
    public void put(HorizontalPodAutoscaler hpa) {
      selectors.register(
          String.valueOf(hpa.metadata().namespace()), String.valueOf(hpa.metadata().name()));
      autoscalers.put(hpa);
      queue.add(AutoscalerCache.key(hpa));
    }

    @Override
    public void remove(HorizontalPodAutoscaler hpa) {
      selectors.remove(
          String.valueOf(hpa.metadata().namespace()), String.valueOf(hpa.metadata().name()));
      autoscalers.remove(AutoscalerCache.key(hpa));
    }
  }

  /** Pods only fill the index; they make nothing due. */
  private final class PodSink implements Reflector.Sink<CachedPod> {

    @Override
    public void replace(List<CachedPod> all) {
      pods.replace(all);
    }

    @Override
    public void put(CachedPod pod) {
      pods.put(pod);
    }

    @Override
    public void remove(CachedPod pod) {
      pods.remove(pod.namespace(), pod.pod().name());
    }
  }
}
