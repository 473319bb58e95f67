package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ChangedSyncsTest {

  private static final Duration PERIOD = Duration.ofSeconds(15);
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final ChangedSyncs changed = new ChangedSyncs(PERIOD);

  private int atOnce(String namespace, int changes, Instant now) {
    int atOnce = 0;
    for (int i = 0; i < changes; i++) {
      atOnce += changed.reserve(namespace, now).isZero() ? 1 : 0;
    }
    return atOnce;
  }

  @Test
  void aNamespaceHasItsShare() {
    assertEquals(250, atOnce("shop", 400, NOW));
    assertEquals(250, atOnce("pay", 400, NOW));
    assertEquals(PERIOD, changed.reserve("shop", NOW));
    assertEquals(20, atOnce("shop", 50, NOW.plusSeconds(25)));
  }

  @Test
  void tenantsWithManyNamespacesShareARateToo() {
    int atOnce = 0;
    for (int i = 0; i < 30; i++) {
      atOnce += atOnce("team-" + i, 50, NOW);
    }
    assertEquals(1_000, atOnce);
    Instant later = NOW.plusSeconds(60);
    int afterwards = 0;
    for (int i = 0; i < 60; i++) {
      afterwards += atOnce("new-" + i, 50, later);
    }
    assertEquals(450, afterwards, "ten a second, without those that waited");
  }
}
