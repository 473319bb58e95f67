package dev.hpa.dashboard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends the autoscalers that changed to all clients, batched per second. A client that reads slowly
 * gets each of them once, as it is then. Thread-safe.
 */
final class ChangeFeed implements AutoCloseable {

  private static final Duration BATCH = Duration.ofSeconds(1);

  /** Batches without a change after which a client still gets the time, so that it stays open. */
  private static final int HEARTBEAT = 10;

  private static final int MOST_CLIENTS = 100;

  private final Function<List<NamespacedName>, ObjectNode> changes;
  private final Set<Client> clients = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private final Timeline.Scheduled ticks;

  /**
   * @param pace real time
   * @param changes the content of an event for some autoscalers, also for none
   */
  ChangeFeed(Timeline pace, Function<List<NamespacedName>, ObjectNode> changes) {
    this.changes = changes;
    this.ticks = pace.every(BATCH, () -> clients.forEach(Client::tick));
  }

  void changed(NamespacedName key) {
    clients.forEach(each -> each.changed.add(key));
  }

  /** A stream for one more client; null if there are too many. */
  @Nullable ChangeStream open() {
    if (count.incrementAndGet() > MOST_CLIENTS) {
      count.decrementAndGet();
      return null;
    }
    Client client = new Client();
    clients.add(client);
    return client;
  }

  @Override
  public void close() {
    ticks.cancel();
    clients.forEach(Client::close);
  }

  private final class Client implements ChangeStream {

    final Set<NamespacedName> changed = ConcurrentHashMap.newKeySet();

    /** The first event is due at once: it shows the client that the stream is open. */
    private final Semaphore due = new Semaphore(1);

    private volatile boolean closed;
    private final AtomicInteger quiet = new AtomicInteger();

    /** Called by one thread. */
    void tick() {
      if (!changed.isEmpty() || quiet.get() >= HEARTBEAT) {
        if (due.availablePermits() == 0) {
          due.release();
        }
      } else {
        quiet.incrementAndGet();
      }
    }

    @Override
    public @Nullable String next() throws InterruptedException {
      if (!due.tryAcquire(15, TimeUnit.SECONDS) && !closed) {
        return ": open\n\n";
      }
      if (closed) {
        return null;
      }
      quiet.set(0);
      List<NamespacedName> batch = new ArrayList<>();
      for (Iterator<NamespacedName> each = changed.iterator(); each.hasNext(); each.remove()) {
        batch.add(each.next());
      }
      return "event: changes\ndata: " + Json.text(changes.apply(batch)) + "\n\n";
    }

    @Override
    public void close() {
      if (clients.remove(this)) {
        count.decrementAndGet();
        closed = true;
        due.release();
      }
    }
  }
}
