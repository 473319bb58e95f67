package dev.hpa.controller.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class FairQueueTest {

  private final FairQueue<String> queue = new FairQueue<>(2, 100);

  private void add(String namespace, String name, String... items) {
    for (String item : items) {
      queue.add(new NamespacedName(namespace, name), item);
    }
  }

  private String order() {
    StringBuilder order = new StringBuilder();
    for (var turn = queue.poll(); turn != null; turn = queue.poll()) {
      order.append(turn.item());
    }
    return order.toString();
  }

  @Test
  void namespacesTakeTurnsAndSoDoTheirTenants() {
    add("a", "x", "1", "2", "3", "4", "5");
    add("a", "y", "6", "7", "8");
    add("b", "z", "9", "0");
    assertEquals("1290673485", order());
    assertNull(queue.poll());
  }

  @Test
  void namespacesAreServedAlikeHoweverManyTenantsTheyHave() {
    add("a", "x", "1", "2", "3", "4");
    add("b", "s", "5");
    add("b", "t", "6");
    add("b", "u", "7");
    add("b", "v", "8");
    assertEquals("12563478", order());
  }

  @Test
  void turnsAreShorterTheMoreNamespacesWait() {
    FairQueue<String> rounds = new FairQueue<>(4, 6);
    for (String namespace : List.of("a", "b", "c")) {
      for (int i = 0; i < 5; i++) {
        rounds.add(new NamespacedName(namespace, ""), namespace);
      }
    }
    StringBuilder order = new StringBuilder();
    for (var turn = rounds.poll(); turn != null; turn = rounds.poll()) {
      order.append(turn.item());
    }
    assertEquals("aabbccaabbccabc", order.toString());
  }

  @Test
  void aTurnHasAtLeastOneItem() {
    FairQueue<String> rounds = new FairQueue<>(4, 1);
    rounds.add(new NamespacedName("a", ""), "1");
    rounds.add(new NamespacedName("a", ""), "2");
    rounds.add(new NamespacedName("b", ""), "3");
    assertEquals("1", Objects.requireNonNull(rounds.poll()).item());
    assertEquals("3", Objects.requireNonNull(rounds.poll()).item());
    assertEquals("2", Objects.requireNonNull(rounds.poll()).item());
  }

  @Test
  void whatIsAddedFirstIsNext() {
    add("a", "x", "1", "2");
    add("b", "y", "3");
    queue.addFirst(new NamespacedName("c", "z"), List.of("4", "5", "6"));
    assertEquals("451236", order());
    queue.addFirst(new NamespacedName("c", "z"), List.of());
    assertEquals(0, queue.size());
  }

  @Test
  void sizesAreCounted() {
    add("a", "x", "1", "2");
    add("a", "y", "3");
    add("b", "z", "4");
    assertEquals(4, queue.size());
    assertEquals(3, queue.size("a"));
    assertEquals(2, queue.size(new NamespacedName("a", "x")));
    assertEquals(0, queue.size(new NamespacedName("c", "x")));
    assertEquals(3, queue.longest());
    queue.removeFromLongest();
    assertEquals("134", order());
  }

  @Test
  void drainingEmptiesIt() {
    add("a", "x", "1");
    add("b", "y", "2");
    assertEquals(2, queue.drain().size());
    assertEquals("", order());
  }

  @Test
  void someNamespacesAreServedBeforeTheirTurns() {
    add("a", "x", "1", "2");
    add("b", "y", "3");
    add("c", "z", "4");
    assertEquals("3", Objects.requireNonNull(queue.poll("b"::equals)).item());
    assertNull(queue.poll("b"::equals));
    assertTrue(queue.hasAny("c"::equals));
    assertFalse(queue.hasAny("b"::equals));
    assertEquals("124", order());
  }

  @Test
  void someNamespacesAreDrained() {
    add("a", "x", "1", "2");
    add("b", "y", "3");
    assertEquals(List.of("1", "2"), queue.drain("a"::equals));
    assertEquals(1, queue.size());
    assertEquals("3", order());
  }

  @Test
  void aNamespaceLosesTurnsForWhatItIsCharged() {
    add("a", "x", "1", "2", "3");
    add("b", "y", "4", "5", "6", "7", "8", "9");
    queue.charge("a", 4);
    assertEquals("456712893", order());
  }

  @Test
  void aChargeEndsTheTurn() {
    add("a", "x", "1", "2", "3");
    add("b", "y", "4", "5");
    assertEquals("1", Objects.requireNonNull(queue.poll()).item());
    queue.charge("a", 2);
    assertEquals("4523", order());
  }

  @Test
  void noNamespaceLosesATurnWhileNoOtherWaits() {
    queue.charge("a", 1_000);
    add("a", "x", "1", "2", "3");
    queue.charge("a", 1_000);
    assertEquals("123", order());
    add("b", "y", "4");
    add("a", "x", "5");
    queue.charge("b", 1);
    assertEquals("45", order(), "less than a turn");
  }

  @Test
  void aChargeIsForgottenWhenAllIsServed() {
    add("a", "x", "1");
    queue.charge("a", 1_000);
    assertEquals("1", order());
    add("a", "x", "2");
    add("b", "y", "3");
    assertEquals("23", order());
  }
}
