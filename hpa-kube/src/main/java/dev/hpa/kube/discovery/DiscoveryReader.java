package dev.hpa.kube.discovery;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.JsonStream;
import dev.hpa.kube.content.ShortTexts;
import dev.hpa.kube.http.MediaType;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.KubernetesApi;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
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
    return isAggregated(MediaType.parse(contentType)) ? aggregated(body) : read(body);
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

  /**
   * As a stream, because metrics adapters have a subresource for each metric of each resource: as
   * many as tenants export.
   */
  private static DiscoveryDocument aggregated(InputStream body) throws IOException {
    byte[] start = body.readNBytes(Limit.MESSAGE_CHARS.asInt());
    List<ApiGroup> groups = new ArrayList<>();
    Map<String, List<ApiResource>> resources = new HashMap<>();
    DiscoveryRoom room = new DiscoveryRoom();
    try (JsonParser parser =
        Json.replacingParser(
            new ShortTexts(
                new SequenceInputStream(new ByteArrayInputStream(start), body),
                Limit.STREAM_TEXT_BYTES.asInt()))) {
      if (parser.nextToken() == null) {
        throw new IOException("unexpected end of JSON input");
      }
      JsonStream in = JsonStream.lenient(parser);
      in.object(
          name -> {
            if (name.equals("items")) {
              in.array(() -> groups.add(group(in, room).finish(resources)));
            } else {
              in.skip();
            }
          });
    } catch (JsonProcessingException failure) {
      throw new IOException(reason(new String(start, StandardCharsets.UTF_8), failure), failure);
    }
    return new DiscoveryDocument(groups, resources);
  }

  /** A version as it is read: its fields come in any order. */
  private static final class VersionDraft {
    final DiscoveryRoom.Version resources;
    String version = "";
    boolean isStale;

    VersionDraft(DiscoveryRoom room) {
      resources = room.version();
    }
  }

  /** A group as it is read: its name may come after its versions. */
  private static final class GroupDraft {
    String name = "";
    final List<VersionDraft> versions = new ArrayList<>();

    /** Adds the resources of its versions. */
    ApiGroup finish(Map<String, List<ApiResource>> resources) {
      List<ApiGroup.Version> current = new ArrayList<>();
      for (VersionDraft each : versions) {
        if (!each.isStale) {
          String groupVersion = name.isEmpty() ? each.version : name + "/" + each.version;
          current.add(new ApiGroup.Version(groupVersion, each.version));
          resources.put(groupVersion, each.resources.resources());
        }
      }
      return new ApiGroup(name, current.isEmpty() ? "" : current.getFirst().version(), current);
    }
  }

  private static GroupDraft group(JsonStream in, DiscoveryRoom room) throws IOException {
    GroupDraft group = new GroupDraft();
    in.object(
        field -> {
          switch (field) {
            case "metadata" -> in.object(member -> readName(member, in, group));
            case "versions" -> in.array(() -> group.versions.add(version(in, room)));
            default -> in.skip();
          }
        });
    room.take(group.name);
    return group;
  }

  private static void readName(String member, JsonStream in, GroupDraft group) throws IOException {
    if (member.equals("name")) {
      group.name = in.stringIfAny();
    } else {
      in.skip();
    }
  }

  private static VersionDraft version(JsonStream in, DiscoveryRoom room) throws IOException {
    VersionDraft version = new VersionDraft(room);
    in.object(
        field -> {
          switch (field) {
            case "version" -> version.version = in.stringIfAny();
            case "freshness" -> version.isStale = in.stringIfAny().equals("Stale");
            case "resources" -> in.array(() -> version.resources.add(resource(in)));
            default -> in.skip();
          }
        });
    room.take(version.version);
    return version;
  }

  private static ApiResource resource(JsonStream in) throws IOException {
    ApiResource.Builder resource = new ApiResource.Builder();
    in.object(
        field -> {
          switch (field) {
            case "resource" -> resource.name = in.stringIfAny();
            case "singularResource" -> resource.singular = in.stringIfAny();
            case "scope" -> resource.namespaced = in.stringIfAny().equals("Namespaced");
            case "responseKind" -> in.object(member -> readKind(member, in, resource));
            default -> in.skip();
          }
        });
    return resource.build();
  }

  private static void readKind(String member, JsonStream in, ApiResource.Builder resource)
      throws IOException {
    switch (member) {
      case "group" -> resource.group = in.stringIfAny();
      case "version" -> resource.version = in.stringIfAny();
      case "kind" -> resource.kind = in.stringIfAny();
      default -> in.skip();
    }
  }

  private static JsonNode tree(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(Limit.TREE_BYTES.asInt() + 1);
    if (bytes.length > Limit.TREE_BYTES.asInt()) {
      throw new IOException("the list of API groups is larger than " + Limit.TREE_BYTES.text());
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
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

  private static String reason(String text, JsonFormatException failure) {
    return failure.getCause() instanceof JsonProcessingException cause
        ? reason(text, cause)
        : String.valueOf(failure.getMessage());
  }

  /**
   * The text of Go's parser, as far as an answer that is no JSON at all needs one.
   *
   * @param text the answer, or its start
   */
  private static String reason(String text, JsonProcessingException failure) {
    if (failure instanceof JsonEOFException) {
      return "unexpected end of JSON input";
    }
    long offset = failure.getLocation() == null ? -1 : offset(failure.getLocation());
    if (offset < 0 || offset > text.length() || text.isEmpty()) {
      return failure.getOriginalMessage();
    }
    int place = Math.clamp(offset, 0, text.length() - 1);
    int start = place;
    while (start > 0 && Character.isLetterOrDigit(text.charAt(start - 1))) {
      start--;
    }
    return "invalid character '" + text.charAt(start) + "' looking for beginning of value";
  }

  /** Of a parser of bytes, which are characters up to the first one that is not of ASCII. */
  private static long offset(JsonLocation location) {
    return location.getCharOffset() < 0 ? location.getByteOffset() : location.getCharOffset();
  }
}
