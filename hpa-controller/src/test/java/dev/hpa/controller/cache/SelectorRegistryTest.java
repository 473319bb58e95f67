package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class SelectorRegistryTest {

  private final SelectorRegistry registry = new SelectorRegistry();

  private static CachedPod pod(String name, Map<String, String> labels) {
    return new CachedPod(
        "shop", labels, new Pod(name, Pod.Phase.FAILED, true, null, null, PodResources.NONE));
  }

  private static final List<CachedPod> WEB = List.of(pod("web-1", Map.of("app", "web", "a", "b")));

  private static NamespacedName key(String name) {
    return new NamespacedName("shop", name);
  }

  private List<String> matching(String namespace, List<CachedPod> pods) {
    return registry.matchingAutoscalers(namespace, pods).stream()
        .map(match -> match.autoscaler().toString())
        .toList();
  }

  private void known(String name, String selector) {
    registry.register(key(name));
    registry.update(key(name), Selector.parse(selector), null);
  }

  @Test
  void autoscalersOfTheSamePodsAreFound() {
    known("two", "app=web");
    known("one", "a=b");
    known("three", "app=api");
    assertEquals(List.of("shop/one", "shop/two"), matching("shop", WEB));
    assertEquals(List.of(), matching("other", WEB));
    assertEquals(List.of(), matching("shop", List.of()));
  }

  @Test
  void aSelectorThatWasNotReadYetMatchesNothing() {
    known("one", "app=web");
    registry.register(key("two"));
    assertEquals(List.of("shop/one"), matching("shop", WEB));
  }

  @Test
  void selectorsOfAnyFormAreFound() {
    known("set", "app in (web, api)");
    known("only", "app in (web)");
    known("not", "app!=api");
    known("everything", "");
    known("none", "app=web,!a");
    assertEquals(
        List.of("shop/everything", "shop/not", "shop/only", "shop/set"), matching("shop", WEB));
  }

  @Test
  void aSelectorThatChangesIsFoundByItsNewLabelsOnly() {
    known("one", "app=web");
    known("two", "app=api");
    registry.update(key("two"), Selector.parse("a=b"), null);
    registry.update(key("one"), Selector.parse("app=api"), null);
    assertEquals(List.of("shop/two"), matching("shop", WEB));
    registry.remove(key("two"));
    assertEquals(List.of(), matching("shop", WEB));
  }

  @Test
  void anUpdateTellsWhetherTheAutoscalerIsKnown() {
    Selector web = Selector.parse("app=web");
    assertFalse(registry.update(key("one"), web, null));
    registry.register(key("one"));
    assertTrue(registry.update(key("one"), web, null));
    assertTrue(registry.update(key("one"), web, null), "an unchanged selector");
    registry.remove(key("one"));
    assertFalse(registry.update(key("one"), web, null));
  }

  /** The others would report AmbiguousSelector for a period. */
  @Test
  void noOtherSyncSeesASelectorWithoutItsTarget() throws Exception {
    known("one", "app=web");
    OwnerFilter.Owner target = new OwnerFilter.Owner("apps", "Deployment", "two", "uid");
    Selector web = Selector.parse("app=web");
    AtomicBoolean ended = new AtomicBoolean();
    Thread syncs =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < 20_000; i++) {
                    registry.register(key("two"));
                    registry.update(key("two"), web, target);
                    registry.remove(key("two"));
                  }
                  ended.set(true);
                });
    Set<SelectorRegistry.Match> wrong = new HashSet<>();
    while (!ended.get()) {
      registry.matchingAutoscalers("shop", WEB).stream()
          .filter(match -> match.autoscaler().name().equals("two") && match.target() == null)
          .forEach(wrong::add);
    }
    syncs.join();
    assertEquals(Set.of(), wrong);
  }

  @Test
  void registeringAgainKeepsTheSelector() {
    known("one", "app=web");
    known("two", "app=web");
    registry.register(key("one"));
    assertEquals(2, matching("shop", WEB).size());
  }

  @Test
  void aLateUpdateDoesNotRestoreADeletedAutoscaler() {
    known("one", "app=web");
    known("two", "app=web");
    registry.remove(key("one"));
    registry.update(key("one"), Selector.parse("app=web"), null);
    assertEquals(1, registry.size());
    registry.register(key("one"));
    assertEquals(List.of("shop/two"), matching("shop", WEB));
  }

  @Test
  void removingWhatIsNotThereIsFine() {
    registry.remove(key("one"));
    registry.update(key("one"), Selector.everything(), null);
    assertEquals(0, registry.size());
  }

  /** A tenant with many autoscalers of one target, whose selector is large, fills no memory. */
  @Test
  @Tag("security")
  void equalSelectorsAreKeptOnce() {
    SelectorMatches matches = new SelectorMatches();
    Selector first = matches.put("one", Selector.parse("a in (0,1),b"));
    assertSame(first, matches.put("two", Selector.parse("b,a in (1,0)")));
    matches.remove("one");
    assertSame(first, matches.put("three", Selector.parse("a in (0,1),b")));
    matches.remove("two");
    matches.remove("three");
    assertNotSame(first, matches.put("four", Selector.parse("a in (0,1),b")));
  }

  private static final List<String> SELECTORS =
      List.of("", "a=0", "a=1", "b=0", "!a", "a!=1", "a in (0,1)", "a=0,b=1", "b notin (0,1)");

  private static Map<String, String> labels(Random random) {
    Map<String, String> labels = new HashMap<>();
    for (String key : List.of("a", "b", "c")) {
      if (random.nextBoolean()) {
        labels.put(key, Integer.toString(random.nextInt(key.equals("c") ? 40 : 3)));
      }
    }
    return labels;
  }

  /** Whatever was remembered of earlier selectors and pods. */
  @Test
  void theResultIsThatOfComparingAllPairs() {
    Random random = new Random(1);
    Map<String, Selector> expected = new TreeMap<>();
    for (int step = 0; step < 5_000; step++) {
      String name = "hpa-" + random.nextInt(12);
      if (random.nextInt(4) == 0) {
        registry.remove(key(name));
        expected.remove(name);
      } else {
        Selector selector = Selector.parse(SELECTORS.get(random.nextInt(SELECTORS.size())));
        registry.register(key(name));
        registry.update(key(name), selector, null);
        expected.put(name, selector);
      }
      List<CachedPod> pods = new ArrayList<>();
      for (int i = random.nextInt(8); i >= 0; i--) {
        pods.add(pod("pod-" + i, labels(random)));
      }
      List<String> matching =
          expected.entrySet().stream()
              .filter(each -> pods.stream().anyMatch(pod -> each.getValue().matches(pod.labels())))
              .map(each -> "shop/" + each.getKey())
              .toList();
      assertEquals(
          expected.size() < 2 ? List.of() : matching, matching("shop", pods), "step " + step);
    }
  }

  /** Counts how often a label is read. */
  private static final class CountedLabels extends AbstractMap<String, String> {
    private final Map<String, String> labels;
    private final AtomicInteger reads;

    CountedLabels(Map<String, String> labels, AtomicInteger reads) {
      this.labels = labels;
      this.reads = reads;
    }

    @Override
    public @Nullable String get(Object key) {
      reads.incrementAndGet();
      return labels.get(key);
    }

    @Override
    public Set<Entry<String, String>> entrySet() {
      return labels.entrySet();
    }
  }

  @Test
  void aSelectorIsComparedWithTheLabelsOfManyPodsOnce() {
    AtomicInteger reads = new AtomicInteger();
    List<CachedPod> pods = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      pods.add(pod("pod-" + i, new CountedLabels(Map.of("pod", "" + i), reads)));
    }
    for (int i = 0; i < 50; i++) {
      known("hpa-" + i, "!none-" + i);
    }
    for (int i = 0; i < 50; i++) {
      assertEquals(50, matching("shop", pods).size());
    }
    assertEquals(50 * 500, reads.get());
    known("hpa-1", "pod=1");
    assertEquals(50, matching("shop", pods).size());
    assertEquals(51 * 500, reads.get(), "only the changed selector");
  }

  @Test
  void labelsThatNoPodHasAnyMoreAreNotKept() {
    known("one", "a=0");
    known("two", "b=0");
    AtomicInteger reads = new AtomicInteger();
    List<CachedPod> live = List.of(pod("live", new CountedLabels(Map.of("a", "2"), reads)));
    matching("shop", live);
    for (int i = 0; i < 20; i++) {
      matching("shop", List.of(pod("pod", new CountedLabels(Map.of("pod", "" + i), reads))));
    }
    System.gc();
    int before = reads.get();
    registry.update(key("one"), Selector.parse("a=2"), null);
    assertEquals(1, reads.get() - before);
    assertEquals(List.of("shop/one"), matching("shop", live));
    registry.remove(key("one"));
    registry.remove(key("two"));
    assertEquals(0, registry.namespaces());
  }
}
