package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.kube.content.UnicodeText;
import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The contexts, clusters and users of one or more kubeconfig files. When files are merged, the
 * first file that defines a name or a current context takes precedence. Relative paths are resolved
 * against the folder of their file.
 *
 * @param currentContext empty for none
 */
record Kubeconfig(
    String currentContext,
    Map<String, JsonNode> contexts,
    Map<String, JsonNode> clusters,
    Map<String, JsonNode> users) {

  static final Kubeconfig EMPTY = new Kubeconfig("", Map.of(), Map.of(), Map.of());

  private static final Set<String> BOOLEANS =
      Set.of("insecure-skip-tls-verify", "disable-compression");

  private static final List<String> CLUSTER_FILES = List.of("certificate-authority");
  private static final List<String> USER_FILES =
      List.of("client-certificate", "client-key", "tokenFile");

  /**
   * Reads one file.
   *
   * @throws KubeconfigException if it cannot be read or is not a kubeconfig
   */
  static Kubeconfig read(Path file) throws KubeconfigException {
    if (!Files.exists(file)) {
      throw new KubeconfigException("stat " + file + ": no such file or directory");
    }
    JsonNode config = parse(file);
    Path folder = file.toAbsolutePath().resolveSibling(".").normalize();
    return new Kubeconfig(
        config.path("current-context").asText(""),
        named(file, config, "contexts", "context"),
        resolved(named(file, config, "clusters", "cluster"), CLUSTER_FILES, folder),
        resolved(named(file, config, "users", "user"), USER_FILES, folder));
  }

  /**
   * Reads and merges files as client-go does: of several, missing ones are skipped.
   *
   * @throws KubeconfigException if one cannot be read or is not a kubeconfig, or all are missing
   */
  static Kubeconfig read(List<Path> files) throws KubeconfigException {
    Kubeconfig merged = EMPTY;
    boolean isRead = files.isEmpty();
    for (Path file : files) {
      if (files.size() == 1 || Files.exists(file)) {
        requireReadable(file);
        merged = merged.merge(read(file));
        isRead = true;
      }
    }
    if (!isRead) {
      throw new KubeconfigException(
          files.stream().map(Path::toString).collect(Collectors.joining(", "))
              + ": no such files; correct KUBECONFIG");
    }
    return merged;
  }

  private static void requireReadable(Path file) throws KubeconfigException {
    if (Files.isDirectory(file) || !Files.isReadable(file)) {
      throw new KubeconfigException(
          file
              + ": "
              + (Files.isDirectory(file)
                  ? "is a directory"
                  : Files.exists(file) ? "cannot be read" : "no such file")
              + "; give the kubeconfig of a cluster with --kubeconfig");
    }
  }

  /** Merges another file; existing definitions take precedence. */
  Kubeconfig merge(Kubeconfig later) {
    return new Kubeconfig(
        currentContext.isEmpty() ? later.currentContext : currentContext,
        merge(contexts, later.contexts),
        merge(clusters, later.clusters),
        merge(users, later.users));
  }

  /** Returns a copy whose users have no credentials. */
  Kubeconfig anonymous() {
    Map<String, JsonNode> empty = new TreeMap<>();
    users.keySet().forEach(name -> empty.put(name, emptyUser()));
    return new Kubeconfig(currentContext, contexts, clusters, empty);
  }

  /**
   * A copy with what a user chooses.
   *
   * @throws KubeconfigException if the context does not exist
   */
  Kubeconfig with(KubeconfigChoice choice) throws KubeconfigException {
    if (!choice.context().isEmpty() && !contexts.containsKey(choice.context())) {
      throw new KubeconfigException(
          "context \"%s\" does not exist; use one of: %s"
              .formatted(choice.context(), String.join(", ", contexts.keySet())));
    }
    Kubeconfig chosen =
        choice.context().isEmpty()
            ? this
            : new Kubeconfig(choice.context(), contexts, clusters, users);
    Kubeconfig acting = choice.user().isEmpty() ? chosen : chosen.impersonating(choice);
    return choice.server() == null ? acting : acting.at(choice.server());
  }

  private Kubeconfig at(KubeconfigChoice.Server server) {
    ObjectNode changed =
        JsonNodeFactory.instance
            .objectNode()
            .put("server", server.url())
            .put("tls-server-name", server.name())
            .put("insecure-skip-tls-verify", server.isInsecure());
    if (server.authority() != null) {
      changed.put("certificate-authority", server.authority().toAbsolutePath().toString());
    }
    Map<String, JsonNode> servers = new TreeMap<>(clusters);
    servers.put(clusterName(), changed);
    Map<String, JsonNode> all = new TreeMap<>(users);
    if (server.tokenFile() != null) {
      all.put(
          userName(), emptyUser().put("tokenFile", server.tokenFile().toAbsolutePath().toString()));
    }
    return new Kubeconfig(currentContext, contexts, servers, all);
  }

  private Kubeconfig impersonating(KubeconfigChoice choice) {
    ObjectNode changed = user() instanceof ObjectNode own ? own.deepCopy() : emptyUser();
    changed.put("as", choice.user());
    changed.remove(List.of("as-uid", "as-groups", "as-user-extra"));
    if (!choice.uid().isEmpty()) {
      changed.put("as-uid", choice.uid());
    }
    ArrayNode groups = changed.putArray("as-groups");
    choice.groups().forEach(groups::add);
    Map<String, JsonNode> all = new TreeMap<>(users);
    all.put(userName(), changed);
    return new Kubeconfig(currentContext, contexts, clusters, all);
  }

  private static ObjectNode emptyUser() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static Map<String, JsonNode> merge(
      Map<String, JsonNode> first, Map<String, JsonNode> later) {
    Map<String, JsonNode> merged = new TreeMap<>(later);
    merged.putAll(first);
    return merged;
  }

  /** The current context; a missing node if there is none. */
  JsonNode context() {
    return contexts.getOrDefault(currentContext, MissingNode.getInstance());
  }

  String clusterName() {
    return context().path("cluster").asText("");
  }

  /** The cluster of the current context; missing when it is not defined. */
  JsonNode cluster() {
    return clusters.getOrDefault(clusterName(), MissingNode.getInstance());
  }

  String userName() {
    return context().path("user").asText("");
  }

  /** The user of the current context; missing when it is not defined. */
  JsonNode user() {
    return users.getOrDefault(userName(), MissingNode.getInstance());
  }

  private static JsonNode parse(Path file) throws KubeconfigException {
    try (InputStream in = Files.newInputStream(file)) {
      JsonNode config = Json.tree(YamlJson.first(UnicodeText.of(in).readAllAsString()).text());
      if (!config.isNull()) {
        requireConfig(file, config);
      }
      return config;
    } catch (YamlFormatException | JsonFormatException malformed) {
      throw unreadable(file, "yaml: " + malformed.getMessage());
    } catch (IOException failure) {
      throw unreadable(
          file,
          "read " + file + (Files.isDirectory(file) ? ": is a directory" : ": cannot be read"));
    }
  }

  private static void requireConfig(Path file, JsonNode config) throws KubeconfigException {
    if (!config.isObject()) {
      throw unreadable(file, "couldn't get version/kind; it is not a map of contexts and clusters");
    }
    String version = config.path("apiVersion").asText("v1");
    String kind = config.path("kind").asText("Config");
    if (!version.equals("v1") || !kind.equals("Config")) {
      throw unreadable(
          file, "no kind \"" + kind + "\" is registered for version \"" + version + "\"");
    }
  }

  private static KubeconfigException unreadable(Path file, String why) {
    return new KubeconfigException("error loading config file \"" + file + "\": " + why);
  }

  private static Map<String, JsonNode> named(Path file, JsonNode config, String list, String member)
      throws KubeconfigException {
    JsonNode entries = config.path(list);
    if (!entries.isArray() && !entries.isMissingNode() && !entries.isNull()) {
      throw unreadable(file, list + " is not a list");
    }
    Map<String, JsonNode> named = new TreeMap<>();
    for (JsonNode each : entries) {
      JsonNode value = each.path(member);
      String name = each.path("name").asText("");
      requireStrings(file, list + " \"" + name + "\"", value);
      if (named.put(name, value.isObject() ? value : JsonNodeFactory.instance.objectNode())
          != null) {
        throw unreadable(file, "duplicate name \"" + name + "\" in " + list);
      }
    }
    return named;
  }

  /** A token such as 0123 is a number in YAML, and another text than the one in the file. */
  private static void requireStrings(Path file, String what, JsonNode value)
      throws KubeconfigException {
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      boolean isOther = field.getValue().isBoolean() && !BOOLEANS.contains(field.getKey());
      if (field.getValue().isNumber() || isOther) {
        throw unreadable(file, what + ": " + field.getKey() + " is not a string; quote it");
      }
    }
  }

  private static Map<String, JsonNode> resolved(
      Map<String, JsonNode> entries, List<String> paths, Path folder) {
    Map<String, JsonNode> resolved = new TreeMap<>();
    entries.forEach(
        (name, entry) -> {
          ObjectNode copy = entry.deepCopy();
          for (String path : paths) {
            String text = copy.path(path).asText("");
            if (!text.isEmpty()) {
              copy.put(path, folder.resolve(text).normalize().toString());
            }
          }
          JsonNode exec = copy.path("exec");
          String command = exec.path("command").asText("");
          if (command.contains("/") && exec instanceof ObjectNode plugin) {
            plugin.put("command", folder.resolve(command).normalize().toString());
          }
          resolved.put(name, copy);
        });
    return resolved;
  }
}
