package dev.hpa.kube.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class MemoryPoolTest {

  /** Of which syncs have 16,000 bytes, and each namespace 2,000 of them. */
  private final MemoryPool pool = new MemoryPool(100_000);

  private MemoryPool.Account account(String owner) {
    return pool.account(MemoryPart.SYNCS, owner);
  }

  /** All parts can be full, and the process still has memory. */
  @Test
  void thePartsTakeSeventyPercentOfTheHeapAtMost() {
    int percent = Arrays.stream(MemoryPart.values()).mapToInt(MemoryPart::percent).sum();
    assertTrue(percent <= 70, percent + " percent");
  }

  @Test
  void anOwnerTakesItsFractionInAllItsAccounts() {
    MemoryPool.Account one = account("shop");
    assertTrue(one.take(1_500));
    MemoryPool.Account other = account("shop");
    assertFalse(other.take(501));
    assertTrue(other.take(500));
    assertTrue(account("bank").take(2_000));
    assertTrue(pool.account(MemoryPart.STATE, "shop").take(2_000), "another part");
  }

  @Test
  void fiveOwnersLeaveMemoryToThreeMore() {
    for (int i = 0; i < 5; i++) {
      MemoryPool.Account evil = account("evil" + i);
      while (evil.take(100)) {}
    }
    for (String each : new String[] {"a", "b", "c"}) {
      assertTrue(account(each).take(2_000), each);
    }
    assertFalse(account("d").take(1), "the part is full");
  }

  @Test
  void whatIsReturnedCanBeTakenAgain() {
    MemoryPool.Account account = account("shop");
    assertTrue(account.take(2_000));
    account.giveBack(500);
    assertEquals(1_500, account.bytes());
    assertFalse(account.take(501));
    assertTrue(account.replace(2_000));
    assertFalse(account.replace(2_001));
    assertEquals(0, account.bytes(), "what is not replaced is returned");
    assertTrue(account.take(1_000));
    account.close();
    assertFalse(account.take(1), "closed");
    account.giveBack(1_000);
    assertTrue(account("shop").take(2_000), "returned once");
    assertFalse(account("shop").take(1), "returned once");
  }
}
