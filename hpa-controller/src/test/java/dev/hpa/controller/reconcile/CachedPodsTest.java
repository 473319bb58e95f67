package dev.hpa.controller.reconcile;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.Owners;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.controller.queue.DeferredSyncException;
import dev.hpa.controller.queue.SyncAdmission;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class CachedPodsTest {

  private static final NamespacedName WEB = new NamespacedName("shop", "web");
  private static final NamespacedName OTHER = new NamespacedName("shop", "other");
  private static final Selector SELECTOR = Selector.parse("app=web");
  private static final OwnerFilter.Owner TARGET =
      OwnerFilter.Owner.of("example.com/v1", "Web", "web", "1");
  private static final OwnerFilter.Owner OWNER =
      OwnerFilter.Owner.of("example.com/v1", "Part", "part", "2");

  private final PodIndex pods = new PodIndex();
  private final SelectorRegistry selectors = new SelectorRegistry();

  @BeforeEach
  void podsOfAnOwnerWhoseKindIsNotListed() {
    for (int i = 0; i < 25; i++) {
      pods.put(
          new CachedPod(
              "shop",
              Map.of("app", "web"),
              new Pod("web-" + i, Pod.Phase.RUNNING, false, null, null, PodResources.NONE),
              OWNER));
    }
    selectors.register(WEB);
  }

  /** Thousands of HPAs that each select all pods of a namespace wait for a kind of owners. */
  @Test
  void neitherHoldsPodsNorWaitsForOwnersWithoutMemory() {
    SyncAdmission admission = new SyncAdmission(new MemoryPool(650_000), MemoryPart.SYNCS);
    try (SyncAdmission.Admitted others =
            requireNonNull(admission.admit(new NamespacedName("bank", "web")));
        SyncAdmission.Admitted memory = requireNonNull(admission.admit(WEB))) {
      others.take(1 << 20);
      Owners unread =
          (namespace, owner) -> {
            throw new AssertionError("holds pods while it waits for " + owner);
          };
      CachedPods cached = new CachedPods(pods, selectors, unread);
      PodSource.Choice choice = new PodSource.Choice(TARGET, true, true);
      assertThrows(DeferredSyncException.class, () -> cached.select(WEB, SELECTOR, choice, memory));
    }
  }

  @Test
  void selectsPodsAndOverlapsOfTheSameTarget() {
    for (NamespacedName each : List.of(WEB, OTHER)) {
      selectors.register(each);
      selectors.update(each, SELECTOR, TARGET);
    }
    Owners known = (namespace, owner) -> new OwnerFilter.Lookup.Known(TARGET);
    PodSource.Selected selected =
        new CachedPods(pods, selectors, known)
            .select(WEB, SELECTOR, new PodSource.Choice(TARGET, true, true), SyncMemory.UNLIMITED);
    assertEquals(25, selected.selection().pods().size());
    assertEquals(List.of("shop/other", "shop/web"), selected.selection().autoscalers());
  }
}
