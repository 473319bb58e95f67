package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.WriteContext;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.WriteOptions;
import java.util.function.UnaryOperator;

/** Handles server-side apply. */
final class ApplyHandler {

  private final Cluster cluster;

  ApplyHandler(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Applies a configuration to an object or its status. */
  Cluster.Applied apply(ApiRequest request, RequestInfo target) {
    WriteOptions.check(request);
    ObjectNode configuration = RequestDecoder.configuration(request, target);
    return apply(
        request, target, configuration, object -> RequestDecoder.applied(request, target, object));
  }

  /**
   * Applies a configuration of the scale to a workload.
   *
   * @param configuration the fields of the workload to apply
   * @param intake converts the workload, in the storage version, to the object to store
   */
  Cluster.Applied apply(
      ApiRequest request,
      RequestInfo target,
      ObjectNode configuration,
      UnaryOperator<ObjectNode> intake) {
    WriteContext write = WriteOptions.write(request, target, true);
    return cluster.apply(
        target.type(),
        ResourceHandler.key(target),
        configuration,
        intake,
        request.flag("force"),
        write);
  }

  /** A configuration with nothing but the name of its object. */
  static ObjectNode blank(RequestInfo target) {
    ObjectNode blank = JsonNodeFactory.instance.objectNode();
    blank.put("kind", target.kind()).put("apiVersion", target.apiVersion());
    return blank;
  }
}
