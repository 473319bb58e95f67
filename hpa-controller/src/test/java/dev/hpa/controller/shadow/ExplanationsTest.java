package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ObjectMeta;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ExplanationsTest {

  private static final NamespacedName WEB = new NamespacedName("shop", "web");

  private static final Explanations.Replayer NONE =
      (settings, recommendations) -> {
        throw new CancellationException("no result");
      };

  /** A namespace has 60,000 bytes. */
  private final MemoryPool memory = new MemoryPool(12_000_000);

  private final Explanations explanations = new Explanations(Settings.DEFAULTS, memory);
  private final Recommendations known = new Recommendations(new Timing(Duration.ofSeconds(15)));

  private static StatusWrite write() {
    HorizontalPodAutoscaler hpa =
        HorizontalPodAutoscaler.of(
            ObjectMeta.named("shop", "web"),
            new HpaSpec(
                new CrossVersionObjectReference("Deployment", "web", "apps/v1"),
                1,
                9,
                List.of(),
                null),
            HpaStatus.EMPTY);
    return new StatusWrite(hpa, hpa, Instant.EPOCH, false);
  }

  private void compare(long bytes, Explanations.Replayer replay) {
    explanations.compare(WEB, write(), known, Explanations.Comparison.LEARNING, replay, bytes);
  }

  private boolean isFree(long bytes) {
    try (MemoryPool.Account share = memory.account(MemoryPart.SHADOW, WEB.namespace())) {
      return share.replace(bytes);
    }
  }

  /** Replays are slower than comparisons arrive. */
  @Test
  void comparisonsThatWaitTakeMemoryUntilTheyAreReplayed() throws InterruptedException {
    CountDownLatch replaying = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    compare(
        10_000,
        (settings, recommendations) -> {
          replaying.countDown();
          awaitUninterruptibly(end);
          throw new CancellationException("no result");
        });
    replaying.await();
    assertTrue(isFree(50_000), "one is replayed");
    compare(20_000, NONE);
    assertFalse(isFree(31_000), "one waits, and one is replayed");
    compare(31_000, NONE);
    assertTrue(isFree(30_000), "there was no room for the third");
    explanations.close();
    assertTrue(isFree(50_000), "one is replayed, and none waits");
    end.countDown();
    while (!isFree(50_000)) {
      Thread.onSpinWait();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
