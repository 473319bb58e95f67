package dev.hpa.app.cli;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Replacements for unknown flags. */
public final class FlagHints {

  private static final String LOG_TO_STDERR = "remove it: logs go to standard error";
  private static final String LOG_FILE = "remove it and redirect standard error";
  private static final String HEAPSTER =
      "use --horizontal-pod-autoscaler-use-rest-clients=false; Heapster is expected in"
          + " kube-system";

  /** Removed Kubernetes flags, each with its replacement. */
  static final Map<String, String> REMOVED =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("add-dir-header", "remove it"),
              Map.entry("address", "use --bind-address; only HTTPS is served"),
              Map.entry("alsologtostderr", LOG_TO_STDERR),
              Map.entry("deployment-controller-sync-period", "remove it: it had no effect"),
              Map.entry("enable-taint-manager", "remove it"),
              Map.entry("experimental-cluster-signing-duration", "use --cluster-signing-duration"),
              Map.entry("heapster-namespace", HEAPSTER),
              Map.entry("heapster-port", HEAPSTER),
              Map.entry("heapster-scheme", HEAPSTER),
              Map.entry("heapster-service", HEAPSTER),
              Map.entry(
                  "horizontal-pod-autoscaler-cpu-taint-period",
                  "use --horizontal-pod-autoscaler-cpu-initialization-period"),
              Map.entry("insecure-port", "use --secure-port"),
              Map.entry("log-backtrace-at", "remove it"),
              Map.entry("log-dir", LOG_FILE),
              Map.entry("log-file", LOG_FILE),
              Map.entry("log-file-max-size", LOG_FILE),
              Map.entry("logtostderr", LOG_TO_STDERR),
              Map.entry("one-output", "remove it"),
              Map.entry("pod-eviction-timeout", "remove it"),
              Map.entry("port", "use --secure-port"),
              Map.entry("skip-headers", "remove it, or use --logging-format=json"),
              Map.entry("skip-log-headers", "remove it, or use --logging-format=json"),
              Map.entry("stderrthreshold", LOG_TO_STDERR)));

  private static final int SUGGESTIONS = 3;

  private FlagHints() {}

  /** The hint that follows {@code unknown flag: --x}. */
  static String of(String name, FlagSet flags) {
    String removed = REMOVED.get(name);
    if (removed != null) {
      return "; it was removed from Kubernetes: " + removed;
    }
    List<String> names = flags.all().stream().map(Flag::dashed).toList();
    return nearest("--" + name, names)
        .map(found -> "; did you mean " + found + "?")
        .orElse("; see `" + flags.program() + " --help`");
  }

  /** The known names similar to an unknown one; empty if there are none. */
  public static Optional<String> nearest(String name, Collection<String> known) {
    return Spelling.nearest(name, known).stream()
        .limit(SUGGESTIONS)
        .reduce((one, other) -> one + " or " + other);
  }
}
