package dev.hpa.app.cluster;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What can be told of a kubeconfig without asking its server, with the words of the Kubernetes
 * clients for Go, because scripts look for them.
 */
public final class KubeconfigCheck {

  private static final String NOTHING =
      "invalid configuration: no configuration has been provided; give --kubeconfig FILE or --master"
          + " URL, or run inside a pod";

  private final String file;
  private final JsonNode config;

  private KubeconfigCheck(String file, JsonNode config) {
    this.file = file;
    this.config = config;
  }

  /**
   * Refuses a kubeconfig that cannot lead to a server.
   *
   * @param file empty for none
   * @param master address in place of the file's, empty for none
   * @throws KubeconfigException with one line
   */
  public static void requireUsable(String file, String master) throws KubeconfigException {
    if (file.isEmpty() && master.isEmpty()) {
      if (System.getenv("KUBERNETES_SERVICE_HOST") == null) {
        throw new KubeconfigException(NOTHING);
      }
      return;
    }
    JsonNode config = file.isEmpty() ? MissingNode.getInstance() : read(file);
    new KubeconfigCheck(file, config).requireUsable(master);
  }

  private static JsonNode read(String file) throws KubeconfigException {
    Path path = Path.of(file);
    if (!Files.exists(path)) {
      throw new KubeconfigException("stat " + file + ": no such file or directory");
    }
    try {
      JsonNode config = new YAMLMapper().readTree(path.toFile());
      if (!config.isMissingNode() && !config.isNull()) {
        requireConfig(file, config);
      }
      return config;
    } catch (JacksonException malformed) {
      throw unreadable(
          file, "yaml: " + malformed.getOriginalMessage().lines().findFirst().orElse(""));
    } catch (IOException failure) {
      throw unreadable(
          file,
          "read " + file + (Files.isDirectory(path) ? ": is a directory" : ": cannot be read"));
    }
  }

  private static void requireConfig(String file, JsonNode config) throws KubeconfigException {
    if (!config.isObject()) {
      throw unreadable(file, "couldn't get version/kind; it is no map of contexts and clusters");
    }
    String version = config.path("apiVersion").asText("v1");
    String kind = config.path("kind").asText("Config");
    if (!version.equals("v1") || !kind.equals("Config")) {
      throw unreadable(
          file, "no kind \"" + kind + "\" is registered for version \"" + version + "\"");
    }
  }

  private static KubeconfigException unreadable(String file, String why) {
    return new KubeconfigException("error loading config file \"" + file + "\": " + why);
  }

  private void requireUsable(String master) throws KubeconfigException {
    String contextName = config.path("current-context").asText("");
    JsonNode context = named("contexts", contextName).path("context");
    if (!contextName.isEmpty() && context.isMissingNode()) {
      throw new KubeconfigException(
          "invalid configuration: context was not found for specified context: " + contextName);
    }
    String clusterName = context.path("cluster").asText("");
    JsonNode cluster = named("clusters", clusterName).path("cluster");
    String userName = context.path("user").asText("");
    JsonNode user = named("users", userName).path("user");
    Set<String> problems = new LinkedHashSet<>(userProblems(userName, user));
    String server = master.isEmpty() ? cluster.path("server").asText("") : master;
    if (server.isEmpty() && cluster.isEmpty() && problems.isEmpty()) {
      throw new KubeconfigException(NOTHING);
    }
    problems.addAll(clusterProblems(clusterName, cluster, server));
    if (!problems.isEmpty()) {
      throw new KubeconfigException(
          "invalid configuration: "
              + (problems.size() == 1
                  ? problems.iterator().next()
                  : "[" + String.join(", ", problems) + "]"));
    }
    requireAddress(server);
    requireOneTrust(cluster);
  }

  private JsonNode named(String list, String name) {
    for (JsonNode each : config.path(list)) {
      if (each.path("name").asText("").equals(name)) {
        return each;
      }
    }
    return MissingNode.getInstance();
  }

  private List<String> clusterProblems(String name, JsonNode cluster, String server) {
    List<String> problems = new ArrayList<>();
    if (server.isEmpty()) {
      problems.add(
          name.isEmpty()
              ? "default cluster has no server defined"
              : "no server found for cluster \"" + name + "\"");
    }
    String authority = cluster.path("certificate-authority").asText("");
    String missing = missing(authority);
    if (missing != null) {
      problems.add("unable to read certificate-authority " + authority + " for " + name + missing);
    }
    return problems;
  }

  private List<String> userProblems(String name, JsonNode user) {
    List<String> problems = new ArrayList<>();
    List<String> ways = new ArrayList<>();
    if (has(user, "token")) {
      ways.add("token");
    }
    if (has(user, "username") || has(user, "password")) {
      ways.add("basicAuth");
    }
    if (has(user, "client-certificate") || has(user, "client-certificate-data")) {
      problems.addAll(certificateProblems(name, user));
    }
    if (ways.size() > 1) {
      problems.add(
          "more than one authentication method found for %s; found [%s], only one is allowed"
              .formatted(name, String.join(" ", ways)));
    }
    return problems;
  }

  private List<String> certificateProblems(String name, JsonNode user) {
    List<String> problems = new ArrayList<>();
    if (!has(user, "client-key") && !has(user, "client-key-data")) {
      problems.add(
          "client-key-data or client-key must be specified for "
              + name
              + " to use the clientCert authentication method.");
    }
    for (String key : List.of("client-certificate", "client-key")) {
      String path = user.path(key).asText("");
      String missing = has(user, key + "-data") ? null : missing(path);
      if (missing != null) {
        String what = key.equals("client-key") ? "client-key" : "client-cert";
        problems.add("unable to read " + what + " " + path + " for " + name + missing);
      }
    }
    return problems;
  }

  private static boolean has(JsonNode node, String key) {
    return !node.path(key).asText("").isEmpty();
  }

  /** Paths count from where the kubeconfig lies. */
  private @Nullable String missing(String path) {
    if (path.isEmpty() || Files.isReadable(Path.of(file).resolveSibling(path))) {
      return null;
    }
    return " due to open " + path + ": no such file or directory";
  }

  private static void requireAddress(String server) throws KubeconfigException {
    if (!isAddress(server) && !isAddress("http://" + server)) {
      throw new KubeconfigException("host must be a URL or a host:port pair: \"" + server + "\"");
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
