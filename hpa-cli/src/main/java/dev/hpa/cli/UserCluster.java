package dev.hpa.cli;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.UsageException;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.KubeconfigNamespace;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cluster of the user, located as by kubectl. */
public final class UserCluster {

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Kubeconfig of the cluster (default: the files that KUBECONFIG names, then"
              + " ~/.kube/config).")
  private @Nullable Path kubeconfig;

  public ClusterConnection open(Timeline timeline) throws KubeconfigException {
    return kubeconfig == null
        ? ClusterConnection.open(defaults(System.getenv()), timeline)
        : ClusterConnection.open(kubeconfig, null, timeline);
  }

  /** The namespace of commands without {@code --namespace}, as for kubectl. */
  String namespace() throws KubeconfigException {
    return KubeconfigNamespace.of(
        kubeconfig == null ? defaults(System.getenv()) : List.of(kubeconfig));
  }

  /**
   * The files that KUBECONFIG names, between separators, or {@code .kube/config} in HOME.
   *
   * @param environment of the process
   */
  static List<Path> defaults(Map<String, String> environment) {
    String named = environment.get("KUBECONFIG");
    if (named != null && !named.isBlank()) {
      return Arrays.stream(named.split(File.pathSeparator, -1))
          .filter(file -> !file.isBlank())
          .distinct()
          .map(Path::of)
          .toList();
    }
    String folder = environment.getOrDefault("HOME", "");
    Path home =
        Path.of(folder.isEmpty() ? System.getProperty("user.home") : folder, ".kube", "config");
    if (!Files.exists(home)) {
      throw new UsageException(
          "--kubeconfig: no kubeconfig is found, and "
              + home
              + " does not exist; give --kubeconfig FILE, or set KUBECONFIG");
    }
    return List.of(home);
  }
}
