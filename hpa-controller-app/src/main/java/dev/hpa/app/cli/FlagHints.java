package dev.hpa.app.cli;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;

/** What to write in place of a flag that is not there. */
public final class FlagHints {

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

  /** The known names most like one that is not known; empty when none is near. */
  public static Optional<String> nearest(String name, Collection<String> known) {
    return Spelling.nearest(name, known).stream()
        .limit(SUGGESTIONS)
        .reduce((one, other) -> one + " or " + other);
  }
}
