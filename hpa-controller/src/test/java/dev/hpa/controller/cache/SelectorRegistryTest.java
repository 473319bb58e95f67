package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.core.Pod;
import dev.hpa.core.PodResources;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
        .map(NamespacedName::toString)
        .toList();
  }

  private void known(String name, String selector) {
    registry.register(key(name));
    registry.update(key(name), Selector.parse(selector));
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
    registry.update(key("two"), Selector.parse("a=b"));
    registry.update(key("one"), Selector.parse("app=api"));
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
    registry.update(key("one"), Selector.parse("app=web"));
    assertEquals(1, registry.size());
    registry.register(key("one"));
    assertEquals(List.of("shop/two"), matching("shop", WEB));
  }

  @Test
  void removingWhatIsNotThereIsFine() {
    registry.remove(key("one"));
    registry.update(key("one"), Selector.everything());
    assertEquals(0, registry.size());
  }
}
