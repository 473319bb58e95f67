package dev.hpa.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.access.Tokens;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.metrics.MetricsPipeline;
import dev.hpa.sandbox.server.ServerIdentity;
import dev.hpa.sandbox.state.Moments;
import dev.hpa.sandbox.state.SavedState;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a sandbox consists of behind its server, all of which has a state. */
record Parts(
    ClusterTime time,
    Cluster cluster,
    WorkloadSimulator simulator,
    MetricsPipeline metrics,
    Faults faults,
    Tokens tokens,
    String adminToken,
    ServerIdentity identity) {

  private static final String ADMIN = "admin";
  private static final String IDENTITY = "identity";

  /** The token of the administrator of a saved state. */
  static String adminToken(SavedState state) {
    return state.parts().path(ADMIN).asText();
  }

  static ServerIdentity identity(SavedState state) {
    return ServerIdentity.read(state.parts().path(IDENTITY).asText());
  }

  /** The state now. Everything else waits for as long as it takes to look at all objects. */
  SavedState saved() {
    return simulator.pause(this::look);
  }

  private SavedState look() {
    Moments moments = new Moments(cluster.timeline().now());
    Store store = cluster.store();
    Map<String, List<byte[]>> objects = new TreeMap<>();
    for (String name : store.names()) {
      objects.put(name, store.resource(name).in("").stream().map(StoredObject::json).toList());
    }
    ObjectNode parts = JsonNodeFactory.instance.objectNode();
    parts.put(ADMIN, adminToken).put(IDENTITY, identity.written());
    parts.put("clock", time.saved());
    parts.set("tokens", tokens.saved());
    parts.set("faults", faults.saved(moments));
    parts.put("metricsApis", MetricsApi.names(metrics.apis().served()));
    parts.set("metrics", metrics.values().saved(moments));
    parts.set("simulator", simulator.saved(moments));
    return new SavedState(store.revision(), objects, parts);
  }

  /**
   * Goes on from a state whose objects are in the store already.
   *
   * @throws IllegalArgumentException when the state does not fit together
   */
  void resume(SavedState state) {
    Moments moments = new Moments(cluster.timeline().now());
    JsonNode saved = state.parts();
    time.resume(saved.path("clock").asText());
    tokens.resume(saved.path("tokens"));
    faults.resume(saved.path("faults"), moments);
    metrics.apis().serve(MetricsApi.parseAll(saved.path("metricsApis").asText()));
    metrics.values().resume(saved.path("metrics"), moments);
    simulator.resume(saved.path("simulator"), moments);
  }
}
