package dev.hpa.controller.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTest {

  private static final int MANY = 20_000;

  /** Names as clusters have them: numbered, with a common prefix, and random. */
  private static List<String> names(int kind) {
    Random random = new Random(7);
    return IntStream.range(0, MANY)
        .mapToObj(
            each ->
                switch (kind) {
                  case 0 -> "team-" + each;
                  case 1 -> "customer-" + Integer.toString(each * 7919, 36) + "-prod";
                  case 2 -> Long.toHexString(random.nextLong());
                  default -> String.valueOf((char) ('a' + each % 26)).repeat(1 + each / 26 % 63);
                })
        .distinct()
        .toList();
  }

  /** Replicas of different versions must agree, so that these values never change. */
  @ParameterizedTest
  @CsvSource({
    "default, 8, 1",
    "kube-system, 8, 6",
    "shop, 8, 6",
    "team-1, 8, 1",
    "team-2, 8, 2",
    "default, 12, 1",
    "shop, 64, 53",
    "'', 8, 5"
  })
  void theShardOfANamespaceNeverChanges(String namespace, int count, int index) {
    assertEquals(new Shard(index, count), Shard.of(namespace, count));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shardsHaveAboutTheSameNumberOfNamespaces(int kind) {
    List<String> names = names(kind);
    for (int count : new int[] {2, 3, 8, 12, 64}) {
      int[] sizes = new int[count];
      names.forEach(each -> sizes[Shard.of(each, count).index()]++);
      double expected = (double) names.size() / count;
      // Six standard deviations of a binomial distribution.
      double tolerance = 6 * Math.sqrt(expected * (1 - 1.0 / count));
      for (int size : sizes) {
        assertEquals(expected, size, tolerance, () -> count + ": " + Arrays.toString(sizes));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void anotherShardTakesItsShareAndNothingElseMoves(int kind) {
    List<String> names = names(kind);
    for (int count = 1; count < 20; count++) {
      int moved = 0;
      for (String name : names) {
        Shard before = Shard.of(name, count);
        Shard after = Shard.of(name, count + 1);
        if (after.index() != before.index()) {
          assertEquals(count, after.index(), name);
          moved++;
        }
      }
      double expected = (double) names.size() / (count + 1);
      assertEquals(expected, moved, 6 * Math.sqrt(expected), "from " + count);
    }
  }

  /** Two Leases of different numbers of shards exclude each other if they share a namespace. */
  @Test
  void shardsOfDifferentNumbersThatShareANamespaceOverlap() {
    List<String> names = names(0);
    for (int few = 1; few <= 8; few++) {
      for (int many = 1; many <= 10; many++) {
        boolean[][] shared = new boolean[few][many];
        for (String name : names) {
          shared[Shard.of(name, few).index()][Shard.of(name, many).index()] = true;
        }
        for (int i = 0; i < few; i++) {
          for (int j = 0; j < many; j++) {
            boolean overlaps = new Shard(i, few).overlaps(new Shard(j, many));
            assertEquals(shared[i][j], overlaps, i + " of " + few + ", " + j + " of " + many);
            assertEquals(overlaps, new Shard(j, many).overlaps(new Shard(i, few)));
          }
        }
      }
    }
  }

  @Test
  void containsTheNamespacesOfTheShard() {
    for (String name : names(1).subList(0, 100)) {
      assertTrue(Shard.of(name, 5).contains(name));
      assertTrue(Shard.ONLY.contains(name));
      assertEquals(
          1, IntStream.range(0, 5).filter(each -> new Shard(each, 5).contains(name)).count());
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, 3", "3, 3", "0, 0"})
  void anIndexOutOfRangeIsRejected(int index, int count) {
    assertEquals(
        "shard %d of %d: out of range".formatted(index, count),
        assertThrows(IllegalArgumentException.class, () -> new Shard(index, count)).getMessage());
  }
}
