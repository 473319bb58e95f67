package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ChangedTimesTest {

  private static final Duration PERIOD = Duration.ofSeconds(15);

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final DueTimes times =
      new DueTimes(timeline, new DueTimes.Pace(PERIOD, PERIOD, false), () -> 50);

  private int atOnce(String namespace, int changes) {
    int atOnce = 0;
    for (int i = 0; i < changes; i++) {
      atOnce += times.changed(namespace, PERIOD).isZero() ? 1 : 0;
    }
    return atOnce;
  }

  @Test
  void aNamespaceHasItsShare() {
    assertEquals(1_000, atOnce("shop", 1_400));
    assertEquals(1_000, atOnce("pay", 1_400));
    assertEquals(PERIOD, times.changed("shop", PERIOD));
    timeline.advance(Duration.ofSeconds(25));
    assertEquals(20, atOnce("shop", 50));
  }

  @Test
  void tenantsWithManyNamespacesShareARateToo() {
    int atOnce = 0;
    for (int i = 0; i < 120; i++) {
      atOnce += atOnce("team-" + i, 50);
    }
    assertEquals(5_000, atOnce);
    timeline.advance(Duration.ofSeconds(60));
    int afterwards = 0;
    for (int i = 0; i < 60; i++) {
      afterwards += atOnce("new-" + i, 50);
    }
    assertEquals(450, afterwards, "ten a second, without those that waited");
  }

  @Test
  void whatANamespaceIsRefusedTakesNothingOfOthers() {
    assertEquals(1_000, atOnce("evil", 20_000));
    assertEquals(1_000, atOnce("shop", 1_000));
    assertEquals(1_000, atOnce("pay", 1_000));
  }

  @Test
  void aSyncIsNotReservedAfterItsLatestTime() {
    assertEquals(1_000, atOnce("shop", 1_000));
    Duration soon = Duration.ofMillis(400);
    for (int i = 0; i < 50; i++) {
      assertEquals(soon, times.changed("shop", soon));
    }
    assertEquals(Duration.ofMillis(500), times.changed("shop", PERIOD));
  }
}
