package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AwaitedRevisionsTest {

  private static final NamespacedName A = new NamespacedName("shop", "a");
  private static final NamespacedName B = new NamespacedName("shop", "b");
  private static final NamespacedName C = new NamespacedName("shop", "c");

  private final AwaitedRevisions awaited = new AwaitedRevisions();

  @Test
  void withoutAnExpectedRevisionNothingIsAwaited() {
    assertTrue(awaited.isReached(A, "1"));
  }

  @Test
  void aLaterRevisionCountsTooAndEndsTheWait() {
    awaited.expect(A, "10");
    assertFalse(awaited.isReached(A, "9"));
    assertTrue(awaited.isReached(A, "11"));
    assertTrue(awaited.isReached(A, "9"));
  }

  @Test
  void theLatestOfSeveralIsAwaited() {
    awaited.expect(A, "10");
    awaited.expect(A, "9");
    assertFalse(awaited.isReached(A, "9"));
  }

  @Test
  void revisionsThatAreNoNumbersHaveToBeEqual() {
    awaited.expect(A, "x2");
    assertFalse(awaited.isReached(A, "x3"));
    assertTrue(awaited.isReached(A, "x2"));
  }

  @Test
  void doesNotAwaitDeletedObjects() {
    awaited.expect(A, "10");
    awaited.expect(B, "10");
    awaited.expect(C, "10");
    awaited.forget(A);
    awaited.retain(Set.of(C));
    assertTrue(awaited.isReached(A, "1"));
    assertTrue(awaited.isReached(B, "1"));
    assertFalse(awaited.isReached(C, "1"));
  }
}
