package dev.hpa.cli.lint;

import java.util.ArrayList;
import java.util.List;

/** Line diff of two texts. */
final class LineDiff {

  private LineDiff() {}

  /** Returns lines prefixed with a space, a minus or a plus, by longest common subsequence. */
  static List<String> of(List<String> before, List<String> after) {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    List<String> lines = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
        lines.add("  " + before.get(i));
        i++;
        j++;
      } else if (i < before.size() && (j == after.size() || common[i + 1][j] >= common[i][j + 1])) {
        lines.add("- " + before.get(i++));
      } else {
        lines.add("+ " + after.get(j++));
      }
    }
    return lines;
  }
}
