package dev.hpa.controller;

import dev.hpa.api.GoDuration;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.events.ObjectReference;
import dev.hpa.controller.explain.Explanation;
import dev.hpa.controller.reconcile.InspectionLimitException;
import dev.hpa.controller.reconcile.Inspector;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.wiring.Components;
import dev.hpa.core.HpaEvent;
import dev.hpa.explanation.TraceJson;
import dev.hpa.explanation.TraceText;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.leader.LeaderElector;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HorizontalPodAutoscaler controller, embedded in an application.
 *
 * <p>{@link #start} returns at once; the controller then waits for its Lease if it takes part in a
 * leader election, fills its caches, and reconciles every autoscaler once per sync period until
 * {@link #close}. Several controllers of one JVM do not share state, except that log lines of the
 * whole process are redacted by the secrets of all of them. Thread-safe.
 */
public final class HpaController implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HpaController.class);

  /** The component of leader election events, as in upstream. */
  static final String COMPONENT = "kube-controller-manager";

  /** Timeout for releasing the Lease and closing the connections. */
  private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(8);

  private final Components components;
  private final Inspector.Formatted<Explanation> explanations;
  private final ClusterConnection connection;
  private final @Nullable LeaderElector elector;
  private final @Nullable Shards shards;
  private final Timeline timeline;
  private final boolean ownsTimeline;
  private final Duration shutdownTimeout;
  private final Runnable onStarting;
  private final Consumer<String> onStopped;
  private final @Nullable Instant processStart;
  private final CountDownLatch started = new CountDownLatch(1);
  private final AtomicBoolean closed = new AtomicBoolean();
  private boolean begun;
  private volatile @Nullable Thread running;
  private volatile @Nullable LeaseHolder holder;

  HpaController(
      HpaControllerBuilder builder,
      Components components,
      ClusterConnection connection,
      @Nullable LeaderElector elector,
      @Nullable Shards shards,
      Timeline timeline) {
    this.components = components;
    this.explanations = components.inspector().formatted(HpaController::explanation);
    this.connection = connection;
    this.elector = elector;
    this.shards = shards;
    this.timeline = timeline;
    this.ownsTimeline = builder.timeline == null;
    this.shutdownTimeout = builder.shutdownTimeout;
    this.onStarting = builder.onStarting;
    this.onStopped = builder.onStopped;
    this.processStart = builder.processStart;
  }

  /** A builder with upstream's defaults, without leader election. */
  public static HpaControllerBuilder builder() {
    return new HpaControllerBuilder();
  }

  /**
   * Starts the controller on a new daemon thread and returns at once.
   *
   * @throws IllegalStateException if the controller was started or closed before
   */
  public void start() {
    Thread thread = timeline.thread("hpa-controller").unstarted(this::runToEnd);
    begin(thread);
    thread.start();
  }

  private void runToEnd() {
    try {
      onStopped.accept(runUntilInterrupted());
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException failure) {
      LOG.error("the controller stopped", failure);
      onStopped.accept("the controller stopped: " + failure);
    }
  }

  /**
   * Runs the controller on the calling thread, in place of {@link #start}: waits for the Lease and
   * reconciles until {@link #close} is called, which hands over shards and then interrupts the
   * thread. A thread that is interrupted by others ends at once, and its shards expire.
   *
   * @return why the controller stopped, such as a lost Lease
   * @throws InterruptedException if the thread is interrupted, the normal way to stop it
   * @throws IllegalStateException if the controller was started, run or closed before
   */
  public String run() throws InterruptedException {
    begin(Thread.currentThread());
    try {
      return runUntilInterrupted();
    } finally {
      running = null;
    }
  }

  private synchronized void begin(Thread thread) {
    if (begun || closed.get()) {
      throw new IllegalStateException("controller: already started or closed; build another one");
    }
    begun = true;
    running = thread;
  }

  /** Returns whether this is the first call; from then on the controller cannot begin. */
  private synchronized boolean isClosedNow() {
    return !closed.getAndSet(true);
  }

  private String runUntilInterrupted() throws InterruptedException {
    if (elector == null) {
      return runOnceAllowed(processStart == null ? timeline.now() : processStart);
    }
    elector.acquire();
    LeaseHolder held = LeaseHolder.start(elector, timeline);
    holder = held;
    try {
      recordLeadership(elector);
      return runOnceAllowed(timeline.now());
    } catch (InterruptedException ending) {
      if (held.isLost()) {
        return "leaderelection lost";
      }
      throw ending;
    }
  }

  /**
   * @param start from which the first period counts
   */
  private String runOnceAllowed(Instant start) throws InterruptedException {
    try {
      ServerWait.healthy(connection, timeline);
    } catch (KubernetesApiException failure) {
      return "failed to wait for apiserver being healthy: " + failure.text();
    }
    if (shards != null) {
      return runShards(shards);
    }
    onStarting.run();
    components.state().load(Shard.ONLY);
    components.loop().start(start);
    started.countDown();
    Thread.currentThread().join();
    return "";
  }

  /** The work of the first shard starts the loop. */
  private String runShards(Shards own) throws InterruptedException {
    own.run(
        () -> {
          onStarting.run();
          started.countDown();
        });
    return "";
  }

  /**
   * Waits until the caches are filled and autoscalers are reconciled.
   *
   * @param timeout in real time
   * @return whether the controller started within the timeout
   */
  public boolean awaitStarted(Duration timeout) throws InterruptedException {
    return started.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The URL of the API server. */
  public String server() {
    return connection.server();
  }

  /** Whether this controller may write: it holds the Lease, or runs without leader election. */
  public boolean isLeading() {
    return shards == null
        ? elector == null || elector.isLeading()
        : !shards.access().open().isEmpty();
  }

  /**
   * Explains what the controller would decide now about an autoscaler. Blocks while it reads the
   * scale and the metrics; writes nothing and does not change the recorded history.
   *
   * @return empty if the cache has no such autoscaler
   * @throws InspectionLimitException while several other explanations are being computed
   */
  public Optional<Explanation> explain(String namespace, String name) {
    return Optional.ofNullable(explanations.inspect(new NamespacedName(namespace, name)));
  }

  private static Explanation explanation(Inspector.Inspection inspection) {
    return new Explanation(
        HpaVersion.V2.encode(inspection.autoscaler()),
        TraceJson.tree(inspection.trace()),
        TraceText.of(inspection.trace()),
        inspection.queries(),
        inspection.changedBy(),
        null,
        inspection.nextSync());
  }

  /** All metrics of this controller in Prometheus' text format. */
  public String metrics() {
    return components.metrics().text();
  }

  /** Time since the coordination of shards has made its last step; zero without shards. */
  public Duration shardsIdleFor() {
    return shards == null ? Duration.ZERO : shards.idleFor();
  }

  /**
   * Time since this replica last renewed its Lease and read those of the others, without which it
   * takes no shard; zero without shards.
   */
  public Duration shardsApartFor() {
    return shards == null ? Duration.ZERO : shards.apartFor();
  }

  /** The leader elector; null without leader election and with shards. */
  public @Nullable LeaderElector elector() {
    return elector;
  }

  /**
   * The components of this controller, for programs that serve its health and metrics. Not a stable
   * API: they may change with each version.
   */
  public Components components() {
    return components;
  }

  private void recordLeadership(LeaderElector leader) {
    components
        .events()
        .record(
            ObjectReference.to("coordination.k8s.io/v1", "Lease", leader.lease()),
            COMPONENT,
            new HpaEvent(
                HpaEvent.Type.NORMAL, "LeaderElection", leader.identity() + " became leader"));
  }

  /**
   * Stops the controller: hands over its shards within the shutdown timeout, waits up to the
   * shutdown timeout for writes in progress and for the last checkpoint of the state, which is
   * saved without them if they take longer, then releases the Lease within 8 s. If writes are still
   * in progress, the Lease is not released and expires. Idempotent.
   */
  @Override
  public void close() {
    if (!isClosedNow()) {
      return;
    }
    Shards own = shards;
    if (own != null) {
      handOver(own);
    }
    Thread background = running;
    if (background != null) {
      background.interrupt();
    }
    boolean drained = within(shutdownTimeout, "closing", components::close);
    if (!drained) {
      LOG.warn("controller shutdown timeout reached");
    }
    if (!within(RELEASE_TIMEOUT, "releasing", () -> release(drained))) {
      LOG.warn("lease and connections: not closed within {}", GoDuration.format(RELEASE_TIMEOUT));
    }
  }

  private void handOver(Shards own) {
    try {
      if (!own.leave(shutdownTimeout)) {
        LOG.warn("shards: not handed over in time; their Leases expire");
      }
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  private void release(boolean nothingIsWritten) {
    if (!nothingIsWritten) {
      // It waits for syncs otherwise, of which one may hang.
      components.state().close();
    }
    LeaseHolder held = holder;
    if (held != null) {
      held.stop();
    }
    if (nothingIsWritten && elector != null && elector.isLeading()) {
      elector.release();
    }
    connection.close();
    if (ownsTimeline) {
      timeline.close();
    }
  }

  /** Runs a task on a new thread; returns whether it ended in time. */
  private boolean within(Duration time, String name, Runnable task) {
    CountDownLatch ended = new CountDownLatch(1);
    timeline
        .thread(name)
        .start(
            () -> {
              try {
                task.run();
              } finally {
                ended.countDown();
              }
            });
    try {
      return timeline.awaitReal(ended, time);
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
