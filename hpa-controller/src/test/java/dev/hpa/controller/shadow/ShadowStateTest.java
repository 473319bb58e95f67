package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Scale;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.Plan;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ShadowStateTest {

  private static final Pod POD =
      new Pod("web-1", Pod.Phase.PENDING, false, null, null, PodResources.NONE);

  private static Situation withPods(int pods) {
    HorizontalPodAutoscaler hpa =
        HpaVersion.V2.decode(
            """
            {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
             "metadata": {"namespace": "shop", "name": "web"},
             "spec": {"maxReplicas": 10,
               "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
            """);
    return Situation.of(
        hpa,
        new Scale("shop", "web", null, "1", 1, 1, "app=web"),
        new Plan.Disabled(),
        new Selection(Collections.nCopies(pods, POD), List.of()),
        List.of(),
        History.EMPTY,
        Settings.DEFAULTS,
        Instant.EPOCH);
  }

  private static MemoryPool.Account account() {
    return new MemoryPool(50_000_000).account(MemoryPart.SHADOW, "shop");
  }

  /** Hundreds of HPAs select all pods of a namespace, and read no metrics of them. */
  @Test
  void podsOfSmallReadingsCount() {
    MemoryPool.Account account = account();
    Timing timing = new Timing(Duration.ofSeconds(15));
    ShadowState state = new ShadowState(null, timing, Instant.EPOCH, account);
    assertTrue(state.hasRoomFor(withPods(100)));
    assertFalse(state.hasRoomFor(withPods(35_000)));
    assertEquals(0, account.bytes(), "what is not kept takes nothing");
  }

  /** Who may write a status does it many times between two syncs. */
  @Test
  void writesThatNoSyncCanFollowAreDropped() {
    ShadowState state =
        new ShadowState(null, new Timing(Duration.ofSeconds(15)), Instant.EPOCH, account());
    HorizontalPodAutoscaler hpa = withPods(0).hpa();
    for (int i = 0; i < 1_001; i++) {
      state.add(new StatusWrite(hpa, hpa, Instant.ofEpochSecond(i), false));
    }
    int kept = 0;
    boolean isDelayed = false;
    for (StatusWrite each = state.nextWrite(); each != null; each = state.nextWrite()) {
      isDelayed |= each.isDelayed();
      kept++;
    }
    assertTrue(isDelayed && kept <= 20, kept + " writes");
  }
}
