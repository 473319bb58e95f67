package dev.hpa.kube.discovery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.kube.http.MediaType;
import dev.hpa.spi.KubernetesApi;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads the responses of {@code /api} and {@code /apis}. The Content-Type determines the document
 * version; without one it is the unaggregated version.
 */
final class DiscoveryReader implements KubernetesApi.BodyReader<DiscoveryDocument> {

  private final Function<JsonNode, List<ApiGroup>> oldest;

  private DiscoveryReader(Function<JsonNode, List<ApiGroup>> oldest) {
    this.oldest = oldest;
  }

  static DiscoveryReader ofCore() {
    return new DiscoveryReader(DiscoveryReader::coreGroup);
  }

  static DiscoveryReader ofGroups() {
    return new DiscoveryReader(DiscoveryReader::groupList);
  }

  @Override
  public DiscoveryDocument read(InputStream body) throws IOException {
    return new DiscoveryDocument(oldest.apply(tree(body)), null);
  }

  @Override
  public DiscoveryDocument read(InputStream body, String contentType) throws IOException {
    return isAggregated(MediaType.parse(contentType)) ? aggregated(tree(body)) : read(body);
  }

  private static boolean isAggregated(MediaType type) {
    Map<String, String> parameters = type.parameters();
    String version = parameters.getOrDefault("v", "");
    return parameters.getOrDefault("as", "").equals("APIGroupDiscoveryList")
        && parameters.getOrDefault("g", "").equals("apidiscovery.k8s.io")
        && (version.equals("v2") || version.equals("v2beta1"));
  }

  private static List<ApiGroup> coreGroup(JsonNode document) {
    List<ApiGroup.Version> versions = new ArrayList<>();
    document
        .path("versions")
        .forEach(each -> versions.add(new ApiGroup.Version(each.asText(), each.asText())));
    String first = versions.isEmpty() ? "" : versions.getFirst().version();
    return List.of(new ApiGroup("", first, versions));
  }

  private static List<ApiGroup> groupList(JsonNode document) {
    List<ApiGroup> groups = new ArrayList<>();
    document.path("groups").forEach(each -> groups.add(group(each)));
    return groups;
  }

  /** Reads an APIGroup, the response of {@code /apis/GROUP}. */
  static ApiGroup group(InputStream body) throws IOException {
    return group(tree(body));
  }

  private static ApiGroup group(JsonNode group) {
    List<ApiGroup.Version> versions = new ArrayList<>();
    for (JsonNode version : group.path("versions")) {
      versions.add(
          new ApiGroup.Version(
              version.path("groupVersion").asText(""), version.path("version").asText("")));
    }
    return new ApiGroup(
        group.path("name").asText(""),
        group.path("preferredVersion").path("version").asText(""),
        versions);
  }

  private static DiscoveryDocument aggregated(JsonNode document) {
    List<ApiGroup> groups = new ArrayList<>();
    Map<String, List<ApiResource>> resources = new HashMap<>();
    for (JsonNode group : document.path("items")) {
      String name = group.path("metadata").path("name").asText("");
      List<ApiGroup.Version> versions = new ArrayList<>();
      for (JsonNode version : group.path("versions")) {
        if (version.path("freshness").asText().equals("Stale")) {
          continue;
        }
        String text = version.path("version").asText("");
        String groupVersion = name.isEmpty() ? text : name + "/" + text;
        versions.add(new ApiGroup.Version(groupVersion, text));
        resources.put(groupVersion, resources(version));
      }
      String preferred = versions.isEmpty() ? "" : versions.getFirst().version();
      groups.add(new ApiGroup(name, preferred, versions));
    }
    return new DiscoveryDocument(groups, resources);
  }

  private static List<ApiResource> resources(JsonNode version) {
    List<ApiResource> resources = new ArrayList<>();
    for (JsonNode each : version.path("resources")) {
      JsonNode kind = each.path("responseKind");
      if (kind.path("kind").asText("").isEmpty()) {
        continue;
      }
      resources.add(
          new ApiResource(
              each.path("resource").asText(""),
              each.path("singularResource").asText(""),
              kind.path("kind").asText(""),
              each.path("scope").asText().equals("Namespaced"),
              kind.path("group").asText(""),
              kind.path("version").asText("")));
    }
    return resources;
  }

  private static JsonNode tree(InputStream body) throws IOException {
    String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
    try {
      JsonNode tree = Json.tree(text);
      if (tree.isMissingNode()) {
        throw new IOException("unexpected end of JSON input");
      }
      return tree;
    } catch (JsonFormatException failure) {
      throw new IOException(reason(text, failure), failure);
    }
  }

  /** The text of Go's parser, as far as an answer that is no JSON at all needs one. */
  private static String reason(String text, JsonFormatException failure) {
    if (failure.getCause() instanceof JsonEOFException) {
      return "unexpected end of JSON input";
    }
    if (failure.getCause() instanceof JsonProcessingException e && e.getLocation() != null) {
      int place = Math.clamp(e.getLocation().getCharOffset(), 0, text.length() - 1);
      int start = place;
      while (start > 0 && Character.isLetterOrDigit(text.charAt(start - 1))) {
        start--;
      }
      return "invalid character '" + text.charAt(start) + "' looking for beginning of value";
    }
    return String.valueOf(failure.getMessage());
  }
}
