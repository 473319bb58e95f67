package dev.hpa.controller.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.InMemorySandbox;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.metrics.MetricSeries;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The autoscalers of a run with their workloads and loads, and what their users do to them. */
final class Workloads {

  private static final int TARGET = 100;
  private static final int MOST_LOAD = 2_500;
  private static final String RELABELED = "none";

  private final World world;
  private final InMemorySandbox sandbox;
  private final List<String> namespaces = new ArrayList<>();
  private final List<Autoscaled> all = new ArrayList<>();
  private final Map<String, TreeMap<Instant, Long>> changes = new HashMap<>();
  private boolean isQuiet;
  private BiConsumer<Autoscaled, Change> reader = (of, change) -> {};

  /** The metrics that autoscalers have here; each has a target of 100 for each pod. */
  enum Kind {
    CPU(
        "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
            + " 50}}}"),
    PODS(
        "{type: Pods, pods: {metric: {name: hits}, target: {type: AverageValue, averageValue:"
            + " 100}}}"),
    EXTERNAL(
        "{type: External, external: {metric: {name: queue, selector: {matchLabels: {of: %s}}},"
            + " target: {type: AverageValue, averageValue: 100}}}"),
    OBJECT(
        "{type: Object, object: {metric: {name: work}, describedObject: {apiVersion: apps/v1, kind:"
            + " Deployment, name: %s}, target: {type: AverageValue, averageValue: 100}}}"),
    PLUGIN(
        "{type: External, external: {metric: {name: parcels-%s}, target: {type: AverageValue,"
            + " averageValue: 100}}}");

    private final String metric;

    Kind(String metric) {
      this.metric = metric;
    }
  }

  /** The bounds of an autoscaler from a time on. */
  record Bounds(Instant from, int min, int max) {}

  /** An autoscaler and its workload. */
  static final class Autoscaled {
    /** The target. */
    final ObjectKey key;

    final Kind kind;
    final Duration window;

    /** Newest last; max 0 where it was deleted. */
    final List<Bounds> bounds = new ArrayList<>();

    /** The autoscaler, which may have been renamed. */
    ObjectKey hpa;

    int load;

    /** When the load or the bounds have changed last; nothing is known of decisions before. */
    Instant changed = World.START;

    Autoscaled(ObjectKey key, Kind kind, Duration window) {
      this.key = key;
      this.hpa = key;
      this.kind = kind;
      this.window = window;
    }

    boolean exists() {
      return !bounds.isEmpty() && bounds.getLast().max() > 0;
    }
  }

  Workloads(World world, InMemorySandbox sandbox) {
    this.world = world;
    this.sandbox = sandbox;
    sandbox.cluster().objects(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS).onChange(this::follow);
    for (ResourceType type :
        List.of(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, ResourceTypes.PODS)) {
      TreeMap<Instant, Long> ofType = new TreeMap<>();
      changes.put(type.plural(), ofType);
      sandbox
          .cluster()
          .objects(type)
          .onChange(change -> ofType.put(world.now(), change.revision()));
    }
  }

  /** The version of the last change of a resource until a time; 0 if there is none. */
  long lastChange(String resource, Instant until) {
    TreeMap<Instant, Long> ofType = changes.get(resource);
    Map.Entry<Instant, Long> last = ofType == null ? null : ofType.floorEntry(until);
    return last == null ? 0 : last.getValue();
  }

  /** Passes on each change of an autoscaler. */
  void onChange(BiConsumer<Autoscaled, Change> next) {
    reader = next;
  }

  private void follow(Change change) {
    for (Autoscaled each : all) {
      if (each.hpa.equals(change.last().key())) {
        reader.accept(each, change);
        StoredObject after = change.after();
        int min = after == null ? 0 : after.tree().at("/spec/minReplicas").asInt(1);
        int max = after == null ? 0 : after.tree().at("/spec/maxReplicas").asInt();
        Bounds last = each.bounds.isEmpty() ? null : each.bounds.getLast();
        if (last == null || last.min() != min || last.max() != max) {
          each.bounds.add(new Bounds(world.now(), min, max));
          each.changed = world.now();
        }
      }
    }
  }

  List<Autoscaled> all() {
    return all;
  }

  List<String> namespaces() {
    return namespaces;
  }

  void create(int spaces, int count) {
    for (int i = 0; i < spaces; i++) {
      namespaces.add("team-" + i);
      create(
          ResourceTypes.NAMESPACES,
          "",
          "{kind: Namespace, apiVersion: v1, metadata: {name: team-%d}}".formatted(i));
    }
    for (int i = 0; i < count; i++) {
      add("app-" + i);
    }
  }

  private void add(String name) {
    Kind kind = world.oneOf(List.of(Kind.values()));
    // Without a window the delay of CPU samples makes replicas alternate.
    Duration window = Duration.ofSeconds(world.oneOf(List.of(30, 60, 90)));
    ObjectKey key = new ObjectKey(world.oneOf(namespaces), name);
    Autoscaled added = new Autoscaled(key, kind, window);
    all.add(added);
    added.load = drawnLoad();
    createTarget(added);
    createAutoscaler(added);
    applyLoad(added);
  }

  private int drawnLoad() {
    return 50 + world.random().nextInt(world.happens(0.5) ? 400 : MOST_LOAD);
  }

  private void createTarget(Autoscaled of) {
    create(
        ResourceTypes.DEPLOYMENTS,
        of.key.namespace(),
        """
        kind: Deployment
        apiVersion: apps/v1
        metadata: {name: %1$s, annotations: {}}
        spec:
          replicas: %2$d
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec: {containers: [{name: app, image: web, resources: {requests: {cpu: 200m}}}]}
        """
            .formatted(of.key.name(), 1 + world.random().nextInt(4)));
  }

  private void createAutoscaler(Autoscaled of) {
    int min = 1 + world.random().nextInt(3);
    create(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        of.key.namespace(),
        """
        kind: HorizontalPodAutoscaler
        apiVersion: autoscaling/v2
        metadata: {name: %6$s}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: %1$s}
          minReplicas: %2$d
          maxReplicas: %3$d
          behavior: {scaleDown: {stabilizationWindowSeconds: %4$d}}
          metrics: [%5$s]
        """
            .formatted(
                of.key.name(),
                min,
                min + 1 + world.random().nextInt(20),
                of.window.toSeconds(),
                of.kind.metric.formatted(of.key.name()),
                of.hpa.name()));
  }

  /** Changes the load of a workload; it is divided among its pods. */
  void changeLoad(Autoscaled of) {
    of.load = drawnLoad();
    of.changed = world.now();
    world.log("load of %s: %d", of.key, of.load);
    applyLoad(of);
  }

  void changeLoads() {
    all.forEach(this::changeLoad);
  }

  /** Some loads end, so that windows keep replicas for a while. */
  void endLoads() {
    for (int i = 0; i < 3; i++) {
      Autoscaled one = world.oneOf(all);
      one.load = 50;
      one.changed = world.now();
      world.log("the load of %s ends", one.key);
      applyLoad(one);
    }
  }

  private void applyLoad(Autoscaled of) {
    switch (of.kind) {
      case CPU -> annotate(of, "sandbox.hpa.dev/cpu", of.load + "m");
      case PODS -> annotate(of, "sandbox.hpa.dev/metric.hits", Integer.toString(of.load));
      case OBJECT -> annotate(of, "sandbox.hpa.dev/metric.work", Integer.toString(of.load));
      case EXTERNAL ->
          sandbox
              .metrics()
              .set(
                  MetricSeries.parse(
                      "external/namespaces/%s/queue{of=%s}"
                          .formatted(of.key.namespace(), of.key.name())),
                  Integer.toString(of.load));
      case PLUGIN -> {} // It reads the load itself.
    }
  }

  /** Changes the version of a target, by the path of its scale. */
  void touch(String scale) {
    String[] parts = scale.split("/");
    String now = Long.toString(world.now().toEpochMilli());
    edit(
        ResourceTypes.DEPLOYMENTS,
        new ObjectKey(parts[5], parts[7]),
        tree -> tree.withObject("/metadata/annotations").put("touched", now));
  }

  private void annotate(Autoscaled of, String name, String value) {
    edit(
        ResourceTypes.DEPLOYMENTS,
        of.key,
        tree -> tree.withObject("/metadata/annotations").put(name, value));
  }

  /** What a user does at any moment. */
  void edit() {
    Autoscaled one = world.oneOf(all);
    switch (world.random().nextInt(11)) {
      case 0, 1, 2 -> changeLoad(one);
      case 3 -> changeBounds(one);
      case 4 -> deleteOrCreate(one);
      case 5 -> deletePod(one);
      case 6 -> rollOut(one);
      case 7 -> replace(one);
      case 8 -> relabelPod(one);
      default -> scaleByHand(one);
    }
  }

  /** Changes the bounds of an autoscaler. */
  void changeBounds(Autoscaled of) {
    int min = 1 + world.random().nextInt(4);
    int max = min + world.random().nextInt(15);
    world.log("bounds of %s: %d to %d", of.key, min, max);
    edit(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        of.hpa,
        tree -> tree.withObject("/spec").put("minReplicas", min).put("maxReplicas", max));
  }

  private void deleteOrCreate(Autoscaled of) {
    if (of.exists()) {
      world.log("%s is deleted", of.hpa);
      delete(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, of.hpa);
    } else {
      world.log("%s is created again", of.hpa);
      createAutoscaler(of);
    }
  }

  /** Deletes an autoscaler, and creates another one for its target, often with another name. */
  private void replace(Autoscaled of) {
    if (!of.exists()) {
      return;
    }
    deleteOrCreate(of);
    if (world.happens(0.7)) {
      boolean isOther = of.hpa.equals(of.key);
      of.hpa = new ObjectKey(of.key.namespace(), of.key.name() + (isOther ? "-new" : ""));
    }
    deleteOrCreate(of);
  }

  /** Its workload has a pod less until it is deleted: the sandbox does not release it. */
  private void relabelPod(Autoscaled of) {
    List<StoredObject> pods = pods(of, of.key.name());
    if (!pods.isEmpty() && !isQuiet) {
      ObjectKey pod = world.oneOf(pods).key();
      world.log("%s is relabeled", pod);
      edit(
          ResourceTypes.PODS,
          pod,
          tree -> tree.withObject("/metadata/labels").put("app", RELABELED));
    }
  }

  private List<StoredObject> pods(Autoscaled of, String label) {
    return sandbox.cluster().objects(ResourceTypes.PODS).in(of.key.namespace()).stream()
        .filter(pod -> label.equals(pod.labels().get("app")))
        .toList();
  }

  /** The pods with the labels of a workload; empty if there was a change in a time. */
  Set<String> podsUnchangedFor(Autoscaled of, Duration time) {
    Set<String> names = new TreeSet<>();
    if (lastChange("pods", world.now()) == lastChange("pods", world.now().minus(time))) {
      pods(of, of.key.name()).forEach(pod -> names.add(pod.key().name()));
    }
    return names;
  }

  private void deletePod(Autoscaled of) {
    List<StoredObject> pods = pods(of, of.key.name());
    if (!pods.isEmpty()) {
      delete(ResourceTypes.PODS, world.oneOf(pods).key());
    }
  }

  private void rollOut(Autoscaled of) {
    edit(
        ResourceTypes.DEPLOYMENTS,
        of.key,
        tree ->
            tree.withObject("/spec/template/metadata/annotations")
                .put("version", Long.toString(world.now().toEpochMilli())));
  }

  private void scaleByHand(Autoscaled of) {
    int replicas = 1 + world.random().nextInt(8);
    world.log("%s is scaled by hand to %d", of.key, replicas);
    edit(
        ResourceTypes.DEPLOYMENTS,
        of.key,
        tree -> tree.withObject("/spec").put("replicas", replicas));
  }

  /** Most autoscalers exist from now on, with constant loads; some stay deleted. */
  void quiet() {
    isQuiet = true;
    for (Autoscaled each : all) {
      pods(each, RELABELED).forEach(pod -> delete(ResourceTypes.PODS, pod.key()));
      if (!each.exists() && world.happens(0.5)) {
        createAutoscaler(each);
      }
    }
  }

  /** What users do while controllers may not hear it: objects go, or have a successor. */
  void editUnheard() {
    Autoscaled one = world.oneOf(all);
    switch (world.random().nextInt(4)) {
      case 0 -> deletePod(one);
      case 1 -> relabelPod(one);
      case 2 -> replace(one);
      default -> {
        if (one.exists()) {
          deleteOrCreate(one);
        }
      }
    }
  }

  /** A user deletes a Lease; returns its name, or null without shards: one leader is not fenced. */
  @Nullable String deleteLease() {
    List<ObjectKey> shards =
        sandbox.cluster().objects(ResourceTypes.LEASES).in("kube-system").stream()
            .map(StoredObject::key)
            .filter(each -> each.name().startsWith("hpa-shard-"))
            .toList();
    if (shards.isEmpty()) {
      return null;
    }
    ObjectKey guard = new ObjectKey("kube-system", "hpa");
    ObjectKey lease = world.happens(0.4) ? guard : world.oneOf(shards);
    world.log("%s is deleted", lease);
    delete(ResourceTypes.LEASES, lease);
    return lease.name();
  }

  long generation(Autoscaled of) {
    return tree(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, of.hpa)
        .at("/metadata/generation")
        .asLong();
  }

  int replicas(Autoscaled of) {
    return tree(ResourceTypes.DEPLOYMENTS, of.key).at("/spec/replicas").asInt();
  }

  ObjectNode tree(ResourceType type, ObjectKey key) {
    return sandbox.cluster().get(type, key).tree();
  }

  @Nullable StoredObject find(ResourceType type, ObjectKey key) {
    return sandbox.cluster().find(type, key);
  }

  /** The workload of an autoscaler; null if another one has replaced it. */
  @Nullable Autoscaled named(ObjectKey hpa) {
    return all.stream().filter(each -> each.hpa.equals(hpa)).findFirst().orElse(null);
  }

  private void create(ResourceType type, String namespace, String yaml) {
    sandbox.cluster().create(type, namespace, (ObjectNode) Yaml.tree(yaml), false);
  }

  private void edit(ResourceType type, ObjectKey key, Consumer<ObjectNode> change) {
    try {
      sandbox
          .cluster()
          .update(
              type,
              key,
              "",
              tree -> {
                change.accept(tree);
                return tree;
              },
              false);
    } catch (StatusException gone) {
      world.log("%s is not there", key);
    }
  }

  private void delete(ResourceType type, ObjectKey key) {
    try {
      sandbox.cluster().delete(type, key, DeleteOptions.DEFAULT);
    } catch (StatusException gone) {
      world.log("%s is not there", key);
    }
  }

  /** The replicas at which the load of an autoscaler is at its target, within its bounds. */
  static boolean isSettled(Autoscaled of, int replicas) {
    Bounds bounds = of.bounds.getLast();
    double ratio = of.load / (double) (replicas * TARGET);
    // Utilization is a whole percentage.
    boolean isUsual = Math.abs(ratio - 1) <= 0.1 + (of.kind == Kind.CPU ? 0.02 : 1e-9);
    boolean isHeldUp = ratio > 1 && replicas == bounds.max();
    boolean isHeldDown = ratio < 1 && replicas == bounds.min();
    // A sample is the share of a pod, rounded up: in whole millicores, or in thousandths.
    int measured =
        switch (of.kind) {
          case CPU -> of.load + replicas - 1;
          case PODS ->
              Math.ceilDiv(Math.ceilDiv(of.load * 1000, Math.max(1, replicas)) * replicas, 1000);
          default -> of.load;
        };
    int exact = Math.ceilDiv(measured, TARGET);
    boolean isExact = replicas == Math.clamp(exact, bounds.min(), bounds.max());
    return isUsual || isHeldUp || isHeldDown || isExact;
  }
}
