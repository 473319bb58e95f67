package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Simulates the scheduler and the kubelets: advances each pod through its life cycle, one scheduled
 * task per step. No step is repeated: a pod that a client makes unready stays unready.
 */
final class KubeletSimulator implements PodListener {

  private final Cluster cluster;
  private final Timeline timeline;
  private final SimulatorOptions options;
  private final PodCache pods;
  private final NodeSimulator nodes;
  private final EventWriter events;
  private final PodStatusWriter status = new PodStatusWriter();

  /** The uids of terminated pods that still have finalizers. */
  private final Set<String> awaitingFinalizers = new HashSet<>();

  private final Set<String> terminating = new HashSet<>();

  KubeletSimulator(
      Cluster cluster,
      SimulatorOptions options,
      PodCache pods,
      NodeSimulator nodes,
      EventWriter events) {
    this.cluster = cluster;
    this.timeline = cluster.timeline();
    this.options = options;
    this.pods = pods;
    this.nodes = nodes;
    this.events = events;
  }

  @Override
  public void added(PodState pod) {
    if (pod.isDeleting()) {
      end(pod);
    } else if (pod.usesOtherScheduler()) {
      return;
    } else if (!pod.isScheduled()) {
      next(options.schedulingDelay(), pod, this::schedule);
    } else if (!pod.isRunning()) {
      next(options.startDelay(), pod, this::start);
    } else if (!pod.isReady()) {
      next(options.readinessDelay(), pod, this::becomeReady);
    }
  }

  @Override
  public void changed(PodState pod) {
    if (pod.isDeleting() && !terminating.contains(pod.uid())) {
      end(pod);
    } else if (pod.isFinalized() && awaitingFinalizers.contains(pod.uid())) {
      remove(pod);
    }
  }

  @Override
  public void removed(PodState pod) {
    terminating.remove(pod.uid());
    awaitingFinalizers.remove(pod.uid());
  }

  private void next(Duration delay, PodState pod, Consumer<PodState> step) {
    timeline.schedule(delay, () -> take(pod, step));
  }

  /** Executes a step for a pod that exists and is not being deleted. */
  private void take(PodState pod, Consumer<PodState> step) {
    if (exists(pod) && pod.isActive()) {
      step.accept(pod);
    }
  }

  private boolean exists(PodState pod) {
    PodState current = pods.get(pod.key());
    return current != null && current.uid().equals(pod.uid());
  }

  private void schedule(PodState pod) {
    if (!pod.isScheduled()) {
      String node = nodes.next();
      String now = now();
      pods.update(pod, tree -> status.schedule(tree, node, now));
      events.normal(
          "default-scheduler",
          pod.subject(),
          "Scheduled",
          "Successfully assigned "
              + pod.key().namespace()
              + "/"
              + pod.key().name()
              + " to "
              + node);
    }
    next(options.startDelay(), pod, this::start);
  }

  private void start(PodState pod) {
    String now = now();
    String hostIp = nodes.addressOf(pod.node());
    ObjectNode started = pods.update(pod, tree -> status.start(tree, hostIp, now));
    if (started != null) {
      writeStartEvents(pod, started);
      next(options.readinessDelay(), pod, this::becomeReady);
    }
  }

  private void writeStartEvents(PodState pod, ObjectNode tree) {
    for (JsonNode container : tree.path("spec").path("containers")) {
      String name = container.path("name").asText();
      String image = container.path("image").asText();
      events.normal(
          "kubelet",
          pod.subject(),
          "Pulled",
          "Container image \"" + image + "\" already present on machine");
      events.normal("kubelet", pod.subject(), "Created", "Created container: " + name);
      events.normal("kubelet", pod.subject(), "Started", "Started container " + name);
    }
  }

  private void becomeReady(PodState pod) {
    String now = now();
    pods.update(pod, tree -> PodStatusWriter.becomeReady(tree, now));
  }

  private void end(PodState pod) {
    terminating.add(pod.uid());
    if (pod.isRunning()) {
      pod.shape()
          .containers()
          .forEach(
              container ->
                  events.normal(
                      "kubelet",
                      pod.subject(),
                      "Killing",
                      "Stopping container " + container.name()));
    }
    timeline.schedule(shorter(options.terminationTime(), pod.gracePeriod()), () -> ended(pod));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void ended(PodState pod) {
    if (!exists(pod)) {
      return;
    }
    if (pod.isFinalized()) {
      remove(pod);
    } else {
      awaitingFinalizers.add(pod.uid());
    }
  }

  private void remove(PodState pod) {
    cluster.objects(ResourceTypes.PODS).remove(pod.key(), stored -> stored.uid().equals(pod.uid()));
  }

  private String now() {
    return Timestamps.format(cluster.now());
  }
}
