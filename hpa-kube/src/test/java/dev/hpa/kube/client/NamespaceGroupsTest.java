package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamespaceGroupsTest {

  private final NamespaceGroups groups = new NamespaceGroups();

  private void next(String... namespaces) {
    List.of(namespaces).forEach(groups::next);
  }

  @Test
  void aNamespaceIsCompleteWhenAnotherOneFollows() {
    next("a", "a", "b", "c");
    assertEquals(List.of("a", "b"), groups.takeComplete());
  }

  @Test
  void aNamespaceMayContinueOnTheNextPage() {
    next("a", "b");
    assertEquals(List.of("a"), groups.takeComplete());
    next("b");
    assertEquals(List.of(), groups.takeComplete());
    next("c");
    assertEquals(List.of("b"), groups.takeComplete());
  }

  @Test
  void noNamespaceIsCompleteOnceTheListReturnsToOne() {
    next("a", "b", "a");
    assertEquals(List.of(), groups.takeComplete());
    next("c", "d");
    assertEquals(List.of(), groups.takeComplete());
  }

  @Test
  void anUnknownNamespaceCompletesNone() {
    next("a", "");
    assertEquals(List.of(), groups.takeComplete());
    next("a", "b");
    assertEquals(List.of("a"), groups.takeComplete());
  }

  @Test
  void theOrderOfNamespacesIsThatOfKeys() {
    next("a-b", "a", "b");
    assertEquals(List.of("a-b", "a"), groups.takeComplete());
  }
}
