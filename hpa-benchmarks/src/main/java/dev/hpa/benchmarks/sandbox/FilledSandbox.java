package dev.hpa.benchmarks.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A sandbox with as many pods and autoscalers as asked for, as a program of its own: when all pods
 * are ready it writes a line of JSON, {@link Filled}, and ends with its standard input.
 */
final class FilledSandbox {

  /** Whatever is used of the nodes is shown, not enforced; so a few of them do. */
  private static final int NODES = 100;

  private final Cluster cluster;
  private final Population population;
  private final CountDownLatch unready;

  private FilledSandbox(Cluster cluster, Population population) {
    this.cluster = cluster;
    this.population = population;
    this.unready = new CountDownLatch(population.autoscalers());
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Population population = Population.parse(args);
    SimulatorOptions atOnce =
        SimulatorOptions.DEFAULT
            .withPodTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO)
            .withWriteEvents(false)
            .withNodes(NODES);
    try (Timeline timeline = Timeline.real();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline).withSimulator(atOnce))) {
      long empty = usedHeap();
      long start = System.nanoTime();
      new FilledSandbox(sandbox.cluster(), population).fill();
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      Filled filled =
          new Filled(
              sandbox.kubeconfig(),
              took.toMillis(),
              usedHeap() - empty,
              podBytes(sandbox.cluster()));
      System.out.println(Json.text(filled));
      while (System.in.read() >= 0) {
        // Whoever started it ends it by closing its input.
      }
    }
  }

  /** What is reachable, in bytes. */
  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long podBytes(Cluster cluster) {
    return (long)
        cluster.objects(ResourceTypes.PODS).in("").stream()
            .mapToInt(pod -> pod.json().length)
            .average()
            .orElse(0);
  }

  private void fill() throws InterruptedException {
    cluster.objects(ResourceTypes.DEPLOYMENTS).onChange(this::noteReady);
    for (int i = 0; i < population.namespaces(); i++) {
      cluster.create(ResourceTypes.NAMESPACES, "", namespace(Population.namespace(i)), false);
    }
    for (int i = 0; i < population.autoscalers(); i++) {
      String namespace = Population.namespace(i % population.namespaces());
      cluster.create(ResourceTypes.DEPLOYMENTS, namespace, population.deployment(i), false);
      cluster.create(
          ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, namespace, population.autoscaler(i), false);
    }
    unready.await();
  }

  private static ObjectNode namespace(String name) {
    ObjectNode namespace = JsonNodeFactory.instance.objectNode();
    namespace.put("kind", "Namespace").put("apiVersion", "v1");
    namespace.putObject("metadata").put("name", name);
    return namespace;
  }

  private void noteReady(Change change) {
    StoredObject before = change.before();
    if (isReady(change.last()) && before != null && !isReady(before)) {
      unready.countDown();
    }
  }

  private static boolean isReady(StoredObject deployment) {
    JsonNode tree = deployment.tree();
    return tree.at("/status/readyReplicas").asInt() == tree.at("/spec/replicas").asInt();
  }
}
