package dev.hpa.cli.conformance;

import dev.hpa.app.cli.UsageException;
import dev.hpa.conformance.environment.ClusterAccess;
import dev.hpa.conformance.environment.MetricsAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code hpa conformance} that select an existing cluster. */
final class ClusterOptions {

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Admin kubeconfig of the cluster to use; no other HPA controller may run there (default:"
              + " a built-in cluster).")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--in-cluster",
      description =
          "Use the cluster of this pod, with its service account; see deploy/conformance.")
  private boolean inCluster;

  @Option(
      names = "--metrics-address",
      paramLabel = "HOST[:PORT]",
      description =
          "Where the API server reaches the metrics APIs of the suite, which then listen on all"
              + " interfaces (default: localhost, or with --in-cluster the address of the pod, and a"
              + " free port).")
  private @Nullable String metricsAddress;

  @Option(
      names = "--replace-metrics-apis",
      description =
          "Replace existing APIServices of the metrics APIs, such as that of metrics-server, and"
              + " restore them at the end.")
  private boolean replaceMetricsApis;

  @Option(
      names = "--cleanup",
      description =
          "Do not run the suite. Restore the APIServices, and delete the objects, of a run that"
              + " ended without its own cleanup.")
  private boolean cleanup;

  @SuppressWarnings("NullAway.Init")
  ClusterOptions() {}

  /**
   * Validates what picocli does not.
   *
   * @throws UsageException if a value is malformed, or options exclude or require each other
   */
  void check() {
    if (kubeconfig != null && inCluster) {
      throw new UsageException("--in-cluster: excludes --kubeconfig; omit one of them");
    }
    if (!isSelected()) {
      requireNone(metricsAddress != null, "--metrics-address");
      requireNone(replaceMetricsApis, "--replace-metrics-apis");
      requireNone(cleanup, "--cleanup");
    }
    address();
  }

  private static void requireNone(boolean given, String option) {
    if (given) {
      throw new UsageException(
          option + ": requires an existing cluster; add --kubeconfig or --in-cluster");
    }
  }

  private @Nullable MetricsAddress address() {
    try {
      return metricsAddress == null ? null : MetricsAddress.parse(metricsAddress);
    } catch (IllegalArgumentException malformed) {
      throw new UsageException("--metrics-address: " + malformed.getMessage(), malformed);
    }
  }

  /** Whether an existing cluster is used. */
  boolean isSelected() {
    return kubeconfig != null || inCluster;
  }

  boolean cleansUp() {
    return cleanup;
  }

  /** The existing cluster, or null for the built-in one. */
  @Nullable ClusterAccess access() {
    return isSelected() ? new ClusterAccess(kubeconfig, address(), replaceMetricsApis) : null;
  }

  /** The options as words of a command line. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    if (kubeconfig != null) {
      words.add("--kubeconfig " + ConformanceOptions.quoted(kubeconfig.toString()));
    }
    if (inCluster) {
      words.add("--in-cluster");
    }
    if (metricsAddress != null) {
      words.add("--metrics-address " + ConformanceOptions.quoted(metricsAddress));
    }
    if (replaceMetricsApis) {
      words.add("--replace-metrics-apis");
    }
    return words;
  }
}
