package dev.hpa.controller.soak;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.metrics.MetricSeries;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** The autoscalers of a soak with their targets and metrics, and how they change. */
final class SoakObjects {

  /** Beyond it counts that differ by one could be within the tolerance. */
  private static final int MAX_REPLICAS = 9;

  private static final int PER_REPLICA = 10;
  private static final ObjectKey ODD = new ObjectKey("odd", "odd");

  private final Sandbox sandbox;
  private final RandomGenerator random;
  private final List<Autoscaler> autoscalers = new ArrayList<>();
  private final YAMLMapper yaml = new YAMLMapper();

  SoakObjects(Sandbox sandbox, RandomGenerator random) {
    this.sandbox = sandbox;
    this.random = random;
  }

  /** Which metric an autoscaler has. */
  private enum Kind {
    EXTERNAL(300),
    EXTERNAL_WITH_SHORT_WINDOW(60),
    CPU(300),
    PODS(300);

    private final int window;

    Kind(int window) {
      this.window = window;
    }
  }

  private record Autoscaler(String namespace, String name, Kind kind) {

    String key() {
      return namespace + "/" + name;
    }

    String metric() {
      return "queue-" + name;
    }
  }

  /** Creates so many autoscalers with their targets, all at the load they have replicas for. */
  void create(int count, int namespaces) throws IOException {
    for (int i = 0; i < Math.min(namespaces, count); i++) {
      createNamespace("soak-" + i);
    }
    createNamespace(ODD.namespace());
    for (int i = 0; i < count; i++) {
      Kind kind = Kind.values()[i % Kind.values().length];
      Autoscaler each = new Autoscaler("soak-" + i % namespaces, "app-" + i, kind);
      autoscalers.add(each);
      int replicas = 1 + random.nextInt(4);
      create(ResourceTypes.DEPLOYMENTS, each.namespace(), deployment(each, replicas));
      demand(each, replicas);
      create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, each.namespace(), autoscaler(each));
    }
  }

  List<String> keys() {
    return autoscalers.stream().map(Autoscaler::key).toList();
  }

  /** Changes the load of a few autoscalers, and the bounds of fewer. */
  void change() {
    for (int i = 0; i < Math.max(1, autoscalers.size() / 25); i++) {
      demand(any(), 1 + random.nextInt(MAX_REPLICAS));
    }
    for (int i = 0; i < Math.max(1, autoscalers.size() / 200); i++) {
      int min = 1 + random.nextInt(2);
      bound(any(), min, 5 + random.nextInt(MAX_REPLICAS - 4));
    }
  }

  private Autoscaler any() {
    return autoscalers.get(random.nextInt(autoscalers.size()));
  }

  private void demand(Autoscaler of, int replicas) {
    switch (of.kind()) {
      case EXTERNAL, EXTERNAL_WITH_SHORT_WINDOW ->
          sandbox
              .metrics()
              .set(
                  MetricSeries.parse("external/namespaces/" + of.namespace() + "/" + of.metric()),
                  String.valueOf(replicas * PER_REPLICA));
      case CPU -> annotate(of, "sandbox.hpa.dev/cpu", replicas * 100 + "m");
      case PODS ->
          sandbox
              .metrics()
              .set(
                  MetricSeries.parse(
                      "custom/namespaces/"
                          + of.namespace()
                          + "/deployments.apps/"
                          + of.name()
                          + "/qps"),
                  String.valueOf(replicas * PER_REPLICA));
    }
  }

  private void annotate(Autoscaler of, String key, String value) {
    edit(
        ResourceTypes.DEPLOYMENTS,
        new ObjectKey(of.namespace(), of.name()),
        tree -> tree.withObject("/metadata/annotations").put(key, value));
  }

  private void bound(Autoscaler of, int min, int max) {
    edit(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        new ObjectKey(of.namespace(), of.name()),
        tree -> tree.withObject("/spec").put("minReplicas", min).put("maxReplicas", max));
  }

  private void edit(ResourceType type, ObjectKey key, Consumer<ObjectNode> edit) {
    sandbox
        .cluster()
        .update(
            type,
            key,
            "",
            tree -> {
              edit.accept(tree);
              return tree;
            },
            false);
  }

  /** A pod that no autoscaler selects, with a time that cannot be read. */
  void addUnreadablePod() {
    ObjectNode pod =
        tree("{kind: Pod, apiVersion: v1, metadata: {name: odd, namespace: odd, uid: u}}");
    pod.putObject("status").put("startTime", "10000-01-01T00:00:00Z");
    sandbox.cluster().objects(ResourceTypes.PODS).create(ODD, pod);
  }

  /** An autoscaler of a former or foreign validation. */
  void addUnreadableAutoscaler() {
    ObjectNode hpa =
        tree(
            "{kind: HorizontalPodAutoscaler, apiVersion: autoscaling/v2, metadata: {name: odd,"
                + " namespace: odd, uid: u}, spec: {maxReplicas: many}}");
    sandbox.cluster().objects(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS).create(ODD, hpa);
  }

  /**
   * Removes what API servers keep for a time: logs of changes, as etcd's compaction, and Events.
   */
  void forgetPast() {
    ResourceStore events = sandbox.cluster().objects(ResourceTypes.EVENTS);
    List.copyOf(events.in("")).forEach(event -> events.remove(event.key(), any -> true));
    sandbox.cluster().store().compact();
  }

  void removeUnreadable() {
    sandbox.cluster().objects(ResourceTypes.PODS).remove(ODD, any -> true);
    sandbox.cluster().objects(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS).remove(ODD, any -> true);
  }

  private void createNamespace(String name) throws IOException {
    create(
        ResourceTypes.NAMESPACES,
        "",
        "{kind: Namespace, apiVersion: v1, metadata: {name: " + name + "}}");
  }

  private void create(ResourceType type, String namespace, String manifest) throws IOException {
    sandbox.cluster().create(type, namespace, yaml.readValue(manifest, ObjectNode.class), false);
  }

  private ObjectNode tree(String manifest) {
    try {
      return yaml.readValue(manifest, ObjectNode.class);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String deployment(Autoscaler of, int replicas) {
    return """
        kind: Deployment
        apiVersion: apps/v1
        metadata: {name: %1$s, annotations: {}}
        spec:
          replicas: %2$d
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec:
              containers:
              - {name: app, image: web, resources: {requests: {cpu: 200m}, limits: {cpu: 2000m}}}
        """
        .formatted(of.name(), replicas);
  }

  private static String autoscaler(Autoscaler of) {
    String metric =
        switch (of.kind()) {
          case EXTERNAL, EXTERNAL_WITH_SHORT_WINDOW ->
              "{type: External, external: {metric: {name: %s}, target: {type: AverageValue, averageValue: \"%d\"}}}"
                  .formatted(of.metric(), PER_REPLICA);
          case CPU ->
              "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}";
          case PODS ->
              "{type: Pods, pods: {metric: {name: qps}, target: {type: AverageValue, averageValue: \"%d\"}}}"
                  .formatted(PER_REPLICA);
        };
    return """
        kind: HorizontalPodAutoscaler
        apiVersion: autoscaling/v2
        metadata: {name: %1$s}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: %1$s}
          maxReplicas: %2$d
          metrics: [%3$s]
          behavior: {scaleDown: {stabilizationWindowSeconds: %4$d}}
        """
        .formatted(of.name(), MAX_REPLICAS, metric, of.kind().window);
  }
}
