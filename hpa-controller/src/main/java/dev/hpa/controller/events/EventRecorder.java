package dev.hpa.controller.events;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.FairQueue;
import dev.hpa.controller.reconcile.EventSink;
import dev.hpa.core.HpaEvent;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.KubernetesApi;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to the API server, one at a time, on a dedicated thread. {@link EventCorrelator}
 * aggregates, deduplicates and rate-limits them, {@link EventWriter} retries. Namespaces and
 * objects are served round robin. Up to {@link Limit#QUEUED_EVENTS} events are queued, {@link
 * Limit#OBJECT_EVENTS} of one object; further ones are dropped, so that decisions never block on
 * events. The log has one line when drops begin, and one when the queue is empty and no event was
 * dropped for a minute. Thread-safe.
 */
public final class EventRecorder implements EventSink, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
  private static final String AUTOSCALER = "horizontal-pod-autoscaler";

  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Time without a drop after which drops have ended: they come in bursts. */
  private static final Duration QUIET = Duration.ofMinutes(1);

  private final Timeline timeline;
  private final EventCorrelator correlator;
  private final EventWriter writer;
  private final FairQueue<EventOccurrence> queue = new FairQueue<>();
  private final OutageLog drops;
  private volatile Instant lastDrop = Instant.EPOCH;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          Thread.ofVirtual().name("events").factory()) {
        @Override
        protected void terminated() {
          ended.countDown();
        }
      };
  private final LongAdder written = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder filtered = new LongAdder();

  /**
   * @param timeline supplies wall-clock timestamps of events and measures retry intervals
   * @param random used on the recorder's thread only
   */
  public EventRecorder(KubernetesApi api, Timeline timeline, RandomGenerator random) {
    this.timeline = timeline;
    this.correlator = new EventCorrelator(random);
    this.drops = new OutageLog(LOG, "event queue", timeline::now);
    this.writer =
        new EventWriter(api, timeline::sleep, random, new OutageLog(LOG, "events", timeline::now));
  }

  /** Takes an event about an autoscaler; never blocks. */
  @Override
  public void accept(HorizontalPodAutoscaler hpa, HpaEvent event) {
    record(
        ObjectReference.to(
            HorizontalPodAutoscaler.API_VERSION, HorizontalPodAutoscaler.KIND, hpa.metadata()),
        AUTOSCALER,
        event);
  }

  /**
   * Takes an event about any object; never blocks.
   *
   * @param component the reporting component, such as {@code kube-controller-manager}
   */
  public void record(ObjectReference about, String component, HpaEvent event) {
    EventOccurrence occurrence = new EventOccurrence(about, component, event, timeline.wall());
    if (thread.isShutdown()) {
      drop(occurrence, "the recorder is closed");
      return;
    }
    if (isQueued(occurrence)) {
      try {
        thread.execute(this::deliverNext);
      } catch (RejectedExecutionException closed) {
        drop(occurrence, "the recorder is closed");
      }
    }
  }

  /**
   * Queues an event. When the queue is full, an event of a namespace with fewer queued events
   * replaces the newest event of the namespace with the most.
   *
   * @return whether the queue has grown
   */
  private boolean isQueued(EventOccurrence occurrence) {
    NamespacedName tenant =
        new NamespacedName(occurrence.about().namespace(), occurrence.about().name());
    synchronized (queue) {
      if (queue.size(tenant) >= Limit.OBJECT_EVENTS.asInt()) {
        drop(occurrence, "too many queued events of the object");
        return false;
      }
      boolean isFull = queue.size() >= Limit.QUEUED_EVENTS.asInt();
      if (isFull) {
        boolean isLight = queue.size(tenant.namespace()) + 1 < queue.longest();
        drop(occurrence, isLight ? "queue full of events of others" : "queue full");
        if (!isLight) {
          return false;
        }
        queue.removeFromLongest();
      }
      queue.add(tenant, occurrence);
      return !isFull;
    }
  }

  private void drop(EventOccurrence occurrence, String why) {
    dropped.increment();
    lastDrop = timeline.now();
    drops.met(
        why,
        "event "
            + occurrence.event().reason()
            + " about "
            + occurrence.about().name()
            + " dropped: "
            + why);
  }

  private void deliverNext() {
    FairQueue.Turn<EventOccurrence> next;
    synchronized (queue) {
      next = queue.poll();
      if (queue.isEmpty() && !timeline.now().isBefore(lastDrop.plus(QUIET))) {
        drops.over();
      }
    }
    if (next != null) {
      deliver(next.item());
    }
  }

  private void deliver(EventOccurrence occurrence) {
    Optional<EventObject> event = correlator.correlate(occurrence, timeline.wall());
    if (event.isEmpty()) {
      filtered.increment();
    } else {
      (isWritten(event.get()) ? written : failed).increment();
    }
  }

  private boolean isWritten(EventObject event) {
    try {
      boolean isWritten = writer.write(event);
      if (isWritten) {
        correlator.accepted(event);
      }
      return isWritten;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The number of events the API server accepted; several may update one event object. */
  public long written() {
    return written.sum();
  }

  /** The number of events the API server did not accept. */
  public long failed() {
    return failed.sum();
  }

  /** The number of events dropped because the queue was full or the recorder closed. */
  public long dropped() {
    return dropped.sum();
  }

  /** The number of events above the rate limit of their object. */
  public long filtered() {
    return filtered.sum();
  }

  /** Closes with a grace period of 2 s. */
  @Override
  public void close() {
    close(GRACE);
  }

  /**
   * Accepts no more events and writes the queued ones.
   *
   * @param grace the grace period in real time; events not written by then are dropped
   */
  public void close(Duration grace) {
    thread.shutdown();
    try {
      if (timeline.awaitReal(ended, grace)) {
        return;
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    int left = thread.shutdownNow().size();
    dropped.add(left);
    LOG.warn("events: grace period expired; dropped {} events", left);
  }
}
