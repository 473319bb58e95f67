package dev.hpa.conformance.environment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.conformance.cases.CaseContext;
import dev.hpa.conformance.cases.InjectedFault;
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

/** A namespace of the cluster on stage. */
final class NamespaceContext implements CaseContext {

  private static final String CORE = "/api/v1";

  private final TestCluster stage;
  private final ClusterApi api;
  private final String namespace;
  private final Set<String> autoscalers = new LinkedHashSet<>();
  private final Set<String> pods = new LinkedHashSet<>();
  private final Map<String, Integer> settings = new LinkedHashMap<>();

  private boolean awaitsRestart;

  /**
   * @param awaitsRestart whether others wait until it asks for a restart
   */
  NamespaceContext(TestCluster stage, ClusterApi api, String namespace, boolean awaitsRestart) {
    this.stage = stage;
    this.api = api;
    this.namespace = namespace;
    this.awaitsRestart = awaitsRestart;
  }

  /** The path of a collection, or of one of its objects, in the namespace. */
  private String in(String collection) {
    int end = collection.lastIndexOf('/');
    return collection.substring(0, end) + "/namespaces/" + namespace + collection.substring(end);
  }

  @Override
  public void createTarget(String name, int replicas, String selector) throws IOException {
    api.create(
        in(TestCluster.TARGETS),
        Json.tree(
            Map.of(
                "apiVersion",
                "conformance.hpa.dev/v1",
                "kind",
                "Workload",
                "metadata",
                Map.of("name", name),
                "spec",
                Map.of("replicas", replicas))));
    setTargetStatus(
        name, Json.tree(Map.of("status", Map.of("replicas", replicas, "selector", selector))));
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
  public void follow(String name, Pod like, Duration delay) {
    stage.sight().follow(namespace, name, replicas -> adjust(name, like, delay, replicas));
  }

  /** Runs for one change of one target at a time. */
  private void adjust(String name, Pod like, Duration delay, int replicas) {
    try {
      pass(delay);
      Sample first = stage.metrics().board(namespace).sample(name + "-1");
      for (int number = 1; number <= replicas; number++) {
        String pod = name + "-" + number;
        if (!pods.contains(pod)) {
          if (first != null) {
            metrics().use(new Sample(pod, first.usage(), first.age(), first.window()));
          }
          put(like.called(pod));
        }
      }
      for (int number = replicas + 1; pods.contains(name + "-" + number); number++) {
        delete("/api/v1/pods", name + "-" + number);
        metrics().forget(name + "-" + number);
      }
      setTargetStatus(name, Json.tree(Map.of("status", Map.of("replicas", replicas))));
    } catch (IOException gone) {
      // The case has ended meanwhile, and its namespace with it.
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void create(String collection, JsonNode object) throws IOException {
    api.create(in(collection), object);
  }

  @Override
  public void delete(String collection, String name) throws IOException {
    pods.remove(name);
    stage.metrics().board(namespace).know(name, null);
    api.delete(in(collection) + "/" + name);
  }

  @Override
  public void put(Pod pod) throws IOException {
    stage.metrics().board(namespace).know(pod.name(), pod.labels());
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
    api.create(
        in(TestCluster.AUTOSCALERS),
        Json.tree(
            Map.of(
                "apiVersion",
                "autoscaling/v2",
                "kind",
                "HorizontalPodAutoscaler",
                "metadata",
                Map.of("name", name),
                "spec",
                spec)));
  }

  @Override
  public void changeAutoscaler(String name, JsonNode patch) throws IOException {
    api.merge(in(TestCluster.AUTOSCALERS) + "/" + name, patch);
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
    return stage.metrics().board(namespace);
  }

  @Override
  public void fail(InjectedFault mishap) {
    stage.tap().fail(namespace, mishap);
  }

  @Override
  public void failNothing() {
    stage.tap().failNothing(namespace);
  }

  @Override
  public void restart() {
    awaitsRestart = false;
    stage.restart();
  }

  @Override
  public void pass(Duration time) throws InterruptedException {
    Thread.sleep(time);
  }

  /** Leaves nothing that the implementation would go on working at. */
  void clear() throws IOException {
    if (awaitsRestart) {
      awaitsRestart = false;
      stage.noRestart();
    }
    stage.sight().forget(namespace);
    for (String each : autoscalers) {
      api.deleteIfThere(in(TestCluster.AUTOSCALERS) + "/" + each);
    }
    for (String each : pods) {
      String path = in(CORE + "/pods") + "/" + each;
      api.merge(path, Json.tree("{\"metadata\":{\"finalizers\":null}}"));
      api.deleteIfThere(path);
    }
    api.deleteIfThere("/api/v1/namespaces/" + namespace);
  }
}
