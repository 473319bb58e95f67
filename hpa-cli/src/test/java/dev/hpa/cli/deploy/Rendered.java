package dev.hpa.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The objects that {@code kubectl kustomize} or {@code helm template} renders.
 *
 * @param text the output of the program
 */
public record Rendered(String text, List<JsonNode> objects) {

  private static final Path KUSTOMIZE =
      Path.of(Objects.requireNonNull(System.getProperty("hpa.root")), "deploy", "kustomize");

  /** The service account of the controller. */
  static final String ACCOUNT = "hpa-controller";

  /**
   * @param folder an empty one, for the kustomization
   */
  static Rendered of(Path folder, List<String> components) throws Exception {
    return of(folder, components, "");
  }

  /**
   * @param more further fields of the kustomization of the base, in YAML
   */
  static Rendered of(Path folder, List<String> components, String more) throws Exception {
    Path kustomize = folder.toRealPath().relativize(KUSTOMIZE.toRealPath());
    Path base = Files.createDirectories(folder.resolve("own-base"));
    Files.writeString(
        base.resolve("kustomization.yaml"), "resources: [../" + kustomize + "/base]\n" + more);
    return kustomized(folder, "own-base", components);
  }

  public static Rendered overlay(Path folder, String name) throws Exception {
    return parse(
        Kubectl.run(folder, "", "kustomize", KUSTOMIZE.resolve("overlays/" + name).toString()));
  }

  /**
   * @param folder an empty one, for the kustomization
   * @param components names of components to add to the overlay
   */
  public static Rendered overlay(Path folder, String name, List<String> components)
      throws Exception {
    Path kustomize = folder.toRealPath().relativize(KUSTOMIZE.toRealPath());
    return kustomized(folder, kustomize + "/overlays/" + name, components);
  }

  private static Rendered kustomized(Path folder, String resource, List<String> components)
      throws Exception {
    Path kustomize = folder.toRealPath().relativize(KUSTOMIZE.toRealPath());
    StringBuilder file = new StringBuilder("resources: [" + resource + "]\n");
    file.append("components:\n");
    components.forEach(
        each -> file.append("- ").append(kustomize.resolve("components/" + each)).append('\n'));
    Files.writeString(folder.resolve("kustomization.yaml"), file);
    return parse(Kubectl.run(folder, "", "kustomize", folder.toString()));
  }

  static Rendered parse(String text) throws IOException {
    YAMLMapper mapper = new YAMLMapper();
    try (var documents = mapper.readerFor(JsonNode.class).<JsonNode>readValues(text)) {
      return new Rendered(text, documents.readAll());
    }
  }

  Stream<JsonNode> all(String kind) {
    return objects.stream().filter(each -> each.path("kind").asText().equals(kind));
  }

  JsonNode named(String kind, String name) {
    return all(kind)
        .filter(each -> each.at("/metadata/name").asText().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " " + name));
  }

  JsonNode only(String kind) {
    List<JsonNode> found = all(kind).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " objects of the kind " + kind);
    }
    return found.getFirst();
  }

  /** The arguments of the controller. */
  public List<String> arguments() {
    return container().path("args").valueStream().map(JsonNode::asText).toList();
  }

  JsonNode container() {
    return only("Deployment").at("/spec/template/spec/containers/0");
  }

  /** The permissions of the controller's service account. */
  public List<Grant> grants() {
    List<Grant> all = new ArrayList<>();
    all("ClusterRoleBinding")
        .filter(each -> each.at("/subjects/0/name").asText().equals(ACCOUNT))
        .forEach(
            each ->
                roleOf("ClusterRole", "", each).forEach(rule -> all.addAll(Grant.of(rule, ""))));
    all("RoleBinding")
        .forEach(
            each -> {
              String namespace = each.at("/metadata/namespace").asText();
              roleOf("Role", namespace, each)
                  .forEach(rule -> all.addAll(Grant.of(rule, namespace)));
            });
    return all;
  }

  private Stream<JsonNode> roleOf(String kind, String namespace, JsonNode binding) {
    String name = binding.at("/roleRef/name").asText();
    JsonNode role =
        all(kind)
            .filter(each -> each.at("/metadata/name").asText().equals(name))
            .filter(each -> each.at("/metadata/namespace").asText().equals(namespace))
            .findAny()
            .orElseThrow(() -> new AssertionError("no " + kind + " " + namespace + "/" + name));
    JsonNode selectors = role.at("/aggregationRule/clusterRoleSelectors");
    if (selectors.isMissingNode()) {
      return role.path("rules").valueStream();
    }
    Map<String, String> wanted = labels(selectors.path(0).path("matchLabels"));
    return all("ClusterRole")
        .filter(each -> carries(each.at("/metadata/labels"), wanted))
        .flatMap(each -> each.path("rules").valueStream());
  }

  static Map<String, String> labels(JsonNode labels) {
    Map<String, String> all = new TreeMap<>();
    labels.properties().forEach(each -> all.put(each.getKey(), each.getValue().asText()));
    return Collections.unmodifiableMap(all);
  }

  /** Whether a selector is not empty and selects an object with these labels. */
  static boolean carries(JsonNode labels, Map<String, String> wanted) {
    return !wanted.isEmpty() && labels(labels).entrySet().containsAll(wanted.entrySet());
  }
}
