package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates a kubeconfig without requests to its server. The messages are those of client-go,
 * because scripts match them.
 */
public final class KubeconfigValidation {

  private static final String NO_CONFIGURATION =
      "invalid configuration: no configuration has been provided";

  private static final String NOTHING =
      NO_CONFIGURATION + "; give --kubeconfig FILE or --master URL, or run inside a pod";

  private final Kubeconfig config;

  private KubeconfigValidation(Kubeconfig config) {
    this.config = config;
  }

  /**
   * Rejects a kubeconfig without a usable server.
   *
   * @param file path; empty for none
   * @param master address that overrides the server; empty for none
   * @throws KubeconfigException with one line
   */
  public static void requireUsable(String file, String master) throws KubeconfigException {
    if (file.isEmpty() && master.isEmpty()) {
      if (System.getenv("KUBERNETES_SERVICE_HOST") == null) {
        throw new KubeconfigException(NOTHING);
      }
      return;
    }
    requireUsable(file.isEmpty() ? Kubeconfig.EMPTY : Kubeconfig.read(Path.of(file)), master);
  }

  /** Rejects a parsed kubeconfig without a usable server. */
  static void requireUsable(Kubeconfig config, String master) throws KubeconfigException {
    new KubeconfigValidation(config).requireUsable(master);
  }

  private void requireUsable(String master) throws KubeconfigException {
    String contextName = config.currentContext();
    JsonNode cluster = config.cluster();
    String server = master.isEmpty() ? cluster.path("server").asText("") : master;
    if (!contextName.isEmpty() && config.context().isMissingNode()) {
      throw invalid(withoutContext(contextName, server));
    }
    Set<String> problems =
        new LinkedHashSet<>(KubeconfigUserValidation.problems(config.userName(), config.user()));
    if (server.isEmpty() && cluster.isEmpty() && problems.isEmpty()) {
      throw new KubeconfigException(contextName.isEmpty() ? withoutContext() : NOTHING);
    }
    problems.addAll(clusterProblems(config.clusterName(), cluster, server));
    if (!problems.isEmpty()) {
      throw invalid(problems);
    }
    requireAddress(server);
    requireOneTrust(cluster);
  }

  private static KubeconfigException invalid(Collection<String> problems) {
    return new KubeconfigException(
        "invalid configuration: "
            + (problems.size() == 1
                ? problems.iterator().next()
                : "[" + String.join(", ", problems) + "]"));
  }

  private static List<String> withoutContext(String contextName, String server) {
    String problem = "context was not found for specified context: " + contextName;
    return server.isEmpty() ? List.of(problem, "cluster has no server defined") : List.of(problem);
  }

  private String withoutContext() {
    return config.contexts().isEmpty()
        ? NOTHING
        : NO_CONFIGURATION
            + ": current-context is not set; set it with kubectl config use-context NAME to one of:"
            + " "
            + String.join(", ", config.contexts().keySet());
  }

  private static List<String> clusterProblems(String name, JsonNode cluster, String server) {
    List<String> problems = new ArrayList<>();
    if (server.isEmpty()) {
      problems.add(
          name.isEmpty()
              ? "default cluster has no server defined"
              : "no server found for cluster \"" + name + "\"");
    }
    String proxy = cluster.path("proxy-url").asText("");
    String wrongProxy = proxy.isEmpty() ? null : ProxyAddress.problem(proxy);
    if (wrongProxy != null) {
      problems.add(
          "invalid 'proxy-url' \"%s\" for cluster \"%s\": %s"
              .formatted(ProxyAddress.masked(proxy), name, wrongProxy));
    }
    String authority = cluster.path("certificate-authority").asText("");
    if (!authority.isEmpty() && has(cluster, "certificate-authority-data")) {
      problems.add(
          "certificate-authority-data and certificate-authority are both specified for "
              + name
              + ". certificate-authority-data will override.");
    }
    String missing = missing(authority);
    if (missing != null) {
      problems.add("unable to read certificate-authority " + authority + " for " + name + missing);
    }
    return problems;
  }

  static boolean has(JsonNode node, String key) {
    return !node.path(key).asText("").isEmpty();
  }

  /** The reason why a file cannot be opened; null if it can or the path is empty. */
  static @Nullable String missing(String path) {
    if (path.isEmpty() || Files.isReadable(Path.of(path))) {
      return null;
    }
    return " due to open " + path + ": no such file or directory";
  }

  private static void requireAddress(String server) throws KubeconfigException {
    if (!isAddress(server) && !isAddress("http://" + server)) {
      throw new KubeconfigException(
          "host must be a URL or a host:port pair: \"" + ProxyAddress.masked(server) + "\"");
    }
  }

  private static boolean isAddress(String text) {
    try {
      URI uri = new URI(text);
      return uri.getScheme() != null
          && uri.getAuthority() != null
          && !uri.getAuthority().startsWith(":")
          && !uri.getAuthority().contains("http:")
          && !uri.getAuthority().contains("https:");
    } catch (URISyntaxException none) {
      return false;
    }
  }

  private static void requireOneTrust(JsonNode cluster) throws KubeconfigException {
    boolean authority =
        has(cluster, "certificate-authority") || has(cluster, "certificate-authority-data");
    if (authority && cluster.path("insecure-skip-tls-verify").asBoolean()) {
      throw new KubeconfigException(
          "specifying a root certificates file with the insecure flag is not allowed");
    }
  }
}
