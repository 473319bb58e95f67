package dev.hpa.app.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** What to write in place of a flag that is not there. */
final class FlagHints {

  private static final String LOG_TO_STDERR = "leave it out: the log goes to standard error";
  private static final String LOG_FILE = "leave it out and redirect standard error";
  private static final String HEAPSTER =
      "ask Heapster with --horizontal-pod-autoscaler-use-rest-clients=false; it is looked for in"
          + " kube-system alone";

  /** Flags Kubernetes once had, and what to do now. */
  static final Map<String, String> REMOVED =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("add-dir-header", "leave it out"),
              Map.entry("address", "use --bind-address; what is served is served over TLS"),
              Map.entry("alsologtostderr", LOG_TO_STDERR),
              Map.entry("deployment-controller-sync-period", "leave it out: it had no effect"),
              Map.entry("enable-taint-manager", "leave it out"),
              Map.entry("experimental-cluster-signing-duration", "use --cluster-signing-duration"),
              Map.entry("heapster-namespace", HEAPSTER),
              Map.entry("heapster-port", HEAPSTER),
              Map.entry("heapster-scheme", HEAPSTER),
              Map.entry("heapster-service", HEAPSTER),
              Map.entry(
                  "horizontal-pod-autoscaler-cpu-taint-period",
                  "use --horizontal-pod-autoscaler-cpu-initialization-period"),
              Map.entry("insecure-port", "use --secure-port"),
              Map.entry("log-backtrace-at", "leave it out"),
              Map.entry("log-dir", LOG_FILE),
              Map.entry("log-file", LOG_FILE),
              Map.entry("log-file-max-size", LOG_FILE),
              Map.entry("logtostderr", LOG_TO_STDERR),
              Map.entry("one-output", "leave it out"),
              Map.entry("pod-eviction-timeout", "leave it out"),
              Map.entry("port", "use --secure-port"),
              Map.entry("skip-headers", "leave it out, or use --logging-format=json"),
              Map.entry("skip-log-headers", "leave it out, or use --logging-format=json"),
              Map.entry("stderrthreshold", LOG_TO_STDERR)));

  private static final int SUGGESTIONS = 3;

  private FlagHints() {}

  /** What follows {@code unknown flag: --x} on its line: nothing, or a way out. */
  static String of(String name, CommandSpec command) {
    String removed = REMOVED.get(name);
    if (removed != null) {
      return "; it was removed from Kubernetes: " + removed;
    }
    List<String> names =
        command.options().stream()
            .map(option -> option.longestName())
            .filter(option -> option.startsWith("--"))
            .toList();
    return nearest("--" + name, names)
        .map(found -> "; did you mean " + found + "?")
        .orElse("; see `" + command.qualifiedName() + " --help`");
  }

  /** The known names most like one that is not known; empty when none is. */
  static Optional<String> nearest(String name, Collection<String> known) {
    int best = known.stream().mapToInt(each -> distance(name, each)).min().orElse(0);
    if (best > Math.max(2, name.length() / 4)) {
      return Optional.empty();
    }
    return Optional.of(
        known.stream()
            .filter(each -> distance(name, each) <= best + 1)
            .sorted(Comparator.comparingInt(each -> distance(name, each)))
            .limit(SUGGESTIONS)
            .collect(Collectors.joining(" or ")));
  }

  /**
   * How many letters have to be added, omitted or replaced, or swapped with the next one, to make
   * one text the other.
   */
  private static int distance(String one, String other) {
    int[] twoAbove = new int[other.length() + 1];
    int[] above = new int[other.length() + 1];
    for (int i = 0; i < above.length; i++) {
      above[i] = i;
    }
    for (int row = 1; row <= one.length(); row++) {
      int[] current = new int[above.length];
      current[0] = row;
      for (int i = 1; i < current.length; i++) {
        int exchanged = above[i - 1] + (one.charAt(row - 1) == other.charAt(i - 1) ? 0 : 1);
        current[i] = Math.min(exchanged, 1 + Math.min(above[i], current[i - 1]));
        if (isSwap(one, row, other, i)) {
          current[i] = Math.min(current[i], 1 + twoAbove[i - 2]);
        }
      }
      twoAbove = above;
      above = current;
    }
    return above[other.length()];
  }

  /** Whether the two letters that end at these places are the same in the opposite order. */
  private static boolean isSwap(String one, int row, String other, int column) {
    return row > 1
        && column > 1
        && one.charAt(row - 1) == other.charAt(column - 2)
        && one.charAt(row - 2) == other.charAt(column - 1);
  }
}
