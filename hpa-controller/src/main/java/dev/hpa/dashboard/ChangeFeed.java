package dev.hpa.dashboard;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.PeerPlaces;
import dev.hpa.kube.memory.Limit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Sends the autoscalers that changed to all clients, batched per second. A client that reads slowly
 * gets each of them once, as it is then. Clients that read as fast as each other share the bytes of
 * an event. Thread-safe.
 */
final class ChangeFeed implements AutoCloseable {

  private static final Duration BATCH = Duration.ofSeconds(1);

  /** Batches without a change after which a client still gets the time, so that it stays open. */
  private static final int HEARTBEAT = 10;

  private static final byte[] OPEN = ": open\n\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] BEFORE = "event: changes\ndata: ".getBytes(StandardCharsets.UTF_8);
  private static final byte[] AFTER = "\n\n".getBytes(StandardCharsets.UTF_8);

  private final Source source;
  private final ChangeLog log = new ChangeLog();
  private final Set<Client> clients = ConcurrentHashMap.newKeySet();
  private final PeerPlaces places = new PeerPlaces(Limit.FEED_CLIENTS.asInt());
  private final ReentrantLock computing = new ReentrantLock(true);
  private final Timeline.Scheduled ticks;

  /** The number of the last change of the last complete batch. */
  private volatile long batched;

  private volatile @Nullable Event last;

  /**
   * The content of an event.
   *
   * @param json of one line
   * @param keys how many of the autoscalers it has; at least one, unless there were none
   */
  record Changes(byte[] json, int keys) {}

  /** Computes the content of events. */
  @FunctionalInterface
  interface Source {

    /** The first of some autoscalers, as many as an event may have. */
    Changes of(List<NamespacedName> keys) throws InterruptedException;
  }

  /** The event of the changes after a number, up to another. */
  private record Event(long after, long until, byte[] bytes) {}

  /**
   * @param pace real time
   */
  ChangeFeed(Timeline pace, Source source) {
    this.source = source;
    this.ticks = pace.every(BATCH, this::tick);
  }

  void changed(NamespacedName key) {
    log.add(key);
  }

  /** Called by one thread. */
  private synchronized void tick() {
    long until = log.last();
    batched = until;
    long received = until;
    for (Client each : clients) {
      received = Math.min(received, each.received);
      each.tick();
    }
    log.removeUntil(received);
  }

  /**
   * A stream for one more client, in place of the oldest one of the peer with the most where all
   * are taken; null if that is its own peer.
   */
  @Nullable ChangeStream open(String peer) {
    Client client;
    synchronized (this) {
      client = new Client(batched);
      clients.add(client);
    }
    PeerPlaces.Place place = places.take(peer, client::close);
    if (place == null) {
      clients.remove(client);
      return null;
    }
    client.place = place;
    return client;
  }

  @Override
  public void close() {
    ticks.cancel();
    clients.forEach(Client::close);
  }

  /** The next event for a client, computed once for all clients that received the same. */
  private Event event(long after) throws InterruptedException {
    computing.lockInterruptibly();
    try {
      Event known = last;
      if (known != null && known.after() == after && known.until() > after) {
        return known;
      }
      Event next = computed(after, batched);
      last = next;
      return next;
    } finally {
      computing.unlock();
    }
  }

  private Event computed(long after, long until) throws InterruptedException {
    List<ChangeLog.Change> changed = log.between(after, until);
    Changes changes = source.of(changed.stream().map(ChangeLog.Change::key).toList());
    boolean isAll = changes.keys() == changed.size() && changed.size() < Limit.FEED_CHANGES.asInt();
    byte[] bytes = new byte[BEFORE.length + changes.json().length + AFTER.length];
    System.arraycopy(BEFORE, 0, bytes, 0, BEFORE.length);
    System.arraycopy(changes.json(), 0, bytes, BEFORE.length, changes.json().length);
    System.arraycopy(AFTER, 0, bytes, bytes.length - AFTER.length, AFTER.length);
    return new Event(after, isAll ? until : changed.get(changes.keys() - 1).number(), bytes);
  }

  private final class Client implements ChangeStream {

    /** Null until it is taken. */
    private volatile PeerPlaces.@Nullable Place place;

    /** The first event is due at once: it shows the client that the stream is open. */
    private final Semaphore due = new Semaphore(1);

    /** The number of the last change that was sent. */
    private volatile long received;

    private volatile boolean closed;
    private final AtomicInteger quiet = new AtomicInteger();

    Client(long received) {
      this.received = received;
    }

    /** Called by one thread. */
    void tick() {
      if (received < batched || quiet.get() >= HEARTBEAT) {
        if (due.availablePermits() == 0) {
          due.release();
        }
      } else {
        quiet.incrementAndGet();
      }
    }

    @Override
    public byte @Nullable [] next() throws InterruptedException {
      if (received < batched) {
        due.drainPermits();
      } else if (!due.tryAcquire(15, TimeUnit.SECONDS) && !closed) {
        return OPEN;
      }
      if (closed) {
        return null;
      }
      quiet.set(0);
      Event event = event(received);
      received = event.until();
      return event.bytes();
    }

    @Override
    public void close() {
      if (clients.remove(this)) {
        closed = true;
        due.release();
        PeerPlaces.Place taken = place;
        if (taken != null) {
          places.release(taken);
        }
      }
    }
  }
}
