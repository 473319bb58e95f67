package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.controller.queue.SyncAdmission;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many explanations are computed and formatted at a time. */
@Tag("security")
class InspectorTest {

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final AutoscalerCache autoscalers = new AutoscalerCache();
  private final List<NamespacedName> forgotten = new CopyOnWriteArrayList<>();
  private final AtomicInteger reads = new AtomicInteger();
  private final Semaphore begun = new Semaphore(0);
  private final CountDownLatch end = new CountDownLatch(1);
  private final Inspector inspector =
      new Inspector(
          new SyncAdmission(new MemoryPool(1L << 40), MemoryPart.EXPLANATIONS),
          () -> true,
          autoscalers,
          new DecisionMaker(
              Settings.DEFAULTS,
              new SlowScales(),
              (hpa, queries, memory) -> List.of(),
              (hpa, selector, choice, memory) ->
                  new PodSource.Selected(Selection.EMPTY, List.of(), false),
              OptionSources.NONE,
              new Histories(timeline)),
          new Histories(timeline),
          (hpa, queries, memory) -> List.of(),
          key -> null,
          key -> "",
          forgotten::add);
  private final AtomicInteger formatted = new AtomicInteger();
  private volatile Runnable onFormat = () -> {};
  private final Inspector.Formatted<String> explanations =
      inspector.formatted(
          each -> {
            formatted.incrementAndGet();
            onFormat.run();
            return each.trace().hpa();
          });

  /** Answers after the end of a test's first part. */
  private final class SlowScales implements ScaleClient {
    @Override
    public TargetScale read(String namespace, CrossVersionObjectReference target)
        throws ScaleException {
      reads.incrementAndGet();
      begun.release();
      await(end);
      throw new ScaleException(ScaleException.Reason.READ, "not found", null);
    }

    @Override
    public TargetScale reread(TargetScale target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public TargetScale write(TargetScale target) {
      throw new UnsupportedOperationException();
    }
  }

  @BeforeEach
  void fill() {
    for (int i = 0; i <= Limit.EXPLANATIONS.asInt(); i++) {
      autoscalers.put(
          HpaVersion.V2.decode(
              """
              {"metadata": {"namespace": "shop", "name": "web-%d"},
               "spec": {"maxReplicas": 10,
                 "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
              """
                  .formatted(i)));
    }
  }

  @AfterEach
  void close() {
    timeline.close();
  }

  private static NamespacedName key(int index) {
    return new NamespacedName("shop", "web-" + index);
  }

  @Test
  void whatAnExplanationRemembersOfADeletedAutoscalerIsForgotten() {
    CompletableFuture<String> deleted = inspect(0);
    CompletableFuture<String> kept = inspect(1);
    begun.acquireUninterruptibly(2);
    autoscalers.remove(key(0));
    end.countDown();
    deleted.join();
    kept.join();
    assertEquals(List.of(key(0)), forgotten);
  }

  private CompletableFuture<String> inspect(int index) {
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> result.complete(explanations.inspect(key(index))));
    return result;
  }

  @Test
  void moreThanTheMostAreRefusedUntilOneEnds() throws Exception {
    List<CompletableFuture<String>> running = new ArrayList<>();
    for (int i = 0; i < Limit.EXPLANATIONS.asInt(); i++) {
      running.add(inspect(i));
    }
    begun.acquire(Limit.EXPLANATIONS.asInt());
    InspectionLimitException refused =
        assertThrows(
            InspectionLimitException.class,
            () -> explanations.inspect(key(Limit.EXPLANATIONS.asInt())));
    assertEquals("explanations: 4 are being computed; try again in 2 s", refused.getMessage());
    assertEquals(Limit.EXPLANATIONS.asInt(), reads.get());
    end.countDown();
    for (CompletableFuture<String> each : running) {
      assertNotNull(each.get());
    }
    assertNotNull(explanations.inspect(key(0)));
  }

  @Test
  void concurrentRequestsForOneAutoscalerShareAnExplanation() throws Exception {
    CompletableFuture<String> first = inspect(0);
    begun.acquire();
    List<CompletableFuture<String>> others = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      CompletableFuture<String> other = new CompletableFuture<>();
      Thread waiting = Thread.ofVirtual().start(() -> other.complete(explanations.inspect(key(0))));
      while (waiting.getState() != Thread.State.WAITING && !other.isDone()) {
        Thread.onSpinWait();
      }
      others.add(other);
    }
    end.countDown();
    for (CompletableFuture<String> each : others) {
      assertSame(first.get(), each.get());
    }
    assertEquals(1, reads.get());
    assertEquals(1, formatted.get());
  }

  @Test
  void anExplanationEndsWithItsFormat() throws Exception {
    end.countDown();
    CountDownLatch written = new CountDownLatch(1);
    Semaphore writing = new Semaphore(0);
    onFormat =
        () -> {
          writing.release();
          await(written);
        };
    List<CompletableFuture<String>> running = new ArrayList<>();
    for (int i = 0; i < Limit.EXPLANATIONS.asInt(); i++) {
      running.add(inspect(i));
    }
    writing.acquire(Limit.EXPLANATIONS.asInt());
    assertThrows(
        InspectionLimitException.class,
        () -> explanations.inspect(key(Limit.EXPLANATIONS.asInt())));
    written.countDown();
    for (CompletableFuture<String> each : running) {
      each.get();
    }
    assertEquals("shop/web-4", explanations.inspect(key(Limit.EXPLANATIONS.asInt())));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
