package dev.hpa.controller.queue;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class SyncAdmissionTest {

  private static final NamespacedName WEB = new NamespacedName("shop", "web");
  private static final NamespacedName LARGE = new NamespacedName("big", "web");

  /** A namespace has 1,000,000 bytes. */
  private final SyncAdmission admission =
      new SyncAdmission(new MemoryPool(50_000_000), MemoryPart.SYNCS);

  private int released;

  private SyncAdmission.Admitted admitted(NamespacedName key) {
    return requireNonNull(admission.admit(key), key::toString);
  }

  /** A sync that is larger than the memory for syncs. */
  private SyncAdmission.Admitted alone() {
    SyncAdmission.Admitted alone = admitted(LARGE);
    alone.take(1L << 40);
    return alone;
  }

  @Test
  void aSyncThatIsLargerThanAllMemoryRuns() {
    alone().close();
    assertEquals(0, admission.deferred());
  }

  @Test
  void oneSyncAtATimeRunsBeyondTheLimits() {
    try (SyncAdmission.Admitted _ = alone();
        SyncAdmission.Admitted web = admitted(WEB)) {
      web.take(900_000);
      assertFalse(web.isDeferred());
      assertThrows(DeferredSyncException.class, () -> web.take(100_000));
      assertTrue(web.isDeferred());
    }
    assertEquals(1, admission.deferred());
    assertEquals(Set.of(WEB), admission.waiting());
  }

  /** So that it does not read again what it can not keep. */
  @Test
  void aDeferredSyncBeginsWithTheMemoryThatItNeeds() {
    SyncAdmission.Admitted alone = alone();
    try (SyncAdmission.Admitted web = admitted(WEB)) {
      web.expect(500_000);
      assertTrue(web.add(400_000), "in place of what is expected");
      assertFalse(web.add(1_200_000));
      web.deferred();
    }
    assertNull(admission.admit(WEB));
    assertEquals(1, admission.deferred(), "counted once");
    alone.close();
    try (SyncAdmission.Admitted web = admitted(WEB)) {
      web.expect(500_000);
      assertTrue(web.add(1_600_000));
    }
    assertEquals(Set.of(), admission.waiting());
  }

  @Test
  void syncsOfANamespaceBeginWhenOthersHaveEnded() {
    admission.onRelease(() -> released++);
    try (SyncAdmission.Admitted _ = alone()) {
      SyncAdmission.Admitted first = admitted(WEB);
      first.take(980_000);
      NamespacedName api = new NamespacedName("shop", "api");
      assertNull(admission.admit(api));
      assertNotNull(admission.admit(new NamespacedName("bank", "web")));
      first.close();
      assertEquals(1, released);
      assertNotNull(admission.admit(api));
    }
  }

  /** A sync of which the last attempt needed little is not held to what an earlier one needed. */
  @Test
  void needsAreThoseOfTheLastSync() {
    try (SyncAdmission.Admitted web = admitted(WEB)) {
      web.take(900_000);
    }
    try (SyncAdmission.Admitted web = admitted(WEB)) {
      web.take(1_000);
    }
    try (SyncAdmission.Admitted _ = alone();
        SyncAdmission.Admitted _ = admitted(new NamespacedName("shop", "api"))) {
      admitted(WEB).close();
    }
  }

  /** One that is created under the same name begins as a new one. */
  @Test
  void aDeletedAutoscalerIsForgotten() {
    try (SyncAdmission.Admitted web = admitted(WEB)) {
      web.take(5_000_000);
    }
    try (SyncAdmission.Admitted _ = alone()) {
      assertNull(admission.admit(WEB));
      admission.forget(WEB);
      assertEquals(Set.of(), admission.waiting());
      admitted(WEB).close();
    }
  }
}
