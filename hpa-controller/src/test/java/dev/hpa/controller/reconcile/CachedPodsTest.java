package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.Owners;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.controller.queue.MemoryBudget;
import dev.hpa.controller.queue.TakenMemory;
import dev.hpa.core.OwnerFilter;
import dev.hpa.core.Pod;
import dev.hpa.core.PodResources;
import dev.hpa.core.Selection;
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

  private PodSource.Selected select(Owners owners) {
    return new CachedPods(pods, selectors, owners)
        .select(WEB, SELECTOR, new PodSource.Choice(TARGET, true, true));
  }

  /** Thousands of HPAs that each select all pods of a namespace wait for a kind of owners. */
  @Test
  void neitherHoldsPodsNorWaitsForOwnersWithoutMemory() {
    PodSource.Selected selected =
        MemoryBudget.during(
            WEB,
            () -> {
              TakenMemory.allBut(1);
              return select(
                  (namespace, owner) -> {
                    throw new AssertionError("holds pods while it waits for " + owner);
                  });
            });
    assertEquals(25, selected.tooMany());
    assertEquals(Selection.EMPTY, selected.selection());
  }

  /** Each of them lists the others while it waits. */
  @Test
  void overlapsTakeMemoryToo() {
    for (int i = 0; i < 100; i++) {
      NamespacedName each = new NamespacedName("shop", "web-" + i);
      selectors.register(each);
      selectors.update(each, SELECTOR, TARGET);
    }
    assertEquals(
        25,
        MemoryBudget.during(
                WEB,
                () ->
                    select(
                        (namespace, owner) -> {
                          TakenMemory.allBut(1);
                          return new OwnerFilter.Lookup.Known(TARGET);
                        }))
            .tooMany());
  }

  @Test
  void selectsPodsAndOverlapsOfTheSameTarget() {
    for (NamespacedName each : List.of(WEB, OTHER)) {
      selectors.register(each);
      selectors.update(each, SELECTOR, TARGET);
    }
    Owners known = (namespace, owner) -> new OwnerFilter.Lookup.Known(TARGET);
    PodSource.Selected selected = MemoryBudget.during(WEB, () -> select(known));
    assertEquals(0, selected.tooMany());
    assertEquals(25, selected.selection().pods().size());
    assertEquals(List.of("shop/other", "shop/web"), selected.selection().autoscalers());
  }
}
