package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.client.ClientOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pastalab.fray.junit.junit5.FrayTestExtension;
import org.pastalab.fray.junit.junit5.annotations.FrayTest;

/** The queue and the slots of syncs with threads in any order. */
@ExtendWith(FrayTestExtension.class)
class QueueInterleavings {

  private static final Duration PERIOD = Duration.ofSeconds(15);
  private static final NamespacedName A = new NamespacedName("shop", "a");
  private static final NamespacedName B = new NamespacedName("shop", "b");
  private static final NamespacedName C = new NamespacedName("pay", "c");

  private static ReconcileQueue queue() {
    VirtualTimeline timeline = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
    return new ReconcileQueue(
        timeline,
        new DueTimes(timeline, new DueTimes.Pace(PERIOD, PERIOD, false), () -> 50),
        Duration.ofMillis(200),
        ClientOptions.UNLIMITED);
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread each : threads) {
      each.join();
    }
  }

  /** Each sync begins after the change that it is for, and no key is synced twice at a time. */
  @FrayTest(iterations = 1000)
  void everyChangeIsFollowedByASync() throws InterruptedException {
    ReconcileQueue queue = queue();
    Map<NamespacedName, AtomicInteger> changed =
        Map.of(A, new AtomicInteger(), B, new AtomicInteger());
    Map<NamespacedName, Integer> seen = new ConcurrentHashMap<>();
    Set<NamespacedName> running = ConcurrentHashMap.newKeySet();
    Runnable worker =
        () -> {
          try {
            for (NamespacedName key = queue.take(any -> true);
                key != null;
                key = queue.take(any -> true)) {
              assertTrue(running.add(key), "synced twice at a time");
              queue.begin(key);
              seen.put(key, changed.get(key).get());
              running.remove(key);
              queue.done(key);
            }
          } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
          }
        };
    List<Thread> workers = List.of(new Thread(worker), new Thread(worker));
    workers.forEach(Thread::start);
    List<Thread> users = new ArrayList<>();
    for (NamespacedName key : List.of(A, B, A)) {
      users.add(
          new Thread(
              () -> {
                changed.get(key).incrementAndGet();
                queue.addNow(key);
              }));
    }
    users.forEach(Thread::start);
    join(users);
    while (!queue.awaitIdle(Duration.ofSeconds(1))) {
      Thread.yield();
    }
    queue.close();
    join(workers);
    assertEquals(Map.of(A, 2, B, 1), seen);
    assertEquals(0, queue.state().depth());
  }

  /** A namespace that has all the slots it may is tried once more when one returns. */
  @FrayTest(iterations = 1000)
  void aReturnedSlotIsNoticed() throws InterruptedException {
    ReconcileQueue queue = queue();
    WorkSlots slots = new WorkSlots(2);
    slots.onReturn(queue::retake);
    AtomicInteger synced = new AtomicInteger();
    List<Thread> syncs = new ArrayList<>();
    List.of(A, B, C).forEach(queue::addNow);
    Thread dispatcher =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 3; i++) {
                  NamespacedName key = queue.take(slots::reserve);
                  slots.take();
                  Thread sync =
                      new Thread(
                          () ->
                              slots.work(
                                  key.namespace(),
                                  () -> {
                                    queue.begin(key);
                                    slots.waitFor(synced::incrementAndGet);
                                    queue.done(key);
                                  }));
                  syncs.add(sync);
                  sync.start();
                }
              } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
              }
            });
    dispatcher.start();
    dispatcher.join();
    join(syncs);
    assertEquals(3, synced.get());
  }
}
