package dev.hpa.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Simulates the workload controllers, the scheduler and the kubelets: a target soon has as many
 * ready pods as its scale specifies, and its status reports them. Custom resources have no
 * controller: their status does not change.
 */
final class Workloads implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofMillis(200);

  /** Age of the initial pods, so that they are ready. */
  private static final Duration INITIAL_POD_AGE = Duration.ofHours(1);

  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final Map<Target, Deque<String>> pods = new HashMap<>();
  private final Map<Target, JsonNode> owners = new HashMap<>();
  private final Map<String, String> apps = new ConcurrentHashMap<>();
  private final LabApi api;
  private final ScheduledFuture<?> looks;
  private int named;

  private Workloads(LabApi api, List<Target> targets) throws IOException, InterruptedException {
    this.api = api;
    Instant old = Instant.now().minus(INITIAL_POD_AGE);
    for (Target target : targets) {
      owners.put(target, ownerOfPods(target));
      adjust(target, target.replicas(), old);
    }
    this.looks =
        executor.scheduleWithFixedDelay(this::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Creates and deletes pods until closed. */
  static Workloads follow(LabApi api, List<Target> targets)
      throws IOException, InterruptedException {
    return new Workloads(api, targets);
  }

  /** Returns the target, or the ReplicaSet that is created for a Deployment. */
  private JsonNode ownerOfPods(Target target) throws IOException, InterruptedException {
    JsonNode object = api.get(target.path());
    return target.kind().equals("Deployment")
        ? api.create(
            target.collection().replace("/deployments", "/replicasets"), target.replicaSet(object))
        : object;
  }

  /** Returns the names of the current pods, with the values of their label {@code app}. */
  Map<String, String> pods(Selector selector) {
    Map<String, String> found = new HashMap<>(apps);
    found.values().removeIf(app -> !selector.matches(Map.of("app", app)));
    return found;
  }

  private void look() {
    try {
      for (Target each : pods.keySet()) {
        if (!each.isCustom()) {
          int wanted = api.get(each.path() + "/scale").at("/spec/replicas").asInt();
          adjust(each, wanted, Instant.now());
        }
      }
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private void adjust(Target target, int wanted, Instant readySince)
      throws IOException, InterruptedException {
    Deque<String> own = pods.computeIfAbsent(target, first -> new ArrayDeque<>());
    if (own.size() == wanted) {
      return;
    }
    while (own.size() < wanted) {
      own.addLast(create(target, readySince));
    }
    while (own.size() > wanted) {
      delete(target, own.removeLast());
    }
    api.merge(target.path() + "/status", target.status(wanted));
  }

  private String create(Target target, Instant readySince)
      throws IOException, InterruptedException {
    String name = target.name() + "-" + named++;
    String path = podsOf(target);
    // Rounded, not truncated, so that the result of an autoscaler depends only on the pod's age.
    String since = Timestamps.format(readySince.plusMillis(500));
    api.create(path, target.pod(name, Objects.requireNonNull(owners.get(target))));
    api.merge(
        path + "/" + name + "/status",
        Json.tree(
            """
            {"status": {"phase": "Running", "startTime": "%1$s",
              "conditions": [{"type": "Ready", "status": "True", "lastTransitionTime": "%1$s"}]}}
            """
                .formatted(since)));
    apps.put(name, target.app());
    return name;
  }

  private void delete(Target target, String name) throws IOException, InterruptedException {
    apps.remove(name);
    api.delete(podsOf(target) + "/" + name + "?gracePeriodSeconds=0");
  }

  private static String podsOf(Target target) {
    return "/api/v1/namespaces/" + target.namespace() + "/pods";
  }

  /**
   * Stops the simulation.
   *
   * @throws IllegalStateException if a failure stopped it before
   */
  @Override
  public void close() {
    executor.close();
    if (looks.state() == Future.State.FAILED) {
      throw new IllegalStateException("pods were not followed any more", looks.exceptionNow());
    }
  }
}
