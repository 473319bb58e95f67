package dev.hpa.controller.reconcile;

import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.AutoscalerDecoder;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodDecoder;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.spi.ApiRequest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
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
  private final AutoscalerSync sync;
  private final AutoscalerCache autoscalers;
  private final PodIndex pods;
  private final SelectorRegistry selectors;
  private final @Nullable WatchedScales scales;
  private final ReconcileQueue queue;
  private final Timeline timeline;
  private final Reflector<HorizontalPodAutoscaler> autoscalerReflector;
  private final Reflector<CachedPod> podReflector;
  private final List<Consumer<ReconcileResult>> listeners = new CopyOnWriteArrayList<>();
  private final LongAdder failures = new LongAdder();
  private final WorkSlots slots;
  private final StalenessGuard freshness;
  private final FailureLog failing;
  private final DecisionLog decisions;
  private final ForeignWriteDetector foreignWrites;
  private final ExecutorService reconciles =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("reconcile-", 0).factory());
  private volatile @Nullable Thread dispatcher;
  private final @Nullable NamespaceStagger stagger;
  private volatile boolean begun;
  private volatile Timeline.Scheduled resync = () -> {};

  @Inject
  ControlLoop(
      ControllerOptions options,
      ClusterConnection connection,
      Timeline timeline,
      AutoscalerSync sync,
      AutoscalerCache autoscalers,
      PodIndex pods,
      SelectorRegistry selectors,
      WatchedScales scales,
      WorkSlots slots,
      EventSink events) {
    this.options = options;
    this.sync = sync;
    this.autoscalers = autoscalers;
    this.pods = pods;
    this.selectors = selectors;
    this.scales = options.scaleReads() == ScaleReads.WATCH ? scales : null;
    this.timeline = timeline;
    this.slots = slots;
    this.failing = new FailureLog(timeline::now);
    this.decisions = new DecisionLog(options.settings());
    this.foreignWrites =
        new ForeignWriteDetector(
            options.foreignWriteEvents() ? events : (hpa, event) -> {}, timeline::now);
    this.stagger = options.spreadStart() ? new NamespaceStagger(options.syncPeriod()) : null;
    this.queue = new ReconcileQueue(timeline, sync.interval(options.syncPeriod()), stagger);
    PodDecoder decoder = new PodDecoder(options.settings().differences().utilizationOf());
    this.autoscalerReflector =
        new Reflector<>(
            connection,
            "/apis/autoscaling/v2/horizontalpodautoscalers",
            new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", ""),
            new AutoscalerDecoder(),
            new AutoscalerSink());
    this.podReflector =
        new Reflector<>(
            connection,
            "/api/v1/pods",
            new ApiRequest.Subject("pods", "", ""),
            decoder::readVersioned,
            new PodSink());
    this.freshness =
        new StalenessGuard(options.staleLimit(), autoscalerReflector, podReflector, timeline::now);
  }

  /** Is told the outcome of every reconcile, by the thread that did it. */
  public void onReconcile(Consumer<ReconcileResult> listener) {
    listeners.add(listener);
  }

  /** Tells what passes through the queue from now on. */
  public void onQueue(QueueListener listener) {
    queue.onChange(listener);
  }

  /** What is due and what is being worked on. */
  public QueueState queue() {
    return queue.state();
  }

  /** How often an autoscaler was left alone because what is known is too old, by what that was. */
  public Map<String, Long> skipped() {
    return freshness.skipped();
  }

  /** How many reconciles ended in a failure nobody expects, which is a bug. */
  public long failures() {
    return failures.sum();
  }

  /** The watches decisions depend on. */
  public List<Reflector<?>> watches() {
    return List.of(autoscalerReflector, podReflector);
  }

  /** Starts, and returns when the caches are filled and the workers run. */
  public void start() throws InterruptedException {
    begun = true;
    Instant start = timeline.now();
    podReflector.start();
    autoscalerReflector.start();
    podReflector.awaitSynced();
    autoscalerReflector.awaitSynced();
    if (stagger != null) {
      enqueueFirst(stagger, start);
    }
    LOG.info(
        "watching {} autoscalers and {} pods, {} workers, every {}",
        autoscalers.all().size(),
        pods.size(),
        options.workers(),
        GoDuration.format(options.syncPeriod()));
    sync.start();
    resync = timeline.every(options.syncPeriod(), this::enqueueAll);
    dispatcher = Thread.ofVirtual().name("dispatcher").start(this::dispatch);
  }

  /** Whether it has begun, and waits for the first lists. */
  public boolean isStarting() {
    return begun && dispatcher == null;
  }

  /** Whether it, or a watch it depends on, has ended without having been closed. */
  public boolean isDead() {
    if (watches().stream().anyMatch(Reflector::isDead)) {
      return true;
    }
    Thread dispatching = dispatcher;
    return dispatching != null && !dispatching.isAlive() && !queue.isClosed();
  }

  /** How long the watch of pods has been down; zero while it is open or was never. */
  public Duration podsDownFor() {
    return podReflector.downFor();
  }

  /** How long the watch of autoscalers has been down; zero while it is open or was never. */
  public Duration autoscalersDownFor() {
    return autoscalerReflector.downFor();
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

  /** Sooner than by their stagger, which they follow afterwards. */
  private void enqueueFirst(NamespaceStagger followed, Instant start) {
    Instant now = timeline.now();
    for (HorizontalPodAutoscaler hpa : autoscalers.all()) {
      String namespace = String.valueOf(hpa.metadata().namespace());
      queue.add(AutoscalerCache.key(hpa), followed.first(namespace, start, now));
    }
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
    queue.begin(key);
    try {
      reconcile(key);
    } finally {
      queue.done(key);
    }
  }

  private void reconcile(String key) {
    HorizontalPodAutoscaler hpa = autoscalers.get(key);
    if (hpa == null) {
      sync.forget(key);
      freshness.forget(key);
      failing.well(key);
      foreignWrites.forget(key);
      decisions.deleted(key);
      return;
    }
    if (freshness.shouldSkip(hpa)) {
      decisions.skipped(hpa);
      queue.add(key);
      return;
    }
    try {
      sync.sync(hpa).forEach(result -> ended(key, result));
    } catch (CancellationException ending) {
      LOG.debug("{}: given up, the program ends", key);
      return;
    } catch (RuntimeException failure) {
      failures.increment();
      LOG.error("{}: unexpected failure; trying again after the period", key, failure);
    }
    queue.add(key);
  }

  private void ended(String key, ReconcileResult result) {
    freshness.ended(result);
    if (options.shadow()) {
      decisions.observed(result);
    } else {
      decisions.reconciled(result);
      foreignWrites.ended(result);
    }
    tell(key, result.error());
    listeners.forEach(listener -> listener.accept(result));
  }

  private void tell(String key, @Nullable String error) {
    if (error == null) {
      failing.well(key);
    } else {
      failing.failed(key, error);
    }
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
    sync.close();
  }

  /** New, changed and gone autoscalers; any change asks for a look after the usual period. */
  private final class AutoscalerSink implements Reflector.Sink<HorizontalPodAutoscaler> {

    @Override
    public void replace(List<HorizontalPodAutoscaler> all, List<UnreadableObject> unreadable) {
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
      String key = AutoscalerCache.key(hpa);
      boolean dueNow = sync.seen(autoscalers.get(key), hpa);
      if (scales != null) {
        scales.track(hpa.spec().scaleTargetRef());
      }
      autoscalers.put(hpa);
      if (dueNow) {
        queue.addNow(key);
      }
      // The first looks after a start come when the caches are full.
      if (stagger == null || dispatcher != null) {
        queue.add(key);
      }
    }

    @Override
    public void remove(HorizontalPodAutoscaler hpa) {
      selectors.remove(
          String.valueOf(hpa.metadata().namespace()), String.valueOf(hpa.metadata().name()));
      autoscalers.remove(AutoscalerCache.key(hpa));
    }

    /** Nothing is decided by a spec that counts no more: it is as if the autoscaler were gone. */
    @Override
    public void unreadable(UnreadableObject object) {
      selectors.remove(object.namespace(), object.name());
      autoscalers.remove(object.key());
    }

    @Override
    public void removeUnreadable(UnreadableObject object) {
      unreadable(object);
    }
  }

  /** Pods only fill the index; they make nothing due. */
  private final class PodSink implements Reflector.Sink<CachedPod> {

    @Override
    public void replace(List<CachedPod> all, List<UnreadableObject> unreadable) {
      pods.replace(all, unreadable);
    }

    @Override
    public void put(CachedPod pod) {
      pods.put(pod);
    }

    @Override
    public void remove(CachedPod pod) {
      pods.remove(pod.namespace(), pod.pod().name());
    }

    @Override
    public void unreadable(UnreadableObject object) {
      pods.unreadable(object);
    }

    @Override
    public void removeUnreadable(UnreadableObject object) {
      pods.remove(object.namespace(), object.name());
    }
  }
}
