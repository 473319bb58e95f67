package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.patch.JsonPatch;
import dev.hpa.sandbox.patch.MergeKeys;
import dev.hpa.sandbox.patch.MergePatch;
import dev.hpa.sandbox.patch.PatchException;
import dev.hpa.sandbox.patch.StrategicMergePatch;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The verbs on stored resources and their status. */
final class ResourceCalls {

  private final Cluster cluster;
  private final Bodies bodies;
  private final Lists lists;
  private final TableForm tables;
  private final ScaleCalls scales;

  ResourceCalls(Cluster cluster, Bodies bodies) {
    this.cluster = cluster;
    this.bodies = bodies;
    this.lists = new Lists(cluster);
    this.tables = new TableForm(cluster);
    this.scales = new ScaleCalls(cluster, bodies);
  }

  Answer answer(Call call, Target target) {
    return switch (target.subresource()) {
      case "" -> target.name().isEmpty() ? onCollection(call, target) : onObject(call, target);
      case "status" -> onStatus(call, target);
      case "scale" -> scales.answer(call, target);
      default -> throw Target.unknown();
    };
  }

  private Answer onCollection(Call call, Target target) {
    return switch (call.method()) {
      case "GET" ->
          call.flag("watch") && call.query().containsKey("watch")
              ? watch(call, target)
              : list(call, target);
      case "POST" -> create(call, target);
      case "DELETE" -> deleteCollection(call, target);
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private Answer onObject(Call call, Target target) {
    return switch (call.method()) {
      case "GET" -> shown(call, target, cluster.get(target.type(), key(target)), 200);
      case "PUT" -> replace(call, target);
      case "PATCH" -> patch(call, target);
      case "DELETE" -> delete(call, target);
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private Answer onStatus(Call call, Target target) {
    if (!target.type().hasStatus()) {
      throw Target.unknown();
    }
    return switch (call.method()) {
      case "GET" -> shown(call, target, cluster.get(target.type(), key(target)), 200);
      case "PUT" -> {
        ObjectNode given = read(call, target);
        yield shown(
            call,
            target,
            cluster.updateStatus(
                target.type(), key(target), revisionOf(given), before -> given, call.isDryRun()),
            200);
      }
      case "PATCH" -> {
        UnaryOperator<ObjectNode> edit = patching(call, target);
        yield shown(
            call,
            target,
            cluster.updateStatus(target.type(), key(target), "", edit, call.isDryRun()),
            200);
      }
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private Answer list(Call call, Target target) {
    Lists.Page page = lists.list(call, target);
    String table = call.tableVersion();
    if (table != null) {
      return Answer.json(200, tables.list(target, page, table, call.parameter("includeObject")));
    }
    return Answer.json(200, Lists.json(target, page));
  }

  private Answer watch(Call call, Target target) {
    String table = call.tableVersion();
    Watch.EventForm form =
        table != null
            ? tables.events(target, table, call.parameter("includeObject"))
            : (type, object) -> Watch.line(type, Lists.inVersion(object, target));
    return new Answer.Streamed(200, Answer.JSON, Watch.open(cluster, call, target, form));
  }

  private Answer create(Call call, Target target) {
    ObjectNode given = read(call, target);
    StoredObject created =
        cluster.create(target.type(), target.namespace(), given, call.isDryRun());
    return shown(call, target, created, 201);
  }

  private Answer replace(Call call, Target target) {
    ObjectNode given = read(call, target);
    requireSameName(given, target);
    StoredObject updated =
        cluster.update(
            target.type(), key(target), revisionOf(given), before -> given, call.isDryRun());
    return shown(call, target, updated, 200);
  }

  private static void requireSameName(ObjectNode given, Target target) {
    String name = given.path("metadata").path("name").asText("");
    if (!name.equals(target.name())) {
      throw StatusException.badRequest(
          "the name of the object ("
              + name
              + ") does not match the name on the URL ("
              + target.name()
              + ")");
    }
  }

  private Answer patch(Call call, Target target) {
    UnaryOperator<ObjectNode> edit = patching(call, target);
    StoredObject updated = cluster.update(target.type(), key(target), "", edit, call.isDryRun());
    return shown(call, target, updated, 200);
  }

  /** A patch speaks of the version of its URL, whatever is stored. */
  private UnaryOperator<ObjectNode> patching(Call call, Target target) {
    ResourceType.Version version = target.version();
    UnaryOperator<ObjectNode> change = change(call, target);
    return stored -> {
      ObjectNode shown = version.fromStored().apply(stored);
      String revision = revisionOf(shown);
      ObjectNode after = change.apply(shown);
      String asked = revisionOf(after);
      if (!asked.isEmpty() && !asked.equals(revision)) {
        throw StatusException.modified(target.type(), target.name());
      }
      return version.toStored().apply(after);
    };
  }

  private UnaryOperator<ObjectNode> change(Call call, Target target) {
    String type = Bodies.mediaType(call.contentType());
    return switch (type) {
      case "application/merge-patch+json" -> merging(Bodies.json(call.body()));
      case "application/strategic-merge-patch+json" -> strategic(Bodies.json(call.body()), target);
      case "application/json-patch+json" -> jsonPatch(Bodies.json(call.body()));
      case "application/apply-patch+yaml", "application/apply-patch+cbor" ->
          throw StatusException.of(
              415,
              "UnsupportedMediaType",
              "the sandbox does not serve server-side apply; apply without --server-side");
      default ->
          throw StatusException.of(
              415,
              "UnsupportedMediaType",
              "the body of the request was in an unknown format - accepted media types include:"
                  + " application/json-patch+json, application/merge-patch+json,"
                  + " application/strategic-merge-patch+json");
    };
  }

  private static UnaryOperator<ObjectNode> merging(JsonNode patch) {
    return shown -> asObject(MergePatch.apply(shown, patch));
  }

  private static UnaryOperator<ObjectNode> strategic(JsonNode patch, Target target) {
    MergeKeys keys = MergeKeys.ofKind(target.type().kind());
    return shown -> {
      try {
        return StrategicMergePatch.apply(shown, asObject(patch), keys);
      } catch (PatchException failure) {
        throw refused(failure);
      }
    };
  }

  /** Of a patch that does not fit API servers tell no more than that. */
  static StatusException refused(PatchException failure) {
    return failure.malformed()
        ? StatusException.badRequest(String.valueOf(failure.getMessage()))
        : StatusException.of(
            422, "Invalid", "the server rejected our request due to an error in our request");
  }

  private static UnaryOperator<ObjectNode> jsonPatch(JsonNode operations) {
    return shown -> {
      try {
        return asObject(JsonPatch.apply(shown, operations));
      } catch (PatchException failure) {
        throw refused(failure);
      }
    };
  }

  private static ObjectNode asObject(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw StatusException.badRequest("the patch does not leave an object");
  }

  private Answer delete(Call call, Target target) {
    DeleteOptions options = deleteOptions(call);
    Cluster.Deleted deleted = cluster.delete(target.type(), key(target), options);
    if (!deleted.gone() || target.type().kind().equals("Pod")) {
      return shown(call, target, deleted.object(), 200);
    }
    return Answer.json(200, success(target, deleted.object()));
  }

  private static ObjectNode success(Target target, StoredObject object) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Success");
    ObjectNode details = status.putObject("details");
    details.put("name", object.name());
    if (!target.type().group().isEmpty()) {
      details.put("group", target.type().group());
    }
    details.put("kind", target.type().plural()).put("uid", object.uid());
    return status;
  }

  private Answer deleteCollection(Call call, Target target) {
    Filter filter = Filter.of(call, target);
    DeleteOptions options = deleteOptions(call);
    List<StoredObject> found =
        cluster.objects(target.type()).snapshot(target.namespace(), filter::matches).objects();
    for (StoredObject object : found) {
      try {
        cluster.delete(target.type(), object.key(), options);
      } catch (StatusException failure) {
        if (failure.code() != 404) {
          throw failure;
        }
      }
    }
    return Answer.json(
        200, Lists.json(target, new Lists.Page(cluster.store().revision(), found, "", 0)));
  }

  private DeleteOptions deleteOptions(Call call) {
    ObjectNode body =
        call.body().length == 0 ? JsonNodeFactory.instance.objectNode() : bodies.object(call);
    JsonNode conditions = body.path("preconditions");
    String grace = call.parameter("gracePeriodSeconds");
    String policy = call.parameter("propagationPolicy");
    boolean orphan = body.path("orphanDependents").asBoolean(false);
    return new DeleteOptions(
        textOrNull(conditions.path("uid")),
        textOrNull(conditions.path("resourceVersion")),
        body.hasNonNull("gracePeriodSeconds")
            ? Long.valueOf(body.path("gracePeriodSeconds").asLong())
            : grace == null ? null : Long.valueOf(seconds(grace)),
        propagation(body.path("propagationPolicy").asText(policy == null ? "" : policy), orphan),
        call.isDryRun() || !body.path("dryRun").isEmpty());
  }

  private static long seconds(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException failure) {
      throw StatusException.badRequest("gracePeriodSeconds: \"" + text + "\" is not a number");
    }
  }

  private static DeleteOptions.Propagation propagation(String policy, boolean orphan) {
    return switch (policy) {
      case "Foreground" -> DeleteOptions.Propagation.FOREGROUND;
      case "Orphan" -> DeleteOptions.Propagation.ORPHAN;
      case "Background" -> DeleteOptions.Propagation.BACKGROUND;
      case "" -> orphan ? DeleteOptions.Propagation.ORPHAN : DeleteOptions.Propagation.BACKGROUND;
      default ->
          throw StatusException.invalid(
              "meta.k8s.io",
              "DeleteOptions",
              "",
              List.of(
                  StatusException.Cause.invalid(
                      "propagationPolicy",
                      "\"" + policy + "\"",
                      "must be Background, Foreground or Orphan")));
    };
  }

  private static @Nullable String textOrNull(JsonNode node) {
    return node.isTextual() ? node.asText() : null;
  }

  /**
   * The object of a request body in the stored version, with type and version checked against the
   * URL.
   */
  private ObjectNode read(Call call, Target target) {
    ObjectNode given = bodies.object(call);
    String kind = given.path("kind").asText("");
    String apiVersion = given.path("apiVersion").asText("");
    if (!kind.isEmpty() && !kind.equals(target.type().kind())) {
      throw StatusException.badRequest(
          kind
              + " in version \""
              + apiVersion
              + "\" cannot be handled as a "
              + target.type().kind());
    }
    if (!apiVersion.isEmpty() && !apiVersion.equals(target.apiVersion())) {
      throw StatusException.badRequest(
          "the API version in the data ("
              + apiVersion
              + ") does not match the expected API version ("
              + target.apiVersion()
              + ")");
    }
    given.put("kind", target.type().kind()).put("apiVersion", target.apiVersion());
    requireSameNamespace(given, target);
    ObjectNode stored = target.version().toStored().apply(given);
    stored.put("apiVersion", target.type().apiVersion(target.type().storedVersion()));
    return stored;
  }

  private static void requireSameNamespace(ObjectNode given, Target target) {
    String namespace = given.path("metadata").path("namespace").asText("");
    if (!namespace.isEmpty() && !namespace.equals(target.namespace())) {
      throw StatusException.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
  }

  private Answer shown(Call call, Target target, StoredObject object, int code) {
    String table = call.tableVersion();
    return table != null && call.method().equals("GET")
        ? Answer.json(code, tables.single(target, object, table, call.parameter("includeObject")))
        : Answer.json(code, Lists.inVersion(object, target));
  }

  static String revisionOf(ObjectNode object) {
    return object.path("metadata").path("resourceVersion").asText("");
  }

  static ObjectKey key(Target target) {
    return new ObjectKey(target.namespace(), target.name());
  }
}
