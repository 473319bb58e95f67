package dev.hpa.sandbox.overview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import dev.hpa.sandbox.workload.WorkloadView;
import java.util.List;

/** The data of the overview page. Thread-safe. */
public final class Overview {

  /** The maximum number of workloads and of autoscalers to list; the totals are always reported. */
  private static final int MAX_LISTED = 1000;

  private static final List<ResourceType> WORKLOADS =
      List.of(
          ResourceTypes.DEPLOYMENTS,
          ResourceTypes.STATEFUL_SETS,
          ResourceTypes.REPLICA_SETS,
          ResourceTypes.REPLICATION_CONTROLLERS);

  private final Cluster cluster;
  private final WorkloadSimulator simulator;
  private final Faults faults;
  private final RequestLog requests;
  private final AutoscalerHistory history;

  public Overview(
      Cluster cluster, WorkloadSimulator simulator, Faults faults, RequestLog requests) {
    this.cluster = cluster;
    this.simulator = simulator;
    this.faults = faults;
    this.requests = requests;
    this.history = new AutoscalerHistory(cluster, simulator);
  }

  /** Starts recording the history for the charts. Requesting the data starts it, too. */
  public void begin() {
    history.begin();
  }

  /**
   * The current state, and the history since the last request.
   *
   * @param after the number of the last known sample; 0 for none
   */
  public ObjectNode json(long after) {
    history.begin();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("now", Timestamps.format(cluster.now()));
    json.put("time", cluster.timeline().now().toEpochMilli());
    json.put("interval", AutoscalerHistory.INTERVAL.toMillis());
    json.put("nodes", cluster.objects(ResourceTypes.NODES).size());
    json.put("pods", cluster.objects(ResourceTypes.PODS).size());
    json.put("faults", faults.all().size());
    putWorkloads(json);
    List<AutoscalerView> autoscalers = history.views();
    json.put("autoscalerCount", autoscalers.size());
    ArrayNode list = json.putArray("autoscalers");
    autoscalers.stream().limit(MAX_LISTED).forEach(view -> list.add(view.json()));
    json.set("samples", history.json(after));
    json.set("requests", requests.json());
    return json;
  }

  private void putWorkloads(ObjectNode json) {
    ArrayNode list = json.putArray("workloads");
    int count = 0;
    for (ResourceType type : WORKLOADS) {
      for (StoredObject stored : cluster.objects(type).in("")) {
        if (stored.owners().isEmpty() && ++count <= MAX_LISTED) {
          list.add(workload(type, stored));
        }
      }
    }
    json.put("workloadCount", count);
  }

  private ObjectNode workload(ResourceType type, StoredObject stored) {
    JsonNode tree = stored.tree();
    WorkloadView view = simulator.view(type, stored.key());
    return JsonNodeFactory.instance
        .objectNode()
        .put("kind", type.kind())
        .put("namespace", stored.namespace())
        .put("name", stored.name())
        .put("ready", tree.path("status").path("readyReplicas").asInt())
        .put("desired", tree.path("spec").path("replicas").asInt(1))
        .put(
            "load",
            stored.settings().getOrDefault("load", stored.settings().getOrDefault("cpu", "")))
        .put("asked", Math.round(view.askedMilliCores()))
        .put("used", Math.round(view.usedMilliCores()))
        .put("unmet", Math.round(view.unmetMilliCores()));
  }
}
