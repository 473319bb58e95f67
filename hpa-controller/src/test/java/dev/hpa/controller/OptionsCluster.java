package dev.hpa.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.state.StateOptions;
import dev.hpa.controller.state.StateSettings;
import dev.hpa.controller.state.StateStorage;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.metrics.MetricSeries;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A sandbox and a controller whose autoscalers have options, in virtual time. */
final class OptionsCluster implements AutoCloseable {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  final VirtualTimeline timeline = new VirtualTimeline(START);
  final List<ReconcileResult> results = new CopyOnWriteArrayList<>();
  final ConcurrentLinkedQueue<AuditEvent> audit = new ConcurrentLinkedQueue<>();
  final Sandbox sandbox;
  private final SteppedCluster cluster;
  private final Path kubeconfig;
  private final ClientOptions client;
  private StateOptions state = StateOptions.DEFAULTS;
  private @Nullable DecisionHistory history;
  private MemoryPool memory = MemoryPool.ofHeap();
  private boolean isAway;
  private volatile boolean isFenced;

  /** Runs before each write of the controller. */
  volatile Runnable onWrite = () -> {};

  private int runs;
  private Components controller;

  OptionsCluster(OptionSettings settings) throws Exception {
    this(ControllerOptions.DEFAULTS.withAutoscalerOptions(settings));
  }

  OptionsCluster(ControllerOptions options) throws Exception {
    this(options, SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0));
  }

  OptionsCluster(ControllerOptions options, SimulatorOptions simulator) throws Exception {
    this(options, simulator, ClientOptions.UNLIMITED);
  }

  OptionsCluster(ControllerOptions options, SimulatorOptions simulator, ClientOptions client)
      throws Exception {
    this.client = client;
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withKubernetesVersion(options.settings().version())
                .withSimulator(simulator)
                .withAudit(audit::add));
    cluster = new SteppedCluster(timeline, sandbox);
    kubeconfig = Files.createTempFile("options", ".kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    controller = started(options);
  }

  private Components started(ControllerOptions options) throws Exception {
    ClusterConnection connection =
        ClusterConnection.open(kubeconfig, null, timeline, client.form());
    Components components =
        Components.builder(connection, timeline, options)
            .client(client)
            .fence(this::remaining)
            .state(new StateSettings(state, "kube-system", "lease", "run-" + ++runs))
            .history(history)
            .memory(memory)
            .create();
    components.loop().onReconcile(results::add);
    components.state().load(Shard.ONLY);
    components.loop().start();
    return components;
  }

  private Duration remaining(String namespace) {
    onWrite.run();
    return isFenced ? Duration.ZERO : WriteFence.OPEN.remaining(namespace);
  }

  /** Changes of objects. */
  interface Changes {
    void run() throws IOException;
  }

  /** Lets the controller miss the watch events of changes, so that only a list shows them. */
  void whileAway(Changes changes) throws IOException {
    sandbox.stopServing();
    isAway = true;
    changes.run();
    isAway = false;
    sandbox.faults().add(Fault.parse("expire-watch:first=10"));
    sandbox.serveAgain();
  }

  /** Records the decisions of controllers that are started from now on. */
  void record(@Nullable DecisionHistory value) {
    history = value;
  }

  /** The memory of controllers that are started from now on. */
  void memory(MemoryPool value) {
    memory = value;
  }

  /** Stores the state of controllers that are started from now on. */
  void saveState() {
    state = state.withStorage(StateStorage.CONFIG_MAP);
  }

  /** Replaces the controller, which ends without a last write. */
  void crash(ControllerOptions options) throws Exception {
    isFenced = true;
    controller.close();
    isFenced = false;
    controller = started(options);
  }

  /** Replaces the controller, which then has no history unless its state is saved. */
  void restart(ControllerOptions options) throws Exception {
    controller.close();
    controller = started(options);
  }

  Components controller() {
    return controller;
  }

  @Override
  public void close() throws IOException {
    controller.close();
    sandbox.close();
    timeline.close();
    Files.delete(kubeconfig);
  }

  void run(Duration duration) throws InterruptedException {
    cluster.run(duration, controller);
  }

  void runUntil(BooleanSupplier condition, Duration atMost) throws InterruptedException {
    cluster.runUntil(condition, atMost, controller);
  }

  void create(ResourceType type, String manifest) throws IOException {
    ObjectNode tree = (ObjectNode) new YAMLMapper().readTree(manifest);
    sandbox.cluster().create(type, "default", tree, false);
    if (type.equals(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS) && !isAway) {
      String name = tree.at("/metadata/name").asText();
      SteppedCluster.await(
          () -> controller.autoscalers().get(new NamespacedName("default", name)) != null);
    }
  }

  /** A Deployment with pods that share a demand for the metric {@code hits}. */
  void deployment(String name, int replicas, int hits) throws IOException {
    workload(ResourceTypes.DEPLOYMENTS, "Deployment", name, name, replicas, hits);
  }

  void workload(ResourceType type, String kind, String name, String app, int replicas, int hits)
      throws IOException {
    create(
        type,
        """
        kind: %1$s
        apiVersion: apps/v1
        metadata: {name: %2$s, annotations: {sandbox.hpa.dev/metric.hits: "%5$d"}}
        spec:
          replicas: %4$d
          selector: {matchLabels: {app: %3$s}}
          template:
            metadata: {labels: {app: %3$s}}
            spec: {containers: [{name: app, image: web, resources: {requests: {cpu: 200m}}}]}
        """
            .formatted(kind, name, app, replicas, hits));
  }

  /** An autoscaler of 1 to 100 replicas by the pods metric {@code hits} with a target of 10. */
  void autoscaler(String name, String target, String... annotations) throws IOException {
    autoscaler(
        name,
        "Deployment/" + target,
        "{type: Pods, pods: {metric: {name: hits}, target: {type: AverageValue, averageValue:"
            + " 10}}}",
        annotations);
  }

  /**
   * @param target kind and name
   * @param annotations keys of options without prefix, each followed by its value
   */
  void autoscaler(String name, String target, String metric, String[] annotations)
      throws IOException {
    StringBuilder options = new StringBuilder();
    for (int i = 0; i < annotations.length; i += 2) {
      options.append(
          "%s\"hpa.dev/%s\": \"%s\""
              .formatted(i == 0 ? "" : ", ", annotations[i], annotations[i + 1]));
    }
    create(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        """
        kind: HorizontalPodAutoscaler
        apiVersion: autoscaling/v2
        metadata: {name: %s, annotations: {%s}}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: %s, name: %s}
          minReplicas: 1
          maxReplicas: 100
          behavior: {scaleDown: {stabilizationWindowSeconds: 0}}
          metrics: [%s]
        """
            .formatted(name, options, target.split("/")[0], target.split("/")[1], metric));
  }

  /** Sets the demand of a Deployment. */
  void hits(String deployment, int hits) {
    edit(
        ResourceTypes.DEPLOYMENTS,
        deployment,
        tree ->
            tree.withObject("/metadata/annotations")
                .put("sandbox.hpa.dev/metric.hits", Integer.toString(hits)));
  }

  /** Sets an option of an autoscaler. */
  void option(String autoscaler, String key, String value) {
    annotate(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler, key, value);
  }

  /** Removes an option of an autoscaler. */
  void noOption(String autoscaler, String key) {
    edit(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        autoscaler,
        tree -> tree.withObject("/metadata/annotations").remove("hpa.dev/" + key));
  }

  void annotate(ResourceType type, String name, String key, String value) {
    edit(type, name, tree -> tree.withObject("/metadata/annotations").put("hpa.dev/" + key, value));
  }

  void delete(ResourceType type, String name) {
    sandbox.cluster().delete(type, new ObjectKey("default", name), DeleteOptions.DEFAULT);
  }

  void edit(ResourceType type, String name, Consumer<ObjectNode> change) {
    sandbox
        .cluster()
        .update(
            type,
            new ObjectKey(type.equals(ResourceTypes.NAMESPACES) ? "" : "default", name),
            "",
            tree -> {
              change.accept(tree);
              return tree;
            },
            false);
  }

  void metric(String series, String value) {
    sandbox.metrics().set(MetricSeries.parse(series), value);
  }

  void noMetric(String series) {
    sandbox.metrics().remove(MetricSeries.parse(series));
  }

  JsonNode object(ResourceType type, String name) {
    return sandbox.cluster().get(type, new ObjectKey("default", name)).tree();
  }

  int replicas(String deployment) {
    return object(ResourceTypes.DEPLOYMENTS, deployment).at("/spec/replicas").asInt();
  }

  JsonNode status(String autoscaler) {
    return object(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler).path("status");
  }

  /** A condition as {@code STATUS REASON: MESSAGE}; empty if the autoscaler does not have it. */
  String condition(String autoscaler, String type) {
    for (JsonNode each : status(autoscaler).path("conditions")) {
      if (each.path("type").asText().equals(type)) {
        return each.path("status").asText()
            + " "
            + each.path("reason").asText()
            + ": "
            + each.path("message").asText();
      }
    }
    return "";
  }

  /** The messages of the events with a reason. */
  List<String> events(String reason) {
    return sandbox.cluster().objects(ResourceTypes.EVENTS).in("default").stream()
        .map(StoredObject::tree)
        .filter(each -> each.path("reason").asText().equals(reason))
        .map(each -> each.path("message").asText())
        .toList();
  }

  /** How many events with a reason syncs have sent, stored or not yet. */
  long sent(String reason) {
    return results.stream()
        .flatMap(each -> each.events().stream())
        .filter(each -> each.reason().equals(reason))
        .count();
  }

  /** The number of syncs of an autoscaler so far. */
  long syncs(String autoscaler) {
    return results.stream().filter(each -> autoscaler.equals(each.hpa().metadata().name())).count();
  }

  /** The last result of an autoscaler. */
  ReconcileResult last(String autoscaler) {
    return results.stream()
        .filter(each -> autoscaler.equals(each.hpa().metadata().name()))
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  /** The value of a sample on the page of metrics. */
  double sample(String text) {
    return controller
        .metrics()
        .text()
        .lines()
        .filter(line -> line.startsWith(text + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(text.length() + 1)))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** The number of requests to a path. */
  long requests(String path) {
    return audit.stream().filter(each -> each.requestUri().startsWith(path)).count();
  }

  /** The number of requests with a verb to a path. */
  long requests(String path, String verb) {
    return audit.stream()
        .filter(each -> each.requestUri().startsWith(path))
        .filter(each -> each.attributes().verb().equals(verb))
        .count();
  }
}
