package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

  private void known(String name, String selector) {
    registry.register("shop", name);
    registry.update("shop", name, Selector.parse(selector));
  }

  @Test
  void autoscalersOfTheSamePodsAreFound() {
    known("two", "app=web");
    known("one", "a=b");
    known("three", "app=api");
    assertEquals(List.of("shop/one", "shop/two"), registry.matchingAutoscalers("shop", WEB));
    assertEquals(List.of(), registry.matchingAutoscalers("other", WEB));
    assertEquals(List.of(), registry.matchingAutoscalers("shop", List.of()));
  }

  @Test
  void aSelectorThatWasNotReadYetMatchesNothing() {
    known("one", "app=web");
    registry.register("shop", "two");
    assertEquals(List.of("shop/one"), registry.matchingAutoscalers("shop", WEB));
  }

  @Test
  void selectorsOfAnyFormAreFound() {
    known("set", "app in (web, api)");
    known("only", "app in (web)");
    known("not", "app!=api");
    known("everything", "");
    known("none", "app=web,!a");
    assertEquals(
        List.of("shop/everything", "shop/not", "shop/only", "shop/set"),
        registry.matchingAutoscalers("shop", WEB));
  }

  @Test
  void aSelectorThatChangesIsFoundByItsNewLabelsOnly() {
    known("one", "app=web");
    known("two", "app=api");
    registry.update("shop", "two", Selector.parse("a=b"));
    registry.update("shop", "one", Selector.parse("app=api"));
    assertEquals(List.of("shop/two"), registry.matchingAutoscalers("shop", WEB));
    registry.remove("shop", "two");
    assertEquals(List.of(), registry.matchingAutoscalers("shop", WEB));
  }

  @Test
  void registeringAgainKeepsTheSelector() {
    known("one", "app=web");
    known("two", "app=web");
    registry.register("shop", "one");
    assertEquals(2, registry.matchingAutoscalers("shop", WEB).size());
  }

  @Test
  void aLateUpdateDoesNotRestoreADeletedAutoscaler() {
    known("one", "app=web");
    known("two", "app=web");
    registry.remove("shop", "one");
    registry.update("shop", "one", Selector.parse("app=web"));
    assertEquals(1, registry.size());
    registry.register("shop", "one");
    assertEquals(List.of("shop/two"), registry.matchingAutoscalers("shop", WEB));
  }

  @Test
  void removingWhatIsNotThereIsFine() {
    registry.remove("shop", "one");
    registry.update("shop", "one", Selector.everything());
    assertEquals(0, registry.size());
  }
}
