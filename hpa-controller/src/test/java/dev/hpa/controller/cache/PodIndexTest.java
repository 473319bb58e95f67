package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.kube.client.UnreadableObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PodIndexTest {

  private static final String[] SELECTORS = {
    "",
    "app=a",
    "app==b",
    "app in (a)",
    "app in (a,c)",
    "app",
    "!app",
    "app!=a",
    "app=a,tier=x",
    "tier notin (x)",
    "app=none",
    "tier=y,app in (b),!extra",
    "size>3",
  };

  private final PodIndex index = new PodIndex();

  private static UnreadableObject unreadable(String name, @Nullable Map<String, String> labels) {
    return new UnreadableObject("ns0", name, "1", labels, "no time");
  }

  private List<String> found(String namespace, String selector) {
    return index.selectUnreadable(namespace, Selector.parse(selector)).stream()
        .map(UnreadableObject::name)
        .toList();
  }

  @Test
  void podsThatCannotBeReadAreFoundBySelector() {
    index.put(pod("ns0", "a", Map.of("app", "a")));
    index.unreadable(unreadable("a", Map.of("app", "a")));
    index.unreadable(unreadable("b", Map.of("app", "b")));
    index.unreadable(unreadable("c", null));
    assertEquals(0, index.size());
    assertEquals(List.of("a", "c"), found("ns0", "app=a"));
    assertEquals(List.of(), found("ns1", "app=a"));
    index.put(pod("ns0", "a", Map.of("app", "a")));
    index.remove(new NamespacedName("ns0", "c"));
    assertEquals(List.of(), found("ns0", "app=a"));
    index.replace(List.of(), List.of(unreadable("d", Map.of("app", "a"))));
    assertEquals(List.of("d"), found("ns0", ""));
    assertEquals(0, index.size());
  }

  private static CachedPod pod(String namespace, String name, Map<String, String> labels) {
    return new CachedPod(
        namespace, labels, new Pod(name, Pod.Phase.RUNNING, false, null, null, PodResources.NONE));
  }

  private static CachedPod randomPod(Random random) {
    Map<String, String> labels = new TreeMap<>();
    if (random.nextInt(4) > 0) {
      labels.put("app", String.valueOf((char) ('a' + random.nextInt(3))));
    }
    if (random.nextBoolean()) {
      labels.put("tier", random.nextBoolean() ? "x" : "y");
    }
    if (random.nextInt(5) == 0) {
      labels.put("extra", "");
    }
    labels.put("size", Integer.toString(random.nextInt(7)));
    return pod("ns" + random.nextInt(2), "p" + random.nextInt(20), labels);
  }

  private static String id(CachedPod pod) {
    return pod.namespace() + "/" + pod.name();
  }

  private void assertSameAs(Map<String, CachedPod> expected, String place) {
    assertEquals(expected.size(), index.size(), place);
    for (String text : SELECTORS) {
      Selector selector = Selector.parse(text);
      for (String namespace : List.of("ns0", "ns1", "ns2")) {
        assertEquals(
            expected.values().stream()
                .filter(pod -> pod.namespace().equals(namespace))
                .filter(pod -> selector.matches(pod.labels()))
                .sorted(Comparator.comparing(CachedPod::name))
                .toList(),
            index.select(namespace, selector),
            () -> place + ", " + text);
      }
    }
    assertEquals(List.of(), index.select("ns0", Selector.nothing()));
  }

  @Test
  void matchesTheSamePodsAsAFullScan() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      Map<String, CachedPod> expected = new TreeMap<>();
      index.replace(List.of(), List.of());
      for (int step = 0; step < 60; step++) {
        CachedPod pod = randomPod(random);
        switch (random.nextInt(12)) {
          case 0 -> {
            List<CachedPod> all = new ArrayList<>();
            expected.clear();
            for (int i = random.nextInt(15); i > 0; i--) {
              CachedPod each = randomPod(random);
              all.add(each);
              expected.put(id(each), each);
            }
            index.replace(all, List.of());
          }
          case 1, 2, 3 -> {
            index.remove(pod.key());
            expected.remove(id(pod));
          }
          default -> {
            index.put(pod);
            expected.put(id(pod), pod);
          }
        }
        assertSameAs(expected, "seed " + seed + ", step " + step);
      }
    }
  }

  @Test
  void aPodThatChangesItsLabelsIsFoundUnderTheNewOnesOnly() {
    index.put(pod("ns", "p", Map.of("app", "a", "tier", "x")));
    CachedPod after = pod("ns", "p", Map.of("app", "b", "tier", "x"));
    index.put(after);
    assertEquals(List.of(), index.select("ns", Selector.parse("app=a")));
    assertEquals(List.of(after), index.select("ns", Selector.parse("app=b")));
    assertEquals(List.of(after), index.select("ns", Selector.parse("tier=x")));
    assertEquals(1, index.size());
  }

  @Test
  void nothingIsKeptOfANamespaceWithoutPods() {
    index.put(pod("ns", "p", Map.of("app", "a")));
    index.select("ns", Selector.parse("app=a"));
    index.remove(new NamespacedName("ns", "p"));
    assertEquals(0, index.namespaces());
    index.put(pod("ns", "p", Map.of("app", "a")));
    assertEquals(1, index.select("ns", Selector.parse("app=a")).size());
  }

  @Test
  void podsThatComeWhileTheirNamespaceIsDroppedAreCountedAsTheyAreKept() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    Thread drops =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!ended.get()) {
                    index.drop(namespace -> true);
                  }
                });
    for (int i = 0; i < 20_000; i++) {
      index.put(pod("ns" + i % 3, "p" + i % 50, Map.of()));
    }
    ended.set(true);
    drops.join();
    index.drop(namespace -> true);
    assertEquals(0, index.size());
    assertEquals(0, index.namespaces());
  }

  @Test
  void whatIsNotThereMayBeRemoved() {
    index.remove(new NamespacedName("ns", "p"));
    index.put(pod("ns", "q", Map.of()));
    index.remove(new NamespacedName("ns", "p"));
    assertEquals(1, index.size());
  }
}
