package dev.hpa.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.metrics.MetricSeries;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A sandbox in virtual time, with workloads under load and controllers beside each other. */
final class ShadowCluster implements AutoCloseable {

  private static final DeleteOptions AT_ONCE = new DeleteOptions(null, null, 0L, false);

  private static final Duration STEP = Duration.ofSeconds(1);

  final VirtualTimeline timeline = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final Sandbox sandbox;
  private final SteppedCluster steps;
  private final Path kubeconfig;
  private final List<Components> running = new ArrayList<>();

  /** Pods made unready, and until when. */
  private final Map<String, Instant> unready = new TreeMap<>();

  /** Pods need long to become ready, and more CPU than later until then and some time after. */
  private static final SimulatorOptions SLOW_START =
      SimulatorOptions.DEFAULT
          .withPodTimes(
              Duration.ofSeconds(1),
              Duration.ofSeconds(3),
              Duration.ofSeconds(25),
              Duration.ofSeconds(2))
          .withWarmUp(Duration.ofSeconds(150), 1.5);

  ShadowCluster() throws Exception {
    this(SimulatorOptions.DEFAULT);
  }

  /** A cluster in which much depends on how pods that start are counted. */
  static ShadowCluster ofSlowStart() throws Exception {
    return new ShadowCluster(SLOW_START);
  }

  private ShadowCluster(SimulatorOptions options) throws Exception {
    sandbox = Sandbox.start(SandboxOptions.in(timeline).withSimulator(options));
    steps = new SteppedCluster(timeline, sandbox);
    kubeconfig = Files.createTempFile("sandbox", ".kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
  }

  /**
   * A controller that runs until it is stopped. It has one worker: the order in which workloads of
   * the same second are scaled determines the names of their pods, and so the course of a seed.
   */
  Components start(ControllerOptions options) throws Exception {
    Components controller =
        Components.builder(
                ClusterConnection.open(kubeconfig, null, timeline),
                timeline,
                options.withWorkers(1))
            .create();
    controller.loop().start();
    running.add(controller);
    return controller;
  }

  void stop(Components controller) {
    running.remove(controller);
    controller.close();
  }

  /** Nine workloads with an autoscaler each, of all kinds of metrics and behaviors. */
  void populate(long seed) throws Exception {
    Random random = new Random(seed);
    workload("cpu", cpuLoad(random), "");
    autoscaler("cpu", CPU.formatted(percent(random)), "");
    workload("steps", spikes(random), "");
    autoscaler("steps", CPU.formatted(percent(random)), "");
    workload("slow", cpuLoad(random), "");
    autoscaler("slow", CPU.formatted(percent(random)), SLOW_DOWN);
    workload("limited", spikes(random), "");
    autoscaler("limited", CPU.formatted(percent(random)), LIMITED);
    workload("queue", "steady:cpu=100m", "");
    autoscaler("queue", QUEUE.formatted("queue"), "");
    load("external/namespaces/default/queue", wave(random, 20, 300));
    workload("value", "steady:cpu=100m", "");
    autoscaler("value", VALUE, LIMITED);
    load("external/namespaces/default/latency", wave(random, 50, 220));
    workload("qps", "steady:cpu=100m", wave(random, 20, 400));
    autoscaler("qps", PODS, SLOW_DOWN);
    workload("object", "steady:cpu=100m", "");
    autoscaler("object", OBJECT, "");
    load("custom/namespaces/default/services/front/hits", wave(random, 40, 500));
    workload("many", cpuLoad(random), wave(random, 20, 400));
    autoscaler("many", CPU.formatted(60) + PODS + QUEUE.formatted("backlog"), "");
    load("external/namespaces/default/backlog", wave(random, 10, 200));
  }

  /** Six workloads with unsteady CPU, to be {@linkplain #restartPods disturbed} while they run. */
  void populateUnsteady(long seed) throws Exception {
    Random random = new Random(seed);
    workload("low1", shortWave(random), "");
    autoscaler("low1", CPU.formatted(percent(random)), "");
    workload("low2", shortSpikes(random), "");
    autoscaler("low2", CPU.formatted(percent(random)), QUICK);
    workload("quick1", shortWave(random), "");
    autoscaler("quick1", CPU.formatted(percent(random)), QUICK);
    workload("quick2", shortSpikes(random), "");
    autoscaler("quick2", CPU.formatted(percent(random)), QUICK);
    workload("slow1", shortWave(random), "");
    autoscaler("slow1", CPU.formatted(percent(random)), SLOW_DOWN);
    workload("steady1", "steady:cpu=" + (600 + random.nextInt(600)) + "m", "");
    autoscaler("steady1", CPU.formatted(percent(random)), QUICK);
  }

  /**
   * Lets some pods become unready for a time, as pods do whose containers restart. To be called
   * each second.
   */
  void restartPods(Random random) {
    String now = Timestamps.format(timeline.wall());
    unready.entrySet().removeIf(each -> isOver(each.getKey(), each.getValue(), now));
    if (random.nextInt(12) != 0) {
      return;
    }
    List<ObjectNode> ready =
        sandbox.cluster().objects(ResourceTypes.PODS).in("default").stream()
            .map(StoredObject::tree)
            .filter(tree -> tree.at("/metadata/deletionTimestamp").isMissingNode())
            .filter(ShadowCluster::isReady)
            .toList();
    if (!ready.isEmpty()) {
      String name = ready.get(random.nextInt(ready.size())).at("/metadata/name").asText();
      setReady(name, false, now);
      unready.put(name, timeline.now().plusSeconds(10 + random.nextInt(170)));
    }
  }

  private boolean isOver(String pod, Instant end, String now) {
    if (timeline.now().isBefore(end)) {
      return false;
    }
    if (sandbox.cluster().find(ResourceTypes.PODS, new ObjectKey("default", pod)) != null) {
      setReady(pod, true, now);
    }
    return true;
  }

  private void setReady(String pod, boolean ready, String now) {
    sandbox
        .cluster()
        .updateStatus(
            ResourceTypes.PODS,
            new ObjectKey("default", pod),
            "",
            tree -> {
              for (JsonNode each : tree.at("/status/conditions")) {
                if (each.path("type").asText().equals("Ready")) {
                  ((ObjectNode) each)
                      .put("status", ready ? "True" : "False")
                      .put("lastTransitionTime", now);
                }
              }
              return tree;
            },
            false);
  }

  private static boolean isReady(ObjectNode pod) {
    for (JsonNode each : pod.at("/status/conditions")) {
      if (each.path("type").asText().equals("Ready")) {
        return each.path("status").asText().equals("True");
      }
    }
    return false;
  }

  /** StatefulSets with an autoscaler each; a pod that is deleted is created again by its name. */
  void populateStateful(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 4; i++) {
      String name = "db" + i;
      create(ResourceTypes.STATEFUL_SETS, workload("StatefulSet", name, shortWave(random), ""));
      create(
          ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
          autoscaler("StatefulSet", name, CPU.formatted(percent(random)), QUICK));
    }
  }

  /** Deletes a pod now and then. To be called each second. */
  void deletePods(Random random) {
    List<StoredObject> pods =
        List.copyOf(sandbox.cluster().objects(ResourceTypes.PODS).in("default"));
    if (random.nextInt(6) == 0 && !pods.isEmpty()) {
      String name = pods.get(random.nextInt(pods.size())).tree().at("/metadata/name").asText();
      sandbox.cluster().delete(ResourceTypes.PODS, new ObjectKey("default", name), AT_ONCE);
    }
  }

  private static final String CPU =
      """
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: %d}}
      """;
  private static final String QUEUE =
      """
        - type: External
          external: {metric: {name: %s}, target: {type: AverageValue, averageValue: "30"}}
      """;
  private static final String VALUE =
      """
        - type: External
          external: {metric: {name: latency}, target: {type: Value, value: "100"}}
      """;
  private static final String PODS =
      """
        - type: Pods
          pods: {metric: {name: qps}, target: {type: AverageValue, averageValue: "50"}}
      """;
  private static final String OBJECT =
      """
        - type: Object
          object:
            metric: {name: hits}
            describedObject: {apiVersion: v1, kind: Service, name: front}
            target: {type: AverageValue, averageValue: "60"}
      """;
  private static final String SLOW_DOWN =
      """
        behavior:
          scaleDown:
            stabilizationWindowSeconds: 120
            policies: [{type: Pods, value: 1, periodSeconds: 60}]
      """;
  private static final String QUICK =
      """
        behavior:
          scaleDown:
            stabilizationWindowSeconds: 30
            policies: [{type: Percent, value: 100, periodSeconds: 15}]
      """;
  private static final String LIMITED =
      """
        behavior:
          scaleUp:
            stabilizationWindowSeconds: 30
            policies: [{type: Percent, value: 50, periodSeconds: 45}, {type: Pods, value: 2, periodSeconds: 60}]
          scaleDown:
            policies: [{type: Percent, value: 40, periodSeconds: 90}]
      """;

  private static int percent(Random random) {
    return 40 + random.nextInt(40);
  }

  private static String cpuLoad(Random random) {
    return String.format(
        Locale.ROOT,
        "sine:min=%dm,max=%dm,period=%ds",
        150 + random.nextInt(200),
        900 + random.nextInt(900),
        600 + random.nextInt(1500));
  }

  private static String shortWave(Random random) {
    return String.format(
        Locale.ROOT,
        "sine:min=%dm,max=%dm,period=%ds",
        200 + random.nextInt(200),
        900 + random.nextInt(900),
        200 + random.nextInt(400));
  }

  private static String shortSpikes(Random random) {
    return String.format(
        Locale.ROOT,
        "spike:base=%dm,peak=%dm,at=%ds,for=%ds,every=%ds",
        200 + random.nextInt(200),
        700 + random.nextInt(900),
        60 + random.nextInt(60),
        60 + random.nextInt(120),
        240 + random.nextInt(240));
  }

  private static String spikes(Random random) {
    return String.format(
        Locale.ROOT,
        "spike:base=%dm,peak=%dm,at=%ds,for=%ds,every=%ds",
        150 + random.nextInt(200),
        700 + random.nextInt(900),
        120 + random.nextInt(120),
        120 + random.nextInt(300),
        900 + random.nextInt(600));
  }

  private static String wave(Random random, int least, int most) {
    return String.format(
        Locale.ROOT,
        "sine:min=%d,max=%d,period=%ds",
        least + random.nextInt(least),
        most - random.nextInt(most / 3),
        500 + random.nextInt(1500));
  }

  /** A workload with a separate external metric, to be set by {@link #metric}. */
  void external(String name, int window) throws Exception {
    workload(name, "steady:cpu=100m", "");
    autoscaler(
        name,
        QUEUE.formatted(name),
        """
          behavior: {scaleDown: {stabilizationWindowSeconds: %d}}
        """
            .formatted(window));
  }

  /** A workload with an autoscaler on its CPU. */
  void cpu(String name, String load) throws Exception {
    workload(name, load, "");
    autoscaler(name, CPU.formatted(60), "");
  }

  /** Sets the value of the metric of an {@link #external} workload. */
  void metric(String name, int value) {
    load("external/namespaces/default/" + name, Integer.toString(value));
  }

  /** Creates the Lease of kube-controller-manager, without the time of its last renewal. */
  void createLease(String holder) throws Exception {
    ObjectNode lease =
        (ObjectNode)
            new YAMLMapper()
                .readTree(
                    """
                    kind: Lease
                    apiVersion: coordination.k8s.io/v1
                    metadata: {name: kube-controller-manager, namespace: kube-system}
                    spec: {holderIdentity: %s, leaseTransitions: 1}
                    """
                        .formatted(holder));
    sandbox.cluster().create(ResourceTypes.LEASES, "kube-system", lease, false);
  }

  /** Replaces the holder of the Lease of kube-controller-manager. */
  void replaceHolder(String holder) {
    updateLease(spec -> spec.put("holderIdentity", holder));
  }

  /** Renews the Lease of kube-controller-manager. */
  void renewLease() {
    String now = timeline.wall().truncatedTo(ChronoUnit.MICROS).toString();
    updateLease(spec -> spec.put("leaseDurationSeconds", 15).put("renewTime", now));
  }

  private void updateLease(Consumer<ObjectNode> change) {
    update(ResourceTypes.LEASES, new ObjectKey("kube-system", "kube-controller-manager"), change);
  }

  private void update(ResourceType type, ObjectKey key, Consumer<ObjectNode> change) {
    sandbox
        .cluster()
        .update(
            type,
            key,
            "",
            tree -> {
              change.accept(tree.withObject("/spec"));
              return tree;
            },
            false);
  }

  /** Changes the spec of an autoscaler. */
  void edit(String name, Consumer<ObjectNode> change) {
    update(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, new ObjectKey("default", name), change);
  }

  /** Deletes an autoscaler; returns what creates it again. */
  ObjectNode deleteAutoscaler(String name) {
    ObjectNode deleted = tree(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, name);
    sandbox
        .cluster()
        .delete(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, new ObjectKey("default", name), AT_ONCE);
    deleted.remove("status");
    deleted.withObject("/metadata").retain("name", "namespace");
    return deleted;
  }

  /** Creates an autoscaler under the name of one that was deleted. */
  void createAutoscaler(ObjectNode autoscaler) {
    sandbox
        .cluster()
        .create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "default", autoscaler, false);
  }

  private void load(String series, String profile) {
    sandbox.metrics().set(MetricSeries.parse(series), profile);
  }

  private void workload(String name, String load, String qps) throws Exception {
    create(ResourceTypes.DEPLOYMENTS, workload("Deployment", name, load, qps));
  }

  private static String workload(String kind, String name, String load, String qps) {
    return """
    kind: %1$s
    apiVersion: apps/v1
    metadata:
      name: %2$s
      namespace: default
      annotations: {sandbox.hpa.dev/load: "%3$s"%4$s}
    spec:
      replicas: 2
      selector: {matchLabels: {app: %2$s}}
      template:
        metadata: {labels: {app: %2$s}}
        spec:
          containers:
          - name: web
            image: web
            resources: {requests: {cpu: 200m}, limits: {cpu: 500m}}
    """
        .formatted(
            kind, name, load, qps.isEmpty() ? "" : ", sandbox.hpa.dev/metric.qps: \"" + qps + "\"");
  }

  private void autoscaler(String name, String metrics, String behavior) throws Exception {
    create(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        autoscaler("Deployment", name, metrics, behavior));
  }

  private static String autoscaler(String kind, String name, String metrics, String behavior) {
    return """
    kind: HorizontalPodAutoscaler
    apiVersion: autoscaling/v2
    metadata: {name: %2$s, namespace: default}
    spec:
      scaleTargetRef: {apiVersion: apps/v1, kind: %1$s, name: %2$s}
      minReplicas: 1
      maxReplicas: 12
      metrics:
    """
            .formatted(kind, name)
        + metrics
        + behavior;
  }

  private void create(ResourceType type, String yaml) throws Exception {
    sandbox.cluster().create(type, "default", (ObjectNode) new YAMLMapper().readTree(yaml), false);
  }

  /** Lets a duration pass; what is due in the same second happens in any order. */
  void run(Duration duration, Runnable eachSecond) throws Exception {
    Instant end = timeline.now().plus(duration);
    while (timeline.now().isBefore(end)) {
      timeline.advance(STEP);
      steps.settle(running.toArray(Components[]::new));
      eachSecond.run();
    }
  }

  ObjectNode tree(ResourceType type, String name) {
    return sandbox.cluster().get(type, new ObjectKey("default", name)).tree();
  }

  /** Lets a duration pass in the same order in every run, however slow the machine is. */
  void runInOrder(Duration duration, Runnable eachSecond) throws Exception {
    Instant end = timeline.now().plus(duration);
    while (timeline.now().isBefore(end)) {
      steps.step(running.toArray(Components[]::new));
      eachSecond.run();
    }
  }

  @Override
  public void close() throws IOException {
    List.copyOf(running).forEach(this::stop);
    sandbox.close();
    timeline.close();
    Files.delete(kubeconfig);
  }
}
