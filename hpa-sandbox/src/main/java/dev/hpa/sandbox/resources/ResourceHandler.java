package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.WriteContext;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.Serializer;
import dev.hpa.sandbox.request.WriteOptions;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.watch.ListHandler;
import dev.hpa.sandbox.watch.OpenWatches;
import dev.hpa.sandbox.watch.ProtobufList;
import dev.hpa.sandbox.watch.SharedWatchEncoder;
import dev.hpa.sandbox.watch.TableConverter;
import dev.hpa.sandbox.watch.Watch;
import dev.hpa.sandbox.watch.WatchEventEncoder;
import dev.hpa.sandbox.watch.WatchRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Handles the verbs of stored resources and their status. */
public final class ResourceHandler {

  /** Subresources that need a kubelet or are not implemented. */
  private static final Set<String> NOT_SERVED =
      Set.of(
          "attach",
          "binding",
          "ephemeralcontainers",
          "eviction",
          "exec",
          "log",
          "portforward",
          "proxy",
          "resize");

  private final Cluster cluster;
  private final OpenWatches watches;
  private final SharedWatchEncoder.Pool shared = new SharedWatchEncoder.Pool();
  private final ListHandler lists;
  private final TableConverter tables;
  private final ScaleHandler scales;
  private final DeleteHandler deletions;

  public ResourceHandler(Cluster cluster, OpenWatches watches) {
    this.cluster = cluster;
    this.watches = watches;
    this.lists = new ListHandler(cluster);
    this.tables = new TableConverter(cluster);
    this.scales = new ScaleHandler(cluster);
    this.deletions = new DeleteHandler(cluster, this);
  }

  public ApiResponse answer(ApiRequest call, RequestInfo target) {
    String deprecation = target.version().deprecation();
    if (deprecation != null) {
      call.warnings().add(List.of(deprecation));
    }
    return switch (target.subresource()) {
      case "" -> target.name().isEmpty() ? onCollection(call, target) : onObject(call, target);
      case "status" -> onStatus(call, target);
      case "scale" -> scales.answer(call, target);
      default -> throw unknownPart(target);
    };
  }

  private StatusException unknownPart(RequestInfo target) {
    String part = target.subresource();
    int slash = part.indexOf('/');
    String name = slash < 0 ? part : part.substring(0, slash);
    if (!target.type().equals(ResourceTypes.PODS) || !NOT_SERVED.contains(name)) {
      return RequestInfo.notFound();
    }
    cluster.get(target.type(), key(target));
    return StatusException.notServed(
        "the sandbox does not serve pods/%s: its pods are simulated and run no containers"
            .formatted(name));
  }

  private ApiResponse onCollection(ApiRequest call, RequestInfo target) {
    return switch (call.method()) {
      case "GET" -> call.isWatch() ? watch(call, target) : list(call, target);
      case "POST" -> create(call, target);
      case "DELETE" -> deletions.all(call, target);
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private ApiResponse onObject(ApiRequest call, RequestInfo target) {
    return switch (call.method()) {
      case "GET" -> read(call, target);
      case "PUT" -> replace(call, target);
      case "PATCH" -> patch(call, target);
      case "DELETE" -> deletions.one(call, target);
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private ApiResponse onStatus(ApiRequest call, RequestInfo target) {
    if (!target.type().hasStatus()) {
      throw RequestInfo.notFound();
    }
    return switch (call.method()) {
      case "GET" -> read(call, target);
      case "PUT" -> replaceStatus(call, target);
      case "PATCH" -> patchStatus(call, target);
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private ApiResponse read(ApiRequest call, RequestInfo target) {
    lists.checkRead(call);
    return shown(call, target, cluster.get(target.type(), key(target)), 200);
  }

  private ApiResponse list(ApiRequest call, RequestInfo target) {
    ListHandler.Page page = lists.list(call, target);
    String table = call.accepted().tableVersion();
    if (table != null) {
      return ApiResponse.json(
          200, tables.list(target, page, table, call.parameter("includeObject")));
    }
    return call.accepted().isProtobufOfWholeObjects()
        ? protobuf(target, page)
        : ApiResponse.json(200, ListHandler.json(target, page));
  }

  private static ApiResponse protobuf(RequestInfo target, ListHandler.Page page) {
    try {
      byte[] body = ProtobufList.body(target, page);
      return new ApiResponse.Whole(200, Serializer.PROTOBUF.mediaType(), body, Map.of());
    } catch (ProtobufFormatException failure) {
      throw Serializer.onlyWhole();
    }
  }

  private ApiResponse watch(ApiRequest call, RequestInfo target) {
    WatchRequest request = WatchRequest.of(call, target);
    Watch watch = Watch.open(cluster, target, request, frames(call, target), watches);
    return new ApiResponse.Streamed(200, watch.contentType(), watch);
  }

  private WatchEventEncoder frames(ApiRequest call, RequestInfo target) {
    Serializer form = call.accepted().form();
    form.requireEvents();
    String table = call.accepted().tableVersion();
    if (table != null) {
      return tables.events(target, table, call.parameter("includeObject"));
    }
    return switch (call.accepted().shape()) {
      case PARTIAL, PARTIAL_LIST -> WatchEventEncoder.partial(call.accepted(), target);
      default -> shared.of(target, form);
    };
  }

  private ApiResponse create(ApiRequest call, RequestInfo target) {
    WriteOptions.check(call);
    if (target.type().namespaced() && target.namespace().isEmpty()) {
      throw StatusException.methodNotAllowed();
    }
    ObjectNode given = RequestDecoder.object(call, target);
    StoredObject created =
        cluster.create(target.type(), target.namespace(), given, WriteOptions.write(call, target));
    return shown(call, target, created, 201);
  }

  private ApiResponse replace(ApiRequest call, RequestInfo target) {
    WriteOptions.check(call);
    ObjectNode given = RequestDecoder.object(call, target);
    requireSameName(call, given, target);
    StoredObject updated =
        cluster.update(
            target.type(),
            key(target),
            requiredRevision(call, given, target),
            before -> sameObject(given, before, target),
            WriteOptions.write(call, target));
    return shown(call, target, updated, 200);
  }

  private ApiResponse replaceStatus(ApiRequest call, RequestInfo target) {
    WriteOptions.check(call);
    ObjectNode given = RequestDecoder.object(call, target);
    requireSameName(call, given, target);
    StoredObject updated =
        cluster.updateStatus(
            target.type(),
            key(target),
            requiredRevision(call, given, target),
            before -> sameObject(given, before, target),
            WriteOptions.write(call, target));
    return shown(call, target, updated, 200);
  }

  private static void requireSameName(ApiRequest call, ObjectNode given, RequestInfo target) {
    String name = given.path("metadata").path("name").asText("");
    if (name.isEmpty() && call.release().answersStrictly()) {
      throw StatusException.badRequest(
          "the name of the object (%s based on URL) was undeterminable: name must be provided"
              .formatted(target.name()));
    }
    if (!name.equals(target.name())) {
      throw StatusException.badRequest(
          "the name of the object (%s) does not match the name on the URL (%s)"
              .formatted(name, target.name()));
    }
  }

  /** The expected resource version of an update; empty for any, where the resource allows that. */
  private static String requiredRevision(ApiRequest call, ObjectNode given, RequestInfo target) {
    String revision = revisionOf(given);
    ResourceType type = target.type();
    if (call.release().answersStrictly() && !revision.matches("[0-9]*")) {
      throw StatusException.of(
          500, "", "strconv.ParseUint: parsing \"" + revision + "\": invalid syntax");
    }
    if (revision.isEmpty() && !type.strategy().allowsUnconditionalUpdate()) {
      throw StatusException.invalid(
          type.group(),
          type.plural(),
          target.name(),
          List.of(
              StatusException.Cause.invalid(
                  "metadata.resourceVersion", "0", "must be specified for an update")));
    }
    return revision;
  }

  /** Rejects an update whose uid is that of another object with the same name. */
  private static ObjectNode sameObject(ObjectNode given, ObjectNode before, RequestInfo target) {
    String uid = given.path("metadata").path("uid").asText("");
    String actual = before.path("metadata").path("uid").asText("");
    if (!uid.isEmpty() && !uid.equals(actual)) {
      throw StatusException.conflict(
          target.type(),
          target.name(),
          "StorageError: invalid object, Code: 4, Key: /registry/%s/%s, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: %s, UID in object meta: %s"
              .formatted(target.type().plural(), path(target), uid, actual));
    }
    return given;
  }

  private static String path(RequestInfo target) {
    return target.namespace().isEmpty() ? target.name() : target.namespace() + "/" + target.name();
  }

  private ApiResponse patch(ApiRequest call, RequestInfo target) {
    UnaryOperator<ObjectNode> edit = PatchDecoder.edit(call, target);
    WriteContext write = WriteOptions.write(call, target);
    StoredObject updated = cluster.update(target.type(), key(target), "", edit, write);
    return shown(call, target, updated, 200);
  }

  private ApiResponse patchStatus(ApiRequest call, RequestInfo target) {
    UnaryOperator<ObjectNode> edit = PatchDecoder.edit(call, target);
    WriteContext write = WriteOptions.write(call, target);
    StoredObject updated = cluster.updateStatus(target.type(), key(target), "", edit, write);
    return shown(call, target, updated, 200);
  }

  ApiResponse shown(ApiRequest call, RequestInfo target, StoredObject object, int code) {
    String table = call.accepted().tableVersion();
    return table != null
        ? ApiResponse.json(
            code, tables.single(target, object, table, call.parameter("includeObject")))
        : ApiResponse.json(code, ListHandler.inVersion(object, target));
  }

  static String revisionOf(ObjectNode object) {
    return object.path("metadata").path("resourceVersion").asText("");
  }

  public static ObjectKey key(RequestInfo target) {
    return new ObjectKey(target.namespace(), target.name());
  }
}
