package dev.hpa.sandbox.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.ConditionalRequests;
import dev.hpa.sandbox.request.ContentNegotiation;
import dev.hpa.sandbox.request.RequestInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The discovery documents: one per group and version, and the aggregated document. */
public final class Discovery {

  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private final ApiGroups groups;

  public Discovery(ApiGroups groups) {
    this.groups = groups;
  }

  /** {@code /api}. */
  public ApiResponse core(ApiRequest request) {
    if (wantsAggregated(request)) {
      return aggregated(groups.all().stream().filter(g -> g.name().isEmpty()).toList());
    }
    ObjectNode versions = object("APIVersions", null);
    versions.putArray("versions").add("v1");
    versions
        .putArray("serverAddressByClientCIDRs")
        .addObject()
        .put("clientCIDR", "0.0.0.0/0")
        .put("serverAddress", "127.0.0.1");
    return ApiResponse.json(200, versions);
  }

  /** {@code /apis}. */
  public ApiResponse groups(ApiRequest request) {
    List<ApiGroups.Group> named = groups.all().stream().filter(g -> !g.name().isEmpty()).toList();
    if (wantsAggregated(request)) {
      return aggregated(named);
    }
    ObjectNode list = object("APIGroupList", "v1");
    ArrayNode shown = list.putArray("groups");
    named.forEach(group -> describe(group, shown.addObject()));
    return ApiResponse.json(200, list);
  }

  /** {@code /apis/GROUP}. */
  public ApiResponse group(String name) {
    ObjectNode group = object("APIGroup", "v1");
    describe(find(name), group);
    return ApiResponse.json(200, group);
  }

  private static void describe(ApiGroups.Group group, ObjectNode into) {
    into.put("name", group.name());
    ArrayNode versions = into.putArray("versions");
    group.versions().forEach(version -> version(group, version, versions.addObject()));
    version(group, group.versions().getFirst(), into.putObject("preferredVersion"));
  }

  private static void version(
      ApiGroups.Group group, ApiGroups.GroupVersion version, ObjectNode into) {
    into.put("groupVersion", group.name() + "/" + version.name()).put("version", version.name());
  }

  /** {@code /api/v1} and {@code /apis/GROUP/VERSION}. */
  public ApiResponse resources(String groupName, String versionName) {
    ApiGroups.Group group = find(groupName);
    ApiGroups.GroupVersion version =
        group.versions().stream()
            .filter(v -> v.name().equals(versionName))
            .findFirst()
            .orElseThrow(RequestInfo::notFound);
    ObjectNode list = object("APIResourceList", groupName.isEmpty() ? null : "v1");
    list.put("groupVersion", groupName.isEmpty() ? versionName : groupName + "/" + versionName);
    ArrayNode resources = list.putArray("resources");
    for (ApiGroups.Resource resource : version.resources()) {
      if (!resource.kind().isEmpty()) {
        describe(resource, resources.addObject());
      }
      for (ApiGroups.Sub sub : resource.subresources()) {
        ObjectNode part = resources.addObject();
        part.put("name", resource.plural() + "/" + sub.name()).put("singularName", "");
        part.put("namespaced", resource.namespaced());
        if (!sub.group().equals(groupName)) {
          part.put("group", sub.group()).put("version", sub.version());
        }
        part.put("kind", sub.kind());
        strings(part, "verbs", sub.verbs());
      }
    }
    return ApiResponse.json(200, list);
  }

  private static void describe(ApiGroups.Resource resource, ObjectNode into) {
    into.put("name", resource.plural()).put("singularName", resource.singular());
    into.put("namespaced", resource.namespaced()).put("kind", resource.kind());
    strings(into, "verbs", resource.verbs());
    stringsIfAny(into, "shortNames", resource.shortNames());
    stringsIfAny(into, "categories", resource.categories());
    if (!resource.storageHash().isEmpty()) {
      into.put("storageVersionHash", resource.storageHash());
    }
  }

  private static boolean wantsAggregated(ApiRequest request) {
    return request.accepted().shape() == ContentNegotiation.Shape.DISCOVERY;
  }

  private static ApiResponse aggregated(List<ApiGroups.Group> groups) {
    ObjectNode list = object("APIGroupDiscoveryList", "apidiscovery.k8s.io/v2");
    list.putObject("metadata");
    ArrayNode items = list.putArray("items");
    for (ApiGroups.Group group : groups) {
      ObjectNode item = items.addObject();
      ObjectNode metadata = item.putObject("metadata");
      if (!group.name().isEmpty()) {
        metadata.put("name", group.name());
      }
      metadata.putNull("creationTimestamp");
      ArrayNode versions = item.putArray("versions");
      for (ApiGroups.GroupVersion version : group.versions()) {
        ObjectNode entry = versions.addObject();
        entry.put("version", version.name());
        ArrayNode resources = entry.putArray("resources");
        version.resources().forEach(r -> aggregated(group, version, r, resources.addObject()));
        entry.put("freshness", "Current");
      }
    }
    byte[] body = ApiResponse.json(200, list).body();
    return new ApiResponse.Whole(200, AGGREGATED, body, Map.of())
        .withHeader("Vary", "Accept")
        .withHeader("ETag", ConditionalRequests.etag(body))
        .withHeader("Cache-Control", "public");
  }

  private static void aggregated(
      ApiGroups.Group group,
      ApiGroups.GroupVersion version,
      ApiGroups.Resource resource,
      ObjectNode into) {
    into.put("resource", resource.plural());
    if (resource.isCustom()) {
      kind(into, group.name(), version.name(), resource.kind());
    } else {
      kind(into, "", "", resource.kind());
    }
    into.put("scope", resource.namespaced() ? "Namespaced" : "Cluster");
    into.put("singularResource", resource.singular());
    if (resource.verbs().isEmpty()) {
      into.putNull("verbs");
    } else {
      strings(into, "verbs", resource.verbs());
    }
    stringsIfAny(into, "shortNames", resource.shortNames());
    stringsIfAny(into, "categories", resource.categories());
    if (!resource.subresources().isEmpty()) {
      ArrayNode parts = into.putArray("subresources");
      for (ApiGroups.Sub sub : resource.subresources()) {
        ObjectNode part = parts.addObject();
        part.put("subresource", sub.name());
        boolean isOwn = sub.group().equals(group.name()) && !resource.isCustom();
        kind(part, isOwn ? "" : sub.group(), isOwn ? "" : sub.version(), sub.kind());
        strings(part, "verbs", sub.verbs());
      }
    }
  }

  private static void kind(ObjectNode into, String group, String version, String kind) {
    into.putObject("responseKind").put("group", group).put("version", version).put("kind", kind);
  }

  private ApiGroups.Group find(String name) {
    return groups.all().stream()
        .filter(group -> group.name().equals(name))
        .findFirst()
        .orElseThrow(RequestInfo::notFound);
  }

  private static ObjectNode object(String kind, @Nullable String apiVersion) {
    ObjectNode object = JsonNodeFactory.instance.objectNode().put("kind", kind);
    return apiVersion == null ? object : object.put("apiVersion", apiVersion);
  }

  private static void strings(ObjectNode into, String name, List<String> values) {
    ArrayNode array = into.putArray(name);
    values.forEach(array::add);
  }

  private static void stringsIfAny(ObjectNode into, String name, List<String> values) {
    if (!values.isEmpty()) {
      strings(into, name, values);
    }
  }
}
