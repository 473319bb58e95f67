package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class AwaitedRevisionsTest {

  private final AwaitedRevisions<String> awaited = new AwaitedRevisions<>();

  @Test
  void withoutAnExpectedRevisionNothingIsAwaited() {
    assertTrue(awaited.isReached("a", "1"));
  }

  @Test
  void aLaterRevisionCountsTooAndEndsTheWait() {
    awaited.expect("a", "10");
    assertFalse(awaited.isReached("a", "9"));
    assertTrue(awaited.isReached("a", "11"));
    assertTrue(awaited.isReached("a", "9"));
  }

  @Test
  void theLatestOfSeveralIsAwaited() {
    awaited.expect("a", "10");
    awaited.expect("a", "9");
    assertFalse(awaited.isReached("a", "9"));
  }

  @Test
  void revisionsThatAreNoNumbersHaveToBeEqual() {
    awaited.expect("a", "x2");
    assertFalse(awaited.isReached("a", "x3"));
    assertTrue(awaited.isReached("a", "x2"));
  }

  @Test
  void doesNotAwaitDeletedObjects() {
    awaited.expect("a", "10");
    awaited.expect("b", "10");
    awaited.expect("c", "10");
    awaited.forget("a");
    awaited.retain(Set.of("c"));
    assertTrue(awaited.isReached("a", "1"));
    assertTrue(awaited.isReached("b", "1"));
    assertFalse(awaited.isReached("c", "1"));
  }
}
