package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A cluster with a simulator on a virtual timeline, and the namespace {@code shop}. */
final class SimulatedCluster {

  static final String NAMESPACE = "shop";
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  final VirtualTimeline timeline = new VirtualTimeline(START);
  final Cluster cluster = new Cluster(new Store(), timeline);
  final WorkloadSimulator simulator;

  SimulatedCluster(SimulatorOptions options, Map<String, LoadTrace> traces) {
    simulator = new WorkloadSimulator(cluster, options, traces);
    simulator.start();
    create(
        ResourceTypes.NAMESPACES,
        "{'kind':'Namespace','apiVersion':'v1','metadata':{'name':'shop'}}");
  }

  SimulatedCluster(SimulatorOptions options) {
    this(options, Map.of());
  }

  SimulatedCluster() {
    this(SimulatorOptions.DEFAULT);
  }

  StoredObject create(ResourceType type, String json) {
    ObjectNode tree = (ObjectNode) Json.tree(json.replace('\'', '"'));
    return cluster.create(type, type.namespaced() ? NAMESPACE : "", tree, false);
  }

  /** A workload of any kind with one container {@code web} and the given annotations. */
  static String workload(
      String kind, String name, int replicas, String annotations, String resources) {
    return """
        {'kind':'%s','apiVersion':'apps/v1',
         'metadata':{'name':'%s','annotations':{%s}},
         'spec':{'replicas':%d,'selector':{'matchLabels':{'app':'%s'}},
          'template':{'metadata':{'labels':{'app':'%s'}},
           'spec':{'containers':[{'name':'web','image':'web:1','resources':{%s}}]}}}}
        """
        .formatted(kind, name, annotations, replicas, name, name, resources);
  }

  StoredObject deployment(String name, int replicas) {
    return create(ResourceTypes.DEPLOYMENTS, workload("Deployment", name, replicas, "", ""));
  }

  static ObjectKey key(String name) {
    return new ObjectKey(NAMESPACE, name);
  }

  void edit(ResourceType type, String name, Consumer<ObjectNode> edit) {
    cluster.update(
        type,
        key(name),
        "",
        tree -> {
          edit.accept(tree);
          return tree;
        },
        false);
  }

  void scale(ResourceType type, String name, int replicas) {
    edit(type, name, tree -> tree.withObject("/spec").put("replicas", replicas));
  }

  void delete(ResourceType type, String name) {
    cluster.delete(type, key(name), DeleteOptions.DEFAULT);
  }

  void pass(String duration) {
    timeline.advance(GoDuration.parse(duration));
  }

  void settle() {
    timeline.advance(Duration.ZERO);
  }

  JsonNode get(ResourceType type, String name) {
    return cluster.get(type, key(name)).tree();
  }

  List<JsonNode> all(ResourceType type) {
    return cluster.objects(type).in(NAMESPACE).stream().map(o -> (JsonNode) o.tree()).toList();
  }

  List<JsonNode> pods() {
    return all(ResourceTypes.PODS);
  }

  /** Pods that are not terminating. */
  List<JsonNode> livingPods() {
    return pods().stream().filter(p -> !p.path("metadata").has("deletionTimestamp")).toList();
  }

  long readyPods() {
    return livingPods().stream().filter(SimulatedCluster::isReady).count();
  }

  static boolean isReady(JsonNode pod) {
    return StatusConditions.isTrue(pod.path("status"), "Ready");
  }

  static String name(JsonNode object) {
    return object.path("metadata").path("name").asText();
  }

  List<String> events(String reason) {
    return all(ResourceTypes.EVENTS).stream()
        .filter(event -> event.path("reason").asText().equals(reason))
        .map(event -> event.path("message").asText())
        .toList();
  }
}
