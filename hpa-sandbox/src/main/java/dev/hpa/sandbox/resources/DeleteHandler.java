package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.WriteOptions;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.watch.ListHandler;
import dev.hpa.sandbox.watch.ObjectFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handles delete and deletecollection. */
final class DeleteHandler {

  private static final String POLICY = "propagationPolicy";

  private final Cluster cluster;
  private final ResourceHandler resources;

  DeleteHandler(Cluster cluster, ResourceHandler resources) {
    this.cluster = cluster;
    this.resources = resources;
  }

  ApiResponse one(ApiRequest request, RequestInfo target) {
    Cluster.Deleted deleted =
        cluster.delete(target.type(), ResourceHandler.key(target), options(request));
    boolean shown = !deleted.removed() || target.type().equals(ResourceTypes.PODS);
    return shown
        ? resources.shown(request, target, deleted.object(), 200)
        : ApiResponse.json(200, success(target, deleted.object()));
  }

  private static ObjectNode success(RequestInfo target, StoredObject object) {
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

  /** The response lists the objects before their deletion. */
  ApiResponse all(ApiRequest request, RequestInfo target) {
    boolean whole = target.type().namespaced() && target.namespace().isEmpty();
    if (whole || target.type().equals(ResourceTypes.NAMESPACES)) {
      throw StatusException.methodNotAllowed();
    }
    ObjectFilter filter = ObjectFilter.of(request, target);
    DeleteOptions options = options(request);
    List<StoredObject> found =
        cluster.objects(target.type()).snapshot(target.namespace(), filter::matches).objects();
    for (StoredObject object : found) {
      deleteIfPresent(target, object, options);
    }
    return ApiResponse.json(
        200, ListHandler.json(target, ListHandler.Page.whole(cluster.store().revision(), found)));
  }

  private void deleteIfPresent(RequestInfo target, StoredObject object, DeleteOptions options) {
    try {
      cluster.delete(target.type(), object.key(), options);
    } catch (StatusException failure) {
      if (failure.code() != 404) {
        throw failure;
      }
    }
  }

  private DeleteOptions options(ApiRequest request) {
    boolean hasBody = request.body().length > 0;
    return options(!hasBody || !cluster.version().answersStrictly(), request);
  }

  /**
   * @param queryCounts whether the parameters count; the options of a body replace all of them
   */
  private DeleteOptions options(boolean queryCounts, ApiRequest request) {
    ObjectNode body =
        request.body().length == 0
            ? JsonNodeFactory.instance.objectNode()
            : RequestDecoder.deleteOptions(request);
    String policy = queryCounts ? request.parameter(POLICY) : null;
    requireBackground(
        body.path(POLICY).asText(policy == null ? "" : policy),
        body.path("orphanDependents").asBoolean(false));
    JsonNode conditions = body.path("preconditions");
    return new DeleteOptions(
        textOrNull(conditions.path("uid")),
        textOrNull(conditions.path("resourceVersion")),
        graceSeconds(queryCounts, request, body),
        isDryRun(queryCounts ? request.parameter("dryRun") : null, body));
  }

  private static boolean isDryRun(@Nullable String parameter, ObjectNode body) {
    List<Cause> causes = new ArrayList<>();
    WriteOptions.checkDryRun(parameter, causes);
    body.path("dryRun").forEach(each -> WriteOptions.checkDryRun(each.asText(), causes));
    WriteOptions.refuse("DeleteOptions", causes);
    return parameter != null || !body.path("dryRun").isEmpty();
  }

  private static @Nullable Long graceSeconds(
      boolean queryCounts, ApiRequest request, ObjectNode body) {
    if (body.hasNonNull("gracePeriodSeconds")) {
      return body.path("gracePeriodSeconds").asLong();
    }
    return !queryCounts || request.parameter("gracePeriodSeconds") == null
        ? null
        : Long.valueOf(ListHandler.integer(request, "gracePeriodSeconds"));
  }

  /** Other policies need a garbage collector that waits for dependents. */
  private static void requireBackground(String policy, boolean orphan) {
    if (orphan || !Set.of("", "Background").contains(policy)) {
      throw StatusException.invalid(
          "meta.k8s.io",
          "DeleteOptions",
          "",
          List.of(
              Cause.notSupported(
                  POLICY, "\"" + (orphan ? "Orphan" : policy) + "\"", "Background")));
    }
  }

  private static @Nullable String textOrNull(JsonNode node) {
    return node.isTextual() ? node.asText() : null;
  }
}
