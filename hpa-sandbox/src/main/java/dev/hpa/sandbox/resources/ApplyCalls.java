package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.Write;
import dev.hpa.sandbox.request.ApiCall;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.WriteOptions;
import java.util.function.UnaryOperator;

/** Server-side apply: patches that say what their sender wants, instead of what to change. */
final class ApplyCalls {

  private final Cluster cluster;

  ApplyCalls(Cluster cluster) {
    this.cluster = cluster;
  }

  /** The object, or its status, after an apply. */
  Cluster.Applied apply(ApiCall call, RequestInfo target) {
    WriteOptions.check(call);
    ObjectNode configuration = RequestDecoder.configuration(call, target);
    return apply(
        call, target, configuration, object -> RequestDecoder.applied(call, target, object));
  }

  /**
   * A workload after an apply to its scale.
   *
   * @param configuration what of the workload is stated
   * @param intake turns the workload, in the stored version, into what is stored
   */
  Cluster.Applied apply(
      ApiCall call,
      RequestInfo target,
      ObjectNode configuration,
      UnaryOperator<ObjectNode> intake) {
    Write write = WriteOptions.write(call, target, true);
    return cluster.apply(
        target.type(), ResourceCalls.key(target), configuration, intake, call.flag("force"), write);
  }

  /** A configuration of nothing but the names of its object. */
  static ObjectNode blank(RequestInfo target) {
    ObjectNode blank = JsonNodeFactory.instance.objectNode();
    blank.put("kind", target.kind()).put("apiVersion", target.apiVersion());
    return blank;
  }
}
