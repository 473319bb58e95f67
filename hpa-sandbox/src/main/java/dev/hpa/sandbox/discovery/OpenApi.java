package dev.hpa.sandbox.discovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ServedResources;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.ConditionalRequests;
import dev.hpa.sandbox.request.RequestInfo;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The OpenAPI documents: the schemas of all kinds and, of the paths, only the parameter {@code
 * fieldValidation}, which clients look for to leave the validation to the server.
 *
 * <p>Documents are created on demand and cached until the served resources change.
 */
public final class OpenApi {

  private static final String V3 = "/openapi/v3/";
  private static final String V2_PROTOBUF =
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final ServedResources served;
  private final ApiGroups groups;
  private final String release;
  private final Supplier<Instant> clock;
  private volatile Documents documents = new Documents(List.of(), List.of(), Map.of(), "");

  /**
   * @param release the version of the API, such as {@code v1.36.2}
   */
  public OpenApi(
      ServedResources served, ApiGroups groups, String release, Supplier<Instant> clock) {
    this.served = served;
    this.groups = groups;
    this.release = release;
    this.clock = clock;
  }

  /**
   * A snapshot of the documents of version 3.
   *
   * @param paths the paths with documents, such as {@code apis/apps/v1}
   * @param bodies the documents by path
   * @param since when the documents were created, as an HTTP date
   */
  private record Documents(
      List<ResourceType> of, List<String> paths, Map<String, Document> bodies, String since) {}

  private record Document(byte[] body, String hash) {

    public static Document of(ObjectNode tree) {
      byte[] body = ApiResponse.json(200, tree).body();
      return new Document(body, ConditionalRequests.hash(body));
    }
  }

  /** Responds to requests below {@code /openapi}. */
  public ApiResponse answer(ApiRequest request) {
    List<String> path = request.path();
    String version = path.size() < 2 ? "" : path.get(1);
    boolean isVersion = path.size() == 2;
    return switch (version) {
      case "v2" -> isVersion ? old(request) : ApiResponse.notFound();
      case "v3" -> isVersion ? index() : document(request);
      default -> ApiResponse.notFound();
    };
  }

  private Documents documents() {
    Documents known = documents;
    List<ResourceType> types = served.all();
    List<String> paths = paths();
    if (!known.of().equals(types) || !known.paths().equals(paths)) {
      known = new Documents(types, paths, bodies(types, paths), HTTP_DATE.format(clock.get()));
      documents = known;
    }
    return known;
  }

  private List<String> paths() {
    List<String> paths = new ArrayList<>();
    for (ApiGroups.Group group : groups.all()) {
      group.versions().forEach(version -> paths.add(path(group.name(), version.name())));
    }
    return paths;
  }

  private Map<String, Document> bodies(List<ResourceType> types, List<String> paths) {
    Map<String, Document> bodies = new LinkedHashMap<>();
    paths.forEach(path -> bodies.put(path, Document.of(document(path, types))));
    return bodies;
  }

  /**
   * {@code /openapi/v2}. kubectl requests it in protobuf for kinds that it does not find in version
   * 3, and gets an empty document: nor are they in version 2.
   */
  private ApiResponse old(ApiRequest request) {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("swagger", "2.0");
    document.putObject("info").put("title", "Kubernetes").put("version", release);
    ObjectNode paths = document.putObject("paths");
    OpenApiSchemas schemas = OpenApiSchemas.ofV2();
    for (ResourceType type : served.all()) {
      for (ResourceType.Version version : type.versions()) {
        describe(type, version, "/" + path(version.group(), version.name()), paths);
        schemas.add(type, version);
      }
    }
    document.set("definitions", schemas.definitions());
    ApiResponse.Whole json = ApiResponse.json(200, document);
    ApiResponse.Whole answer =
        request.accept().contains("proto-openapi.spec.v2")
            ? new ApiResponse.Whole(200, V2_PROTOBUF, new byte[0], Map.of())
            : json;
    return answer
        .withHeader("Vary", "Accept-Encoding, Accept")
        .withHeader("ETag", ConditionalRequests.etag(json.body()))
        .withHeader("Last-Modified", documents().since());
  }

  /** {@code /openapi/v3}. */
  private ApiResponse index() {
    Documents now = documents();
    ObjectNode index = JsonNodeFactory.instance.objectNode();
    ObjectNode paths = index.putObject("paths");
    now.bodies()
        .forEach(
            (path, document) ->
                paths.putObject(path).put("serverRelativeURL", address(path, document)));
    ApiResponse.Whole json = ApiResponse.json(200, index);
    return new ApiResponse.Whole(200, ApiResponse.TEXT, json.body(), Map.of())
        .withHeader("Last-Modified", now.since());
  }

  private static String address(String path, Document document) {
    return V3 + path + "?hash=" + document.hash();
  }

  /** {@code /openapi/v3/PATH}; a document that is requested by hash is immutable. */
  private ApiResponse document(ApiRequest request) {
    String path = String.join("/", request.path().subList(2, request.path().size()));
    Documents now = documents();
    Document document = now.bodies().get(path);
    if (document == null) {
      throw RequestInfo.notFound();
    }
    String hash = request.parameter("hash");
    boolean isOther = hash != null && !hash.equals(document.hash());
    ApiResponse.Whole answer =
        new ApiResponse.Whole(
                isOther ? 301 : 200,
                ApiResponse.JSON,
                isOther ? new byte[0] : document.body(),
                Map.of())
            .withHeader("Vary", "Accept")
            .withHeader("ETag", '"' + document.hash() + '"');
    if (isOther) {
      return answer.withHeader("Location", address(path, document));
    }
    ApiResponse.Whole dated = answer.withHeader("Last-Modified", now.since());
    return hash == null ? dated : dated.withHeader("Cache-Control", "public, immutable");
  }

  private ObjectNode document(String path, List<ResourceType> types) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("openapi", "3.0.0");
    document.putObject("info").put("title", "Kubernetes").put("version", release);
    ObjectNode paths = document.putObject("paths");
    OpenApiSchemas schemas = OpenApiSchemas.ofV3();
    for (ResourceType type : types) {
      for (ResourceType.Version version : type.versions()) {
        if (path(version.group(), version.name()).equals(path)) {
          describe(type, version, "/" + path, paths);
          schemas.add(type, version);
        }
      }
    }
    document.putObject("components").set("schemas", schemas.definitions());
    return document;
  }

  private static void describe(
      ResourceType type, ResourceType.Version version, String base, ObjectNode paths) {
    String path = base + (type.namespaced() ? "/namespaces/{namespace}/" : "/") + type.plural();
    operation(paths.putObject(path), "get", "list", type, version);
    operation(paths.putObject(path + "/{name}"), "patch", "patch", type, version)
        .putArray("parameters")
        .addObject()
        .put("name", "fieldValidation")
        .put("in", "query")
        .putObject("schema")
        .put("type", "string");
  }

  private static ObjectNode operation(
      ObjectNode path,
      String method,
      String action,
      ResourceType type,
      ResourceType.Version version) {
    ObjectNode operation = path.putObject(method).put("x-kubernetes-action", action);
    operation
        .putObject("x-kubernetes-group-version-kind")
        .put("group", version.group())
        .put("version", version.name())
        .put("kind", type.kind());
    return operation;
  }

  private static String path(String group, String version) {
    return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
  }
}
