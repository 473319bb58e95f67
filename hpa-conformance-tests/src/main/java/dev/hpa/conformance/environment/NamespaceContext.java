package dev.hpa.conformance.environment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.conformance.cases.CaseContext;
import dev.hpa.conformance.cases.InjectedFault;
import dev.hpa.conformance.cases.Manifests;
import dev.hpa.conformance.cases.Metrics;
import dev.hpa.conformance.cases.Pod;
import dev.hpa.conformance.cases.Sample;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The namespace of a case in the test cluster. */
final class NamespaceContext implements CaseContext {

  private static final String CORE = "/api/v1";
  private static final String NO_SCALE_TO_ZERO =
      "the API server rejects minReplicas 0; enable its feature gate HPAScaleToZero";

  private final TestCluster cluster;
  private final ClusterApi api;
  private final String namespace;
  private final Set<String> autoscalers = new LinkedHashSet<>();
  private final Set<String> pods = new LinkedHashSet<>();
  private final Map<String, Integer> settings = new LinkedHashMap<>();

  private boolean awaitsRestart;

  /**
   * @param awaitsRestart whether other cases wait until this one requests a restart
   */
  NamespaceContext(TestCluster cluster, ClusterApi api, String namespace, boolean awaitsRestart) {
    this.cluster = cluster;
    this.api = api;
    this.namespace = namespace;
    this.awaitsRestart = awaitsRestart;
  }

  /** Returns the path of a collection in the namespace. */
  private String in(String collection) {
    int end = collection.lastIndexOf('/');
    return collection.substring(0, end) + "/namespaces/" + namespace + collection.substring(end);
  }

  @Override
  public void createTarget(String name, int replicas, String selector) throws IOException {
    JsonNode target = Manifests.target(name, replicas, selector);
    api.create(in(TestCluster.TARGETS), target);
    setTargetStatus(name, Json.tree(Map.of("status", target.path("status"))));
  }

  @Override
  public void setReplicas(String name, int replicas) throws IOException {
    String set = String.valueOf(settings.merge(name, 1, Integer::sum));
    api.merge(
        in(TestCluster.TARGETS) + "/" + name,
        Json.tree(
            Map.of(
                "metadata", Map.of("annotations", Map.of(ClusterWatcher.SET_BY_SUITE, set)),
                "spec", Map.of("replicas", replicas))));
  }

  @Override
  public void setTargetStatus(String name, JsonNode patch) throws IOException {
    api.merge(in(TestCluster.TARGETS) + "/" + name + "/status", patch);
  }

  @Override
  public void maintainPods(String name, Pod template, Duration delay) {
    cluster.watcher().follow(namespace, name, replicas -> adjust(name, template, delay, replicas));
  }

  /** Called for one change of a target at a time. */
  private void adjust(String name, Pod template, Duration delay, int replicas) {
    try {
      sleep(delay);
      Sample first = cluster.metrics().board(namespace).sample(name + "-1");
      for (int number = 1; number <= replicas; number++) {
        String pod = name + "-" + number;
        if (!pods.contains(pod)) {
          if (first != null) {
            metrics().use(new Sample(pod, first.usage(), first.age(), first.window()));
          }
          put(template.withName(pod));
        }
      }
      for (int number = replicas + 1; pods.contains(name + "-" + number); number++) {
        delete("/api/v1/pods", name + "-" + number);
        metrics().forget(name + "-" + number);
      }
      setTargetStatus(name, Json.tree(Map.of("status", Map.of("replicas", replicas))));
    } catch (IOException deleted) {
      // The case ended and deleted its namespace.
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void create(String collection, JsonNode object) throws IOException {
    api.create(in(collection), object);
  }

  private void delete(String collection, String name) throws IOException {
    pods.remove(name);
    cluster.metrics().board(namespace).setLabels(name, null);
    api.delete(in(collection) + "/" + name);
  }

  @Override
  public void put(Pod pod) throws IOException {
    cluster.metrics().board(namespace).setLabels(pod.name(), pod.labels());
    String path = in(CORE + "/pods");
    if (pods.add(pod.name())) {
      api.create(path, pod.object());
    } else if (pod.terminating()) {
      api.merge(
          path + "/" + pod.name(),
          Json.tree(Map.of("metadata", Map.of("finalizers", new String[] {Pod.FINALIZER}))));
    }
    api.merge(path + "/" + pod.name() + "/status", pod.status(Instant.now()));
    if (pod.terminating()) {
      api.delete(path + "/" + pod.name());
    }
  }

  @Override
  public void createAutoscaler(String name, JsonNode spec) throws IOException {
    autoscalers.add(name);
    try {
      api.create(in(TestCluster.AUTOSCALERS), Manifests.autoscaler(name, spec));
    } catch (RefusedException refusal) {
      throw refused(refusal, spec);
    }
  }

  /**
   * The failure of a write that the API server rejects: a case is skipped where the server rejects
   * {@code minReplicas: 0}, as it does without its feature gate.
   */
  private static IOException refused(RefusedException refusal, JsonNode spec) {
    if (refusal.code() == 422 && spec.path("minReplicas").asInt(1) == 0) {
      throw new SkippedException(NO_SCALE_TO_ZERO);
    }
    return refusal;
  }

  @Override
  public void changeAutoscaler(String name, JsonNode patch) throws IOException {
    try {
      api.merge(in(TestCluster.AUTOSCALERS) + "/" + name, patch);
    } catch (RefusedException refusal) {
      throw refused(refusal, patch.path("spec"));
    }
  }

  @Override
  public void changeStatus(String name, JsonNode patch) throws IOException {
    api.merge(in(TestCluster.AUTOSCALERS) + "/" + name + "/status", patch);
  }

  @Override
  public void deleteAutoscaler(String name) throws IOException {
    autoscalers.remove(name);
    api.delete(in(TestCluster.AUTOSCALERS) + "/" + name);
  }

  @Override
  public Metrics metrics() {
    return cluster.metrics().board(namespace);
  }

  @Override
  public void inject(InjectedFault fault) {
    cluster.proxy().fail(namespace, fault);
  }

  @Override
  public void clearFaults() {
    cluster.proxy().clearFaults(namespace);
  }

  @Override
  public void restart() {
    awaitsRestart = false;
    cluster.restart();
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    Thread.sleep(time);
  }

  /** Deletes all objects, so that the implementation stops reconciling them. */
  void cleanUp() throws IOException {
    if (awaitsRestart) {
      awaitsRestart = false;
      cluster.noRestart();
    }
    cluster.watcher().forget(namespace);
    for (String each : autoscalers) {
      api.deleteIfExists(in(TestCluster.AUTOSCALERS) + "/" + each);
    }
    for (String each : pods) {
      String path = in(CORE + "/pods") + "/" + each;
      api.merge(path, Json.tree("{\"metadata\":{\"finalizers\":null}}"));
      api.deleteIfExists(path);
    }
    api.deleteIfExists("/api/v1/namespaces/" + namespace);
  }
}
