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

class ShardGateTest {

  private static final int COUNT = 4;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final ShardGate gate = new ShardGate(COUNT, timeline);
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
    gate.writableUntil(own, timeline.now().plus(duration));
  }

  @Test
  void nothingIsAllowedAtFirst() {
    assertFalse(gate.scope().contains(shop));
    assertFalse(gate.enter(shop));
    assertEquals(Duration.ZERO, gate.remaining(shop));
    assertEquals(Duration.ZERO, gate.remaining(""));
    assertEquals(Set.of(), gate.open());
  }

  @Test
  void keepsObjectsOfItsShardsAndThoseWithoutANamespace() {
    gate.keep(own, true);
    assertTrue(gate.scope().contains(shop));
    assertFalse(gate.scope().contains(foreign));
    assertTrue(gate.scope().contains(""));
    gate.keep(own, false);
    assertFalse(gate.scope().contains(shop));
  }

  @Test
  void reconcilesNamespacesOfOpenShardsOnly() {
    gate.open(own);
    assertTrue(gate.enter(shop));
    assertFalse(gate.enter(foreign));
    assertTrue(gate.isOpen(shop));
    assertEquals(Set.of(own.index()), gate.open());
    gate.close(own);
    assertFalse(gate.enter(shop));
  }

  @Test
  void theFenceOfAShardEndsWithItsTime() {
    writable(Duration.ofSeconds(14));
    assertEquals(Duration.ofSeconds(14), gate.remaining(shop));
    assertEquals(Duration.ZERO, gate.remaining(foreign));
    timeline.advance(Duration.ofSeconds(14));
    assertFalse(gate.remaining(shop).isPositive());
    timeline.advance(Duration.ofMinutes(1));
    assertTrue(gate.remaining(shop).isNegative(), "also after a suspension");
  }

  @Test
  void objectsWithoutANamespaceMayBeWrittenWhileAnyShardMay() {
    writable(Duration.ofSeconds(14));
    assertEquals(Duration.ofSeconds(14), gate.remaining(""));
    gate.writableUntil(own, Instant.MIN);
    assertEquals(Duration.ZERO, gate.remaining(""));
  }

  @Test
  void aHandOverWaitsForReconcilesAndTheirWrites() {
    gate.open(own);
    writable(Duration.ofSeconds(14));
    assertTrue(gate.enter(shop));
    gate.drain(own);
    assertFalse(gate.enter(shop), "no further reconcile begins");
    assertFalse(gate.isDrained(own));
    gate.begin(shop);
    assertTrue(gate.remaining(shop).isPositive(), "a reconcile in progress may write");
    gate.end(shop);
    gate.leave(shop);
    assertTrue(gate.isDrained(own));
    assertEquals(Duration.ZERO, gate.remaining(shop), "nothing is written any more");
  }

  @Test
  void aSlowReconcileCannotWriteAfterTheGracePeriodAndAWriteInFlightIsAwaited() {
    gate.open(own);
    writable(Duration.ofSeconds(14));
    assertTrue(gate.enter(shop));
    gate.begin(shop);
    gate.drain(own);
    timeline.advance(Duration.ofMillis(499));
    assertFalse(gate.isDrained(own));
    assertTrue(gate.remaining(shop).isPositive());
    timeline.advance(Duration.ofMillis(1));
    assertFalse(gate.isDrained(own), "its write is in flight");
    assertEquals(Duration.ZERO, gate.remaining(shop), "its next write is rejected");
    gate.end(shop);
    assertTrue(gate.isDrained(own));
  }

  @Test
  void theStateMayBeWrittenAfterTheHandOverOfTheNamespaces() {
    WriteFence state = gate.fence(own);
    gate.open(own);
    writable(Duration.ofSeconds(14));
    gate.drain(own);
    assertTrue(gate.isDrained(own));
    assertEquals(Duration.ZERO, gate.remaining(shop));
    assertEquals(Duration.ofSeconds(14), state.remaining(""));
    gate.writableUntil(own, Instant.MIN);
    assertEquals(Duration.ZERO, state.remaining(""));
  }

  @Test
  void aHandOverThatIsCancelledWritesAgain() {
    gate.open(own);
    writable(Duration.ofSeconds(14));
    gate.drain(own);
    assertTrue(gate.isDrained(own));
    gate.open(own);
    assertFalse(gate.isDrained(own));
    assertTrue(gate.enter(shop));
    assertTrue(gate.remaining(shop).isPositive());
  }

  @Test
  void othersAreNotAffectedByAHandOver() {
    Shard other = Shard.of(foreign, COUNT);
    gate.open(own);
    gate.open(other);
    gate.writableUntil(other, timeline.now().plusSeconds(14));
    assertTrue(gate.enter(foreign));
    gate.drain(own);
    assertTrue(gate.isDrained(own), "it does not wait for reconciles of other shards");
    assertTrue(gate.enter(foreign));
    assertTrue(gate.remaining(foreign).isPositive());
    assertFalse(gate.isDrained(other));
  }
}
