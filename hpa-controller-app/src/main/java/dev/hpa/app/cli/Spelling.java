package dev.hpa.app.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds known names that are similar to an unknown one. */
public final class Spelling {

  private Spelling() {}

  /** The known names most similar to an unknown one, nearest first; empty if there are none. */
  public static List<String> nearest(String name, Collection<String> known) {
    int best = known.stream().mapToInt(each -> distance(name, each)).min().orElse(0);
    if (best > Math.max(2, name.length() / 4)) {
      return List.of();
    }
    return known.stream()
        .filter(each -> distance(name, each) <= best + 1)
        .sorted(Comparator.comparingInt(each -> distance(name, each)))
        .toList();
  }

  /**
   * The Damerau-Levenshtein distance: insertions, deletions, replacements and transpositions of
   * adjacent letters.
   */
  public static int distance(String one, String other) {
    int[] twoAbove = new int[other.length() + 1];
    int[] above = new int[other.length() + 1];
    for (int i = 0; i < above.length; i++) {
      above[i] = i;
    }
    for (int row = 1; row <= one.length(); row++) {
      int[] current = new int[above.length];
      current[0] = row;
      for (int i = 1; i < current.length; i++) {
        int replaced = above[i - 1] + (one.charAt(row - 1) == other.charAt(i - 1) ? 0 : 1);
        current[i] = Math.min(replaced, 1 + Math.min(above[i], current[i - 1]));
        if (isSwap(one, row, other, i)) {
          current[i] = Math.min(current[i], 1 + twoAbove[i - 2]);
        }
      }
      twoAbove = above;
      above = current;
    }
    return above[other.length()];
  }

  /** Whether the two letters that end at these positions are transposed. */
  private static boolean isSwap(String one, int row, String other, int column) {
    return row > 1
        && column > 1
        && one.charAt(row - 1) == other.charAt(column - 2)
        && one.charAt(row - 2) == other.charAt(column - 1);
  }
}
