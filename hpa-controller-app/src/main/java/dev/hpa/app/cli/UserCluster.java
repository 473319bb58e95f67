package dev.hpa.app.cli;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.cluster.ClusterConnection;
import dev.hpa.app.cluster.KubeconfigException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cluster a person works with, found as kubectl finds it. */
final class UserCluster {

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "How to reach the cluster (default: the file that KUBECONFIG names, then"
              + " ~/.kube/config).")
  private @Nullable Path kubeconfig;

  ClusterConnection open(Timeline timeline) throws KubeconfigException {
    return ClusterConnection.open(kubeconfig == null ? usual() : kubeconfig, null, timeline);
  }

  private static Path usual() {
    String named = System.getenv("KUBECONFIG");
    if (named != null && !named.isBlank()) {
      return Path.of(named.split(File.pathSeparator, -1)[0]);
    }
    Path home = Path.of(System.getProperty("user.home"), ".kube", "config");
    if (!Files.exists(home)) {
      throw new UsageException("no cluster: give --kubeconfig FILE, or set KUBECONFIG");
    }
    return home;
  }
}
