package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.queue.SyncAdmission;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Slots and the dispatcher that fills them, with syncs that compute as long as a test wants. */
@Tag("security")
class WorkSlotsTest {

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final ReconcileQueue queue =
      new ReconcileQueue(
          timeline,
          new DueTimes(
              timeline,
              new DueTimes.Pace(Duration.ofSeconds(15), Duration.ofSeconds(15), false),
              () -> 50),
          Duration.ZERO,
          ClientOptions.DEFAULTS);
  private final BlockingQueue<NamespacedName> begun = new LinkedBlockingQueue<>();
  private final CountDownLatch computed = new CountDownLatch(1);

  private void due(String namespace, int autoscalers) {
    for (int i = 0; i < autoscalers; i++) {
      queue.addNow(new NamespacedName(namespace, "web-" + i));
    }
  }

  private final SyncAdmission admission =
      new SyncAdmission(new MemoryPool(1L << 40), MemoryPart.SYNCS);

  private void sync(NamespacedName key, SyncMemory memory) {
    begun.add(key);
    if (key.namespace().equals("evil")) {
      await(computed);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  @Test
  void syncsOfANamespaceThatComputeForeverLeaveASlotToTheOthers() throws InterruptedException {
    due("evil", 20);
    try (Dispatcher dispatcher = new Dispatcher(queue, new WorkSlots(5), admission, timeline)) {
      dispatcher.start(this::sync);
      for (int i = 0; i < 4; i++) {
        assertEquals("evil", begun.take().namespace());
      }
      due("shop", 30);
      for (int i = 0; i < 30; i++) {
        assertEquals("shop", begun.take().namespace());
      }
      computed.countDown();
      for (int i = 0; i < 16; i++) {
        assertEquals("evil", begun.take().namespace());
      }
      queue.close();
    }
  }

  @Test
  void syncsThatAwaitMetricsHoldNoSlotOfTheirNamespace() throws InterruptedException {
    WorkSlots slots = new WorkSlots(3);
    CountDownLatch read = new CountDownLatch(1);
    due("evil", 20);
    try (Dispatcher dispatcher = new Dispatcher(queue, slots, admission, timeline)) {
      dispatcher.start(
          (key, memory) ->
              slots.releasingSlot(
                  () -> {
                    begun.add(key);
                    await(read);
                  }));
      for (int i = 0; i < 20; i++) {
        begun.take();
      }
      read.countDown();
      assertTrue(queue.awaitIdle(Duration.ofMinutes(4)));
      due("shop", 1);
      assertEquals("shop", begun.take().namespace());
      queue.close();
    }
  }

  @Test
  void aNamespaceMayReserveAllButOne() {
    WorkSlots slots = new WorkSlots(3);
    assertTrue(slots.reserve("shop"));
    assertTrue(slots.reserve("shop"));
    assertFalse(slots.reserve("shop"));
    assertTrue(slots.reserve("bank"));
    slots.work("shop", () -> {});
    assertTrue(slots.reserve("shop"));
  }

  @Test
  void theOnlySlotIsForEveryNamespace() {
    WorkSlots slots = new WorkSlots(1);
    assertTrue(slots.reserve("shop"));
    assertTrue(slots.reserve("bank"));
    assertFalse(slots.reserve("shop"));
  }
}
