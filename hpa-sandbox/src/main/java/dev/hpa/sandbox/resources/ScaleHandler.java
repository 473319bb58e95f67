package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.WriteOptions;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.List;

/** Handles the scale subresource. */
final class ScaleHandler {

  private final Cluster cluster;

  ScaleHandler(Cluster cluster) {
    this.cluster = cluster;
  }

  ApiResponse answer(ApiRequest request, RequestInfo target) {
    ResourceType.ScalePaths paths = target.type().scale();
    if (paths == null) {
      throw RequestInfo.notFound();
    }
    ObjectKey key = ResourceHandler.key(target);
    return switch (request.method()) {
      case "GET" -> ApiResponse.json(200, scale(cluster.get(target.type(), key).tree(), paths));
      case "PUT" -> ApiResponse.json(200, replace(request, target, paths));
      case "PATCH" -> ApiResponse.json(200, patch(request, target, paths));
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private ObjectNode replace(
      ApiRequest request, RequestInfo target, ResourceType.ScalePaths paths) {
    WriteOptions.check(request);
    ObjectNode given = RequestDecoder.scale(request);
    String name = given.path("metadata").path("name").asText("");
    if (!name.isEmpty() && !name.equals(target.name())) {
      throw StatusException.badRequest(
          "the name of the object (%s) does not match the name on the URL (%s)"
              .formatted(name, target.name()));
    }
    return write(request, target, paths, given);
  }

  /** Patches the scale under the lock of the resource, so that no concurrent change is lost. */
  private ObjectNode patch(ApiRequest request, RequestInfo target, ResourceType.ScalePaths paths) {
    StoredObject updated =
        cluster.update(
            target.type(),
            ResourceHandler.key(target),
            "",
            workload -> {
              ObjectNode scale = scale(workload, paths);
              String revision = ResourceHandler.revisionOf(scale);
              ObjectNode after = PatchDecoder.scale(request, scale);
              if (!ResourceHandler.revisionOf(after).equals(revision)) {
                throw StatusException.modified(target.type(), target.name());
              }
              return scaled(after, workload, target, paths);
            },
            WriteOptions.write(request, target));
    return scale(updated.tree(), paths);
  }

  private ObjectNode write(
      ApiRequest request, RequestInfo target, ResourceType.ScalePaths paths, ObjectNode scale) {
    StoredObject updated =
        cluster.update(
            target.type(),
            ResourceHandler.key(target),
            ResourceHandler.revisionOf(scale),
            workload -> scaled(scale, workload, target, paths),
            WriteOptions.write(request, target));
    return scale(updated.tree(), paths);
  }

  private static ObjectNode scaled(
      ObjectNode scale, ObjectNode workload, RequestInfo target, ResourceType.ScalePaths paths) {
    requireSameUid(scale, workload, target);
    JsonPointer place = paths.specReplicas();
    ObjectNode parent = workload.withObject(place.head(), JsonNode.OverwriteMode.NULLS, true);
    parent.put(place.last().getMatchingProperty(), replicas(scale, target, paths));
    return workload;
  }

  private static void requireSameUid(ObjectNode scale, ObjectNode workload, RequestInfo target) {
    String uid = scale.path("metadata").path("uid").asText("");
    String actual = workload.path("metadata").path("uid").asText("");
    if (!uid.isEmpty() && !uid.equals(actual)) {
      throw StatusException.conflict(
          target.type(),
          target.name(),
          "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + actual);
    }
  }

  private static int replicas(ObjectNode scale, RequestInfo target, ResourceType.ScalePaths paths) {
    JsonNode replicas = scale.path("spec").path("replicas");
    if (replicas.asInt() < 0) {
      throw paths.form() == ResourceType.SelectorForm.TEXT
          ? StatusException.invalid(
              target.type(),
              target.name(),
              List.of(
                  StatusException.Cause.invalid(
                      dotted(paths.specReplicas()),
                      replicas.asText(),
                      "should be a non-negative integer")))
          : StatusException.invalid(
              "autoscaling",
              "Scale",
              target.name(),
              List.of(
                  StatusException.Cause.invalid(
                      "spec.replicas", replicas.asText(), "must be greater than or equal to 0")));
    }
    return replicas.asInt();
  }

  private static String dotted(JsonPointer place) {
    return place.toString().replace('/', '.');
  }

  private static StatusException noReplicas(JsonPointer place) {
    return StatusException.internal(
        "the spec replicas field \"" + dotted(place) + "\" does not exist");
  }

  private static ObjectNode scale(ObjectNode workload, ResourceType.ScalePaths paths) {
    ObjectNode scale = JsonNodeFactory.instance.objectNode();
    scale.put("kind", "Scale").put("apiVersion", "autoscaling/v1");
    ObjectNode metadata = scale.putObject("metadata");
    for (String field :
        List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
      metadata.set(field, workload.path("metadata").path(field));
    }
    ObjectNode spec = scale.putObject("spec");
    JsonNode replicas = workload.at(paths.specReplicas());
    if (replicas.isMissingNode()) {
      throw noReplicas(paths.specReplicas());
    }
    if (replicas.asInt() != 0) {
      spec.put("replicas", replicas.asInt());
    }
    ObjectNode status = scale.putObject("status");
    status.put("replicas", workload.at(paths.statusReplicas()).asInt());
    String selector = paths.selectorText(workload);
    if (!selector.isEmpty()) {
      status.put("selector", selector);
    }
    return scale;
  }
}
