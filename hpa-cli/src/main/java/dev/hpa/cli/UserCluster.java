package dev.hpa.cli;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.cli.commands.Topic;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.KubeconfigChoice;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.KubeconfigNamespace;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cluster of the user, located as by kubectl. */
@Topic("Cluster")
public final class UserCluster {

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Kubeconfig of the cluster (default: the files that KUBECONFIG names, then"
              + " ~/.kube/config).")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Context of the kubeconfig (default: the current one).")
  private String context = "";

  @Option(
      names = "--as",
      paramLabel = "USER",
      description = "User to impersonate, such as one with fewer rights (default: none).")
  private String user = "";

  @Option(
      names = "--as-group",
      paramLabel = "GROUP",
      description = "Group to impersonate, with --as. Repeatable.")
  private List<String> groups = new ArrayList<>();

  @Option(
      names = "--as-uid",
      paramLabel = "UID",
      description = "UID to impersonate, with --as (default: none).")
  private String uid = "";

  @Option(
      names = "--request-timeout",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description =
          "Longest time of a request, such as 5s; 0 for the default (default: 60s, and 30s without"
              + " data).")
  private Duration timeout = Duration.ZERO;

  /**
   * Connects to the cluster.
   *
   * @throws KubeconfigException if the kubeconfig is not usable, or has no such context
   * @throws UsageException if options contradict each other
   */
  public ClusterConnection open(Timeline timeline) throws KubeconfigException {
    return ClusterConnection.open(files(), choice(), timeline);
  }

  /**
   * Connects to a server that asks the API server of the cluster who its callers are.
   *
   * @throws KubeconfigException if the kubeconfig is not usable, or has no such context
   * @throws UsageException if options contradict each other
   */
  public ClusterConnection open(KubeconfigChoice.Server server, Timeline timeline)
      throws KubeconfigException {
    KubeconfigChoice choice = choice();
    if (!choice.user().isEmpty()) {
      throw new UsageException(
          "--as: only the API server impersonates users; give the token of a service account with"
              + " --controller-token-file");
    }
    return ClusterConnection.open(files(), choice.at(server), timeline);
  }

  /** A client of the API server. */
  public HttpKubernetesApi api(ClusterConnection connection) {
    return timeout.isZero()
        ? new HttpKubernetesApi(connection)
        : HttpKubernetesApi.withTimeout(connection, timeout);
  }

  private List<Path> files() {
    return kubeconfig == null ? defaults(System.getenv()) : List.of(kubeconfig);
  }

  private KubeconfigChoice choice() {
    if (user.isEmpty() && !(groups.isEmpty() && uid.isEmpty())) {
      throw new UsageException(
          "--as-group, --as-uid: have no effect without a user; add --as USER");
    }
    if (timeout.isNegative()) {
      throw new UsageException("--request-timeout: is negative; give a duration such as 5s");
    }
    return new KubeconfigChoice(context, user, groups, uid);
  }

  /** The namespace of commands without {@code --namespace}, as for kubectl. */
  String namespace() throws KubeconfigException {
    return KubeconfigNamespace.of(files(), choice());
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
