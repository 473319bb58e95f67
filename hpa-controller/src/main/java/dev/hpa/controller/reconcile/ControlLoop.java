package dev.hpa.controller.reconcile;

import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.TargetTracker;
import dev.hpa.controller.queue.DeferredSyncException;
import dev.hpa.controller.queue.SyncAdmission;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.controller.shards.NamespaceAccess;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnexpectedFailures;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control loop: watches autoscalers and pods, and reconciles each autoscaler once per period.
 *
 * <p>No autoscaler is reconciled before the first list of autoscalers and all pods of its namespace
 * have been delivered; unless first syncs are staggered, it waits for the whole list of pods. A
 * failing reconcile affects its autoscaler alone.
 */
public final class ControlLoop implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

  private final ControllerOptions options;
  private final AutoscalerSync sync;
  private final LoopObserver observer;
  private final AutoscalerCache autoscalers;
  private final Watches watches;
  private final TargetTracker targets;
  private final DueTimes times;
  private final ReconcileQueue queue;
  private final Dispatcher dispatcher;
  private final Timeline timeline;
  private final StalenessGuard staleness;
  private final ReconcileReports reports;
  private final NamespaceAccess access;
  private final SyncAdmission admission;
  private final LongAdder failures = new LongAdder();
  private final UnexpectedFailures unexpected = new UnexpectedFailures(ControlLoop.class);
  private final Set<NamespacedName> reconciled = ConcurrentHashMap.newKeySet();
  private volatile boolean started;
  private volatile boolean cachesFilled;
  private volatile Timeline.Scheduled resync = () -> {};

  @Inject
  ControlLoop(
      ControllerOptions options,
      Timeline timeline,
      AutoscalerSync sync,
      LoopObserver observer,
      AutoscalerCache autoscalers,
      Watches watches,
      TargetTracker targets,
      DueTimes times,
      ReconcileQueue queue,
      Dispatcher dispatcher,
      StalenessGuard staleness,
      ReconcileReports reports,
      NamespaceAccess access,
      SyncAdmission admission) {
    this.admission = admission;
    this.options = options;
    this.access = access;
    this.timeline = timeline;
    this.sync = sync;
    this.observer = observer;
    this.autoscalers = autoscalers;
    this.watches = watches;
    this.targets = targets;
    this.times = times;
    this.queue = queue;
    this.dispatcher = dispatcher;
    this.staleness = staleness;
    this.reports = reports;
  }

  /** Reports the result of every reconcile to a listener, on the thread of the reconcile. */
  public void onReconcile(Consumer<ReconcileResult> listener) {
    reports.onReconcile(listener);
  }

  /**
   * Reports every autoscaler that was deleted or left the scope to a listener; never while it is
   * reconciled, and after its last result.
   */
  public void onForget(Consumer<NamespacedName> listener) {
    reports.onForget(listener);
  }

  /** Reports queue operations to a listener from now on. */
  public void onQueue(QueueListener listener) {
    queue.onChange(listener);
  }

  /** The number of due autoscalers, and the duration of running reconciles. */
  public QueueState queue() {
    return queue.state();
  }

  /** The number of reconciles that were deferred because others used the memory for them. */
  public long deferred() {
    return admission.deferred();
  }

  /** The autoscalers whose reconciles wait for memory that others use, sorted. */
  public Set<NamespacedName> waitingForMemory() {
    return admission.waiting();
  }

  /** The number of reconciles skipped because the cache was stale, by reason. */
  public Map<String, Long> skipped() {
    return staleness.skipped();
  }

  /**
   * The number of changes of statuses and replicas by other writers, by what they changed: {@code
   * status} or {@code replicas}.
   */
  public Map<String, Long> foreignWrites() {
    return reports.foreignWrites();
  }

  /**
   * The number of changes of replicas by other writers, by field manager; empty unless they are
   * events too.
   */
  public Map<String, Long> replicasByManager() {
    return reports.replicasByManager();
  }

  /** The last change of the replicas of an autoscaler's target by another writer, if any. */
  public @Nullable ForeignScale foreignScale(NamespacedName key) {
    return reports.foreignScale(key);
  }

  /** The number of reconciles skipped because the watch had not delivered the last own status. */
  public long skippedForStatus() {
    return staleness.skippedForStatus();
  }

  /** The number of reconciles that ended in an unexpected exception, which is a bug. */
  public long failures() {
    return failures.sum();
  }

  /** The watches that decisions depend on. */
  public List<Reflector<?>> watches() {
    return watches.all();
  }

  /**
   * Starts the loop; returns when the caches are filled and the workers run. May be called again
   * after a failure.
   */
  public void start() throws InterruptedException {
    start(timeline.now());
  }

  /**
   * Starts the loop; returns when the caches are filled and the workers run.
   *
   * @param start the start from which the first period counts, on the timeline; not in the future
   */
  public void start(Instant start) throws InterruptedException {
    started = true;
    watches.start(start);
    Set<NamespacedName> early = new HashSet<>();
    if (times.awaitsCaches() && !options.shadow()) {
      targets.awaitFirstLists();
      startDispatcher();
      watches.onCompletePods(namespaces -> enqueueEarly(namespaces, early));
    }
    watches.awaitPods();
    cachesFilled = true;
    if (times.awaitsCaches()) {
      enqueueFirst(start, early);
    }
    LOG.info(
        "watching {} HPAs and {} pods, {} workers, every {}",
        autoscalers.all().size(),
        watches.podCount(),
        options.workers(),
        GoDuration.format(options.syncPeriod()));
    startDispatcher();
    resync = timeline.every(options.syncPeriod(), this::enqueueAll);
  }

  private void startDispatcher() {
    if (!dispatcher.isStarted()) {
      observer.started();
      dispatcher.start(this::work);
    }
  }

  /** Whether the loop has started and waits for the first lists. */
  public boolean isStarting() {
    return started && !cachesFilled;
  }

  /** Whether the loop or one of its watches has ended without being closed. */
  public boolean isDead() {
    return watches().stream().anyMatch(Reflector::isDead) || dispatcher.isDead();
  }

  /** How long the watch of pods has been down; zero while it is open or was never opened. */
  public Duration podsDownFor() {
    return watches.pods().downFor();
  }

  /** How long the watch of autoscalers has been down; zero while it is open or was never opened. */
  public Duration autoscalersDownFor() {
    return watches.autoscalers().downFor();
  }

  /**
   * Waits until no autoscaler is due or being reconciled.
   *
   * @param atMost real time
   * @return false if that took longer
   */
  public boolean awaitIdle(Duration atMost) throws InterruptedException {
    return queue.awaitIdle(atMost);
  }

  /**
   * Makes the autoscalers of namespaces due whose pods are complete; the order of the list staggers
   * them.
   *
   * @param early receives their keys; its elements are not due again
   */
  private void enqueueEarly(List<String> namespaces, Set<NamespacedName> early) {
    if (namespaces.isEmpty()) {
      return;
    }
    for (NamespacedName key : autoscalers.keys(new HashSet<>(namespaces)::contains)) {
      if (early.add(key)) {
        queue.addNow(key);
      }
    }
  }

  private void enqueueFirst(Instant start, Set<NamespacedName> early) {
    for (HorizontalPodAutoscaler hpa : autoscalers.all()) {
      NamespacedName key = NamespacedName.of(hpa.metadata());
      if (!early.contains(key)) {
        schedule(key, () -> queue.addFirst(key, start));
      }
    }
  }

  private void enqueueAll() {
    autoscalers.all().forEach(hpa -> scheduleNext(NamespacedName.of(hpa.metadata())));
  }

  private void scheduleNext(NamespacedName key) {
    schedule(key, () -> queue.add(key));
  }

  /** Each alone: a failure of one must not keep the others from being scheduled. */
  private void schedule(NamespacedName key, Runnable scheduling) {
    try {
      scheduling.run();
    } catch (RuntimeException failure) {
      unexpected.met(key + " is not scheduled", failure);
    }
  }

  private void work(NamespacedName key, SyncMemory memory) {
    if (access.enter(key.namespace())) {
      try {
        reconcile(key, memory);
      } finally {
        access.leave(key.namespace());
      }
    } else if (autoscalers.get(key) == null) {
      forget(key);
    }
  }

  /**
   * May be called several times: a key may be due again after its autoscaler has gone. One that
   * cannot be read is reported by its watch, with the cause.
   */
  private void deleted(NamespacedName key) {
    if (reconciled.remove(key) && !autoscalers.isUnreadable(key)) {
      reports.deleted(key);
    }
    forget(key);
  }

  private void forget(NamespacedName key) {
    reconciled.remove(key);
    sync.forget(key);
    admission.forget(key);
    staleness.forget(key);
    reports.forget(key);
  }

  /** Makes the autoscalers of namespaces due now: this replica has become responsible for them. */
  public void makeDue(NamespaceScope namespaces) {
    for (HorizontalPodAutoscaler hpa : autoscalers.all()) {
      NamespacedName key = NamespacedName.of(hpa.metadata());
      if (namespaces.contains(key.namespace())) {
        queue.addNow(key);
      }
    }
  }

  /** Removes namespaces that are out of scope from the caches, and what is known of them. */
  public void drop(NamespaceScope namespaces) {
    List<NamespacedName> dropped = autoscalers.keys(namespaces);
    dropped.forEach(reconciled::remove);
    watches().forEach(each -> each.drop(namespaces));
    dropped.forEach(this::forget);
  }

  private void reconcile(NamespacedName key, SyncMemory memory) {
    HorizontalPodAutoscaler hpa = autoscalers.get(key);
    if (hpa == null) {
      deleted(key);
      return;
    }
    reconciled.add(key);
    try {
      if (staleness.shouldSkip(hpa)) {
        reports.skipped(hpa);
      } else {
        sync.sync(hpa, memory, this::ended);
      }
    } catch (DeferredSyncException later) {
      throw later;
    } catch (CancellationException shutdown) {
      LOG.debug("{}: cancelled by the shutdown", key);
      return;
    } catch (RuntimeException failure) {
      failed(key, failure);
    } catch (StackOverflowError tooDeep) {
      // Of what this sync has read; the process is well.
      failed(key, new IllegalStateException("something is nested too deeply", tooDeep));
    }
    scheduleNext(key);
  }

  private void failed(NamespacedName key, RuntimeException failure) {
    failures.increment();
    unexpected.met(key + ": the next sync follows after the period", failure);
    reports.failed(key, failure);
  }

  private void ended(ReconcileResult result) {
    queue.wrote(NamespacedName.of(result.hpa().metadata()), result.writes().requests());
    staleness.ended(result);
    reports.ended(result);
  }

  @Override
  public void close() {
    resync.cancel();
    queue.close();
    watches.close();
    dispatcher.close();
    observer.ended();
  }
}
