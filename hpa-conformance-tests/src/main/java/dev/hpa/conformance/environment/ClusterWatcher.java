package dev.hpa.conformance.environment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.conformance.transcript.Observation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Watches targets, HPAs and events in all namespaces. */
final class ClusterWatcher implements AutoCloseable {

  /** An annotation that changes whenever the suite sets the replicas. */
  static final String SET_BY_SUITE = "conformance.hpa.dev/set";

  private static final List<String> TARGETS =
      List.of(
          TestCluster.TARGETS,
          "/apis/apps/v1/deployments",
          "/apis/apps/v1/replicasets",
          "/apis/apps/v1/statefulsets",
          "/api/v1/replicationcontrollers");

  private final ClusterApi api;
  private final ExecutorService watches = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, CaseLog> logs = new ConcurrentHashMap<>();
  private final Map<String, TargetState> targets = new ConcurrentHashMap<>();
  private final Map<String, String> events = new ConcurrentHashMap<>();
  private final Map<String, JsonNode> statuses = new ConcurrentHashMap<>();
  private final Map<String, Follower> followers = new ConcurrentHashMap<>();
  private volatile boolean closed;

  ClusterWatcher(ClusterApi api) {
    this.api = api;
    TARGETS.forEach(each -> watch(each, this::target));
    watch(TestCluster.AUTOSCALERS, this::autoscaler);
    watch("/api/v1/events", this::event);
  }

  /** The last observed state of a target. */
  private record TargetState(int replicas, String set) {}

  @FunctionalInterface
  private interface ObjectHandler {
    void handle(JsonNode object);
  }

  /**
   * Restarts the watch when the API server ends it. The list before each watch contains the changes
   * between two watches.
   */
  private void watch(String collection, ObjectHandler handler) {
    watches.execute(
        () -> {
          while (!closed) {
            try {
              api.watch(
                  collection,
                  event -> {
                    if (!event.path("type").asText().equals("DELETED")) {
                      handler.handle(event.path("object"));
                    }
                  });
            } catch (Exception broken) {
              // OkHttp throws an InterruptedException that it does not declare.
              pause();
            }
          }
        });
  }

  private void pause() {
    if (closed) {
      return;
    }
    try {
      Thread.sleep(100);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  void register(String namespace, CaseLog log) {
    logs.put(namespace, log);
  }

  /** Calls a follower with the current replicas of a target and with every change, in order. */
  void follow(String namespace, String target, IntConsumer consumer) {
    String key = namespace + "/" + target;
    Follower follower = new Follower(consumer);
    followers.put(key, follower);
    TargetState seen = targets.get(key);
    if (seen != null) {
      follower.begin(seen.replicas());
    }
  }

  /** Calls a consumer on other threads, one call after the other. Thread-safe. */
  private final class Follower {
    private final IntConsumer consumer;
    private CompletableFuture<Integer> last = CompletableFuture.completedFuture(0);
    private @Nullable Integer replicas;

    Follower(IntConsumer consumer) {
      this.consumer = consumer;
    }

    /** Without effect if the watch has reported a change, which is newer. */
    synchronized void begin(int now) {
      if (replicas == null) {
        changed(now);
      }
    }

    synchronized void changed(int now) {
      if (!closed && (replicas == null || replicas != now)) {
        replicas = now;
        last =
            last.handleAsync(
                (before, failure) -> {
                  consumer.accept(now);
                  return now;
                },
                watches);
      }
    }
  }

  void forget(String namespace) {
    logs.remove(namespace);
    followers.keySet().removeIf(key -> key.startsWith(namespace + "/"));
  }

  private @Nullable CaseLog log(JsonNode object) {
    return logs.get(object.at("/metadata/namespace").asText());
  }

  private static String key(JsonNode object) {
    return object.at("/metadata/namespace").asText() + "/" + object.at("/metadata/name").asText();
  }

  private void target(JsonNode object) {
    CaseLog log = log(object);
    if (log == null) {
      return;
    }
    String name = object.at("/metadata/name").asText();
    int replicas = object.at("/spec/replicas").asInt();
    String set = object.at("/metadata/annotations").path(SET_BY_SUITE).asText();
    TargetState before = targets.put(key(object), new TargetState(replicas, set));
    if (before == null || before.replicas() == replicas) {
      return;
    }
    if (before.set().equals(set)) {
      log.add(at -> new Observation.Scaled(at, name, replicas));
    }
    Follower follower = followers.get(key(object));
    if (follower != null) {
      follower.changed(replicas);
    }
  }

  private void autoscaler(JsonNode object) {
    CaseLog log = log(object);
    JsonNode status = object.path("status");
    if (log != null && !status.equals(statuses.put(key(object), status))) {
      String name = object.at("/metadata/name").asText();
      log.add(at -> new Observation.Autoscaler(at, name, status));
    }
  }

  private void event(JsonNode object) {
    CaseLog log = log(object);
    String version = object.at("/metadata/resourceVersion").asText();
    if (log != null && !version.equals(events.put(key(object), version))) {
      String reporter = object.path("reportingComponent").asText("");
      log.add(
          at ->
              new Observation.Event(
                  at,
                  object.at("/involvedObject/name").asText(),
                  object.path("type").asText(),
                  object.path("reason").asText(),
                  object.path("message").asText(),
                  reporter.isEmpty() ? object.at("/source/component").asText() : reporter,
                  object.path("count").asInt(1)));
    }
  }

  @Override
  public void close() {
    closed = true;
    watches.shutdownNow();
  }
}
