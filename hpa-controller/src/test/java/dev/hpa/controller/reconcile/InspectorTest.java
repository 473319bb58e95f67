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
import dev.hpa.core.Selection;
import dev.hpa.core.Settings;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many explanations are computed at a time. */
@Tag("security")
@Timeout(60)
class InspectorTest {

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final AutoscalerCache autoscalers = new AutoscalerCache();
  private final AtomicInteger reads = new AtomicInteger();
  private final Semaphore begun = new Semaphore(0);
  private final CountDownLatch end = new CountDownLatch(1);
  private final Inspector inspector =
      new Inspector(
          autoscalers,
          new DecisionMaker(
              Settings.DEFAULTS,
              new SlowScales(),
              (hpa, queries) -> List.of(),
              (hpa, selector, choice) -> new PodSource.Selected(Selection.EMPTY, List.of(), false),
              OptionSources.NONE,
              new Histories(timeline),
              timeline::now),
          new Histories(timeline));

  /** Answers after the end of a test's first part. */
  private final class SlowScales implements ScaleClient {
    @Override
    public TargetScale read(String namespace, CrossVersionObjectReference target)
        throws ScaleException {
      reads.incrementAndGet();
      begun.release();
      try {
        end.await();
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
      }
      throw new ScaleException(ScaleException.Stage.READ, "not found", null);
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
    for (int i = 0; i <= Inspector.MOST; i++) {
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

  private CompletableFuture<Inspector.Inspection> inspect(int index) {
    CompletableFuture<Inspector.Inspection> result = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> result.complete(inspector.inspect(key(index))));
    return result;
  }

  @Test
  void moreThanTheMostAreRefusedUntilOneEnds() throws Exception {
    List<CompletableFuture<Inspector.Inspection>> running = new ArrayList<>();
    for (int i = 0; i < Inspector.MOST; i++) {
      running.add(inspect(i));
    }
    begun.acquire(Inspector.MOST);
    InspectionLimitException refused =
        assertThrows(InspectionLimitException.class, () -> inspector.inspect(key(Inspector.MOST)));
    assertEquals("explanations: 4 are being computed; try again in 2 s", refused.getMessage());
    assertEquals(Inspector.MOST, reads.get());
    end.countDown();
    for (CompletableFuture<Inspector.Inspection> each : running) {
      assertNotNull(each.get());
    }
    assertNotNull(inspector.inspect(key(0)));
  }

  @Test
  void concurrentRequestsForOneAutoscalerShareAnExplanation() throws Exception {
    CompletableFuture<Inspector.Inspection> first = inspect(0);
    begun.acquire();
    List<CompletableFuture<Inspector.Inspection>> others = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      CompletableFuture<Inspector.Inspection> other = new CompletableFuture<>();
      Thread waiting = Thread.ofVirtual().start(() -> other.complete(inspector.inspect(key(0))));
      while (waiting.getState() != Thread.State.WAITING && !other.isDone()) {
        Thread.onSpinWait();
      }
      others.add(other);
    }
    end.countDown();
    for (CompletableFuture<Inspector.Inspection> each : others) {
      assertSame(first.get(), each.get());
    }
    assertEquals(1, reads.get());
  }
}
