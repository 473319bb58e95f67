package dev.hpa.controller.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Quantity;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class MemoryBudgetTest {

  /** As many bytes as 300 results have. */
  private static final int LIMIT = 300_000;

  private static final MetricResult THOUSAND_BYTES =
      new MetricReading.Series(Collections.nCopies(112, 1L));

  private final MemoryBudget budget = new MemoryBudget(LIMIT);

  private MemoryBudget.Share share(String namespace, String name) {
    return budget.share(new NamespacedName(namespace, name));
  }

  private static boolean isKept(MemoryBudget.Share share, MetricResult result) {
    return share.keep(result).equals(result);
  }

  /** The results that are kept until one is not. */
  private static int fill(MemoryBudget.Share share) {
    int kept = 0;
    while (isKept(share, THOUSAND_BYTES)) {
      kept++;
    }
    return kept;
  }

  @Test
  void anAutoscalerTakesAThird() {
    assertEquals(100, fill(share("shop", "web")));
  }

  /** A number of 500 digits takes as much memory as five values. */
  @Test
  void numbersThat64BitsDoNotHoldCount() {
    Quantity huge = Quantity.parse("9".repeat(500));
    Instant now = Instant.EPOCH;
    for (MetricResult each :
        List.of(
            new MetricReading.SingleValue(0, now, huge),
            new MetricReading.Series(List.of(0L), now, Map.of(0, huge)),
            new MetricReading.PodValues(List.of(new PodValue("a", now, Duration.ZERO, 0, huge))))) {
      MemoryBudget.Share share = new MemoryBudget(LIMIT).share(new NamespacedName("a", "b"));
      int kept = 0;
      while (isKept(share, each)) {
        kept++;
      }
      assertTrue(kept < LIMIT / 3 / 400, () -> each.getClass().getSimpleName());
    }
  }

  @Test
  void theAutoscalersOfANamespaceTakeAHalf() {
    int kept = 0;
    for (int i = 0; i < 1000; i++) {
      kept += fill(share("shop", "web" + i));
    }
    assertTrue(kept > 140 && kept <= 150, kept + " results");
    assertTrue(isKept(share("other", "web"), THOUSAND_BYTES));
  }

  @Test
  void somethingRemainsAfterSeveralNamespacesTookWhatTheyCan() {
    for (int i = 0; i < 10; i++) {
      MemoryBudget.Share each = share("evil" + i, "a");
      assertTrue(fill(each) > 0, "namespace " + i);
    }
    assertTrue(
        isKept(share("shop", "web"), new MetricReading.Series(List.of(1L, 2L))), "a small result");
  }

  @Test
  void theEndOfASyncReturnsWhatItTook() {
    for (int i = 0; i < 10; i++) {
      MemoryBudget.Share share = share("shop", "web");
      assertEquals(100, fill(share));
      share.close();
      assertFalse(isKept(share, THOUSAND_BYTES), "the sync has ended");
    }
  }

  @Test
  void namesOfPodsAndTextsOfFailuresCount() {
    List<PodValue> pods = new ArrayList<>();
    pods.add(new PodValue("x".repeat(100_000), Instant.EPOCH, Duration.ZERO, 1));
    assertFalse(isKept(share("shop", "web"), new MetricReading.PodValues(pods)));
    MetricFailure.Category failed = MetricFailure.Category.NO_DATA;
    MetricResult failure = new MetricFailure(failed, "x".repeat(100_000));
    assertTrue(
        share("shop", "web").keep(failure) instanceof MetricFailure(var _, var text)
            && text.contains("more memory than is free"));
  }

  @Test
  void allReadsOfASyncTakeItsShare() {
    NamespacedName web = new NamespacedName("shop", "web");
    MemoryBudget.Share first =
        MemoryBudget.during(
            web,
            () -> {
              MemoryBudget.Share share = MemoryBudget.reading(web, each -> each);
              assertSame(share, MemoryBudget.reading(web, each -> each));
              assertTrue(isKept(share, THOUSAND_BYTES));
              return share;
            });
    assertFalse(isKept(first, THOUSAND_BYTES));
    MemoryBudget.Share alone = MemoryBudget.reading(web, each -> each);
    assertNotSame(first, alone);
    assertFalse(isKept(alone, THOUSAND_BYTES));
  }

  /** A read of a namespace builds the results of all its autoscalers before any is kept. */
  @Test
  void whatIsReservedBeforeAReadCountsOnce() {
    ResultShare web = new ResultShare("web");
    assertTrue(web.share.reserve(100, 1_000));
    assertFalse(web.share.reserve(1, 1));
    assertFalse(share("shop", "other").reserve(60, 1_000), "the namespace has a half");
    ResultShare other = new ResultShare("other");
    assertTrue(other.share.reserve(50, 1_000));
    for (int i = 0; i < 100; i++) {
      assertTrue(web.isKeptInPlace(), "result " + i);
    }
    assertFalse(web.isKeptInPlace());
    assertTrue(web.share.takes(0));
    web.share.close();
    other.share.close();
    assertFalse(other.isKeptInPlace(), "closed with a part reserved");
    assertEquals(100, fill(share("shop", "web")));
  }

  private final class ResultShare {
    final MemoryBudget.Share share;

    ResultShare(String name) {
      share = share("shop", name);
    }

    boolean isKeptInPlace() {
      return share.keepReserved(THOUSAND_BYTES).equals(THOUSAND_BYTES);
    }
  }

  /** Metrics of containers that no pod has, beside others for which the sync waits. */
  @Test
  void whatIsReservedIsReturnedWithItsResult() {
    ResultShare web = new ResultShare("web");
    assertTrue(web.share.reserve(10, 10_000));
    assertFalse(isKept(share("shop", "other"), new MetricReading.Series(longs(8_000))));
    for (int i = 0; i < 10; i++) {
      assertTrue(web.isKeptInPlace());
    }
    assertTrue(isKept(share("shop", "other"), new MetricReading.Series(longs(8_000))));
  }

  private static List<Long> longs(int count) {
    return Collections.nCopies(count, 1L);
  }

  /** Each of many namespaces of one tenant takes a half of what is left. */
  @Test
  void aNamespaceHasALittleWhateverOthersTake() {
    MemoryBudget large = new MemoryBudget(100_000_000);
    for (int i = 0; i < 25; i++) {
      MemoryBudget.Share evil = large.share(new NamespacedName("evil" + i, "a"));
      for (long bytes = 1L << 40; bytes > 0; ) {
        bytes = evil.takes(bytes) ? bytes : bytes / 2;
      }
    }
    MemoryBudget.Share web = large.share(new NamespacedName("shop", "web"));
    assertTrue(web.takes(300_000));
    assertTrue(large.share(new NamespacedName("shop", "other")).takes(80_000));
    assertFalse(large.share(new NamespacedName("shop", "third")).takes(80_000));
    web.returns(200_000);
    assertTrue(large.share(new NamespacedName("shop", "third")).takes(80_000));
    web.close();
    assertTrue(large.share(new NamespacedName("shop", "web")).takes(200_000));
  }

  @Test
  void aShareMayTakeOtherMemoryInPlaceOfItsOwn() {
    MemoryBudget small = new MemoryBudget(1_000);
    MemoryBudget.Share share = small.share(new NamespacedName("shop", "web"));
    assertTrue(share.replace(500));
    assertTrue(share.replace(400), "in place of the 500");
    assertFalse(share.replace(600));
    assertTrue(small.share(new NamespacedName("shop", "other")).replace(500), "it has none now");
    share.close();
    assertFalse(share.replace(1));
  }
}
