package dev.hpa.controller.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.client.WriteFence;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShardAccessTest {

  private static final int COUNT = 4;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final ShardAccess access = new ShardAccess(COUNT, timeline);
  private final String shop = "shop";
  private final Shard own = Shard.of(shop, COUNT);
  private final String foreign =
      IntStream.range(0, 100)
          .mapToObj(each -> "team-" + each)
          .filter(each -> !own.contains(each))
          .findFirst()
          .orElseThrow();

  @AfterEach
  void close() {
    timeline.close();
  }

  private void writable(Duration duration) {
    access.writableUntil(own, timeline.now().plus(duration));
  }

  @Test
  void nothingIsAllowedAtFirst() {
    assertFalse(access.scope().contains(shop));
    assertFalse(access.enter(shop));
    assertEquals(Duration.ZERO, access.remaining(shop));
    assertEquals(Duration.ZERO, access.remaining(""));
    assertEquals(Set.of(), access.open());
  }

  @Test
  void keepsObjectsOfItsShardsAndThoseWithoutANamespace() {
    access.keep(own, true);
    assertTrue(access.scope().contains(shop));
    assertFalse(access.scope().contains(foreign));
    assertTrue(access.scope().contains(""));
    access.keep(own, false);
    assertFalse(access.scope().contains(shop));
  }

  @Test
  void reconcilesNamespacesOfOpenShardsOnly() {
    access.open(own);
    assertTrue(access.enter(shop));
    assertFalse(access.enter(foreign));
    assertTrue(access.isOpen(shop));
    assertEquals(Set.of(own.index()), access.open());
    access.close(own);
    assertFalse(access.enter(shop));
  }

  @Test
  void theFenceOfAShardEndsWithItsTime() {
    writable(Duration.ofSeconds(14));
    assertEquals(Duration.ofSeconds(14), access.remaining(shop));
    assertEquals(Duration.ZERO, access.remaining(foreign));
    timeline.advance(Duration.ofSeconds(14));
    assertFalse(access.remaining(shop).isPositive());
    timeline.advance(Duration.ofMinutes(1));
    assertTrue(access.remaining(shop).isNegative(), "also after a suspension");
  }

  @Test
  void objectsWithoutANamespaceMayBeWrittenWhileAnyShardMay() {
    writable(Duration.ofSeconds(14));
    assertEquals(Duration.ofSeconds(14), access.remaining(""));
    access.writableUntil(own, Instant.MIN);
    assertEquals(Duration.ZERO, access.remaining(""));
  }

  @Test
  void aHandOverWaitsForReconcilesAndTheirWrites() {
    access.open(own);
    writable(Duration.ofSeconds(14));
    assertTrue(access.enter(shop));
    access.drain(own);
    assertFalse(access.enter(shop), "no further reconcile begins");
    assertFalse(access.isDrained(own));
    access.begin(shop);
    assertTrue(access.remaining(shop).isPositive(), "a reconcile in progress may write");
    access.end(shop);
    access.leave(shop);
    assertTrue(access.isDrained(own));
    assertEquals(Duration.ZERO, access.remaining(shop), "nothing is written any more");
  }

  @Test
  void aSlowReconcileCannotWriteAfterTheGracePeriodAndAWriteInFlightIsAwaited() {
    access.open(own);
    writable(Duration.ofSeconds(14));
    assertTrue(access.enter(shop));
    access.begin(shop);
    access.drain(own);
    timeline.advance(Duration.ofMillis(499));
    assertFalse(access.isDrained(own));
    assertTrue(access.remaining(shop).isPositive());
    timeline.advance(Duration.ofMillis(1));
    assertFalse(access.isDrained(own), "its write is in flight");
    assertEquals(Duration.ZERO, access.remaining(shop), "its next write is rejected");
    access.end(shop);
    assertTrue(access.isDrained(own));
  }

  @Test
  void theStateMayBeWrittenAfterTheHandOverOfTheNamespaces() {
    WriteFence state = access.fence(own);
    access.open(own);
    writable(Duration.ofSeconds(14));
    access.drain(own);
    assertTrue(access.isDrained(own));
    assertEquals(Duration.ZERO, access.remaining(shop));
    assertEquals(Duration.ofSeconds(14), state.remaining(""));
    access.writableUntil(own, Instant.MIN);
    assertEquals(Duration.ZERO, state.remaining(""));
  }

  @Test
  void aHandOverThatIsCancelledWritesAgain() {
    access.open(own);
    writable(Duration.ofSeconds(14));
    access.drain(own);
    assertTrue(access.isDrained(own));
    access.open(own);
    assertFalse(access.isDrained(own));
    assertTrue(access.enter(shop));
    assertTrue(access.remaining(shop).isPositive());
  }

  @Test
  void othersAreNotAffectedByAHandOver() {
    Shard other = Shard.of(foreign, COUNT);
    access.open(own);
    access.open(other);
    access.writableUntil(other, timeline.now().plusSeconds(14));
    assertTrue(access.enter(foreign));
    access.drain(own);
    assertTrue(access.isDrained(own), "it does not wait for reconciles of other shards");
    assertTrue(access.enter(foreign));
    assertTrue(access.remaining(foreign).isPositive());
    assertFalse(access.isDrained(other));
  }
}
