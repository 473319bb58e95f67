package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Scheduler and kubelets: takes each pod through its life, one task on the timeline per step. A
 * step that was taken is not taken again: who makes a pod unready through the API finds it unready
 * later, too.
 */
final class PodLife implements PodListener {

  private final Cluster cluster;
  private final SimulatorOptions options;
  private final PodTable pods;
  private final Nodes nodes;
  private final EventWriter events;
  private final PodStatus status = new PodStatus();
  private final Agenda.Kind scheduling;
  private final Agenda.Kind starting;
  private final Agenda.Kind gettingReady;
  private final Agenda.Kind terminating;

  /** The uids of pods that have ended but are held by finalizers. */
  private final Set<String> held = new HashSet<>();

  private final Set<String> ending = new HashSet<>();

  PodLife(
      Cluster cluster,
      SimulatorOptions options,
      Agenda agenda,
      PodTable pods,
      Nodes nodes,
      EventWriter events) {
    this.cluster = cluster;
    this.options = options;
    this.pods = pods;
    this.nodes = nodes;
    this.events = events;
    scheduling = agenda.kind("schedule pod", step(this::schedule));
    starting = agenda.kind("start pod", step(this::start));
    gettingReady = agenda.kind("pod ready", step(this::becomeReady));
    terminating = agenda.kind("end pod", this::ended);
  }

  /** A step of a pod that is still there and not about to go. */
  private Agenda.Work step(Consumer<PodState> step) {
    return (key, uid) -> {
      PodState pod = pods.get(key);
      if (pod != null && pod.uid().equals(uid) && pod.isActive()) {
        step.accept(pod);
      }
    };
  }

  @Override
  public void added(PodState pod) {
    if (pod.isDeleting()) {
      end(pod);
    } else if (pod.isForeign()) {
      return;
    } else if (!pod.isScheduled()) {
      next(scheduling, options.schedulingDelay(), pod);
    } else if (!pod.isRunning()) {
      next(starting, options.startDelay(), pod);
    } else if (!pod.isReady()) {
      next(gettingReady, options.readinessDelay(), pod);
    }
  }

  @Override
  public void changed(PodState pod) {
    if (pod.isDeleting() && !ending.contains(pod.uid())) {
      end(pod);
    } else if (pod.isFinalized() && held.contains(pod.uid())) {
      remove(pod);
    }
  }

  @Override
  public void removed(PodState pod) {
    ending.remove(pod.uid());
    held.remove(pod.uid());
  }

  private static void next(Agenda.Kind step, Duration delay, PodState pod) {
    step.after(delay, pod.key(), pod.uid());
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
    next(starting, options.startDelay(), pod);
  }

  private void start(PodState pod) {
    String now = now();
    String hostIp = nodes.addressOf(pod.node());
    ObjectNode started = pods.update(pod, tree -> status.start(tree, hostIp, now));
    if (started != null) {
      tellStart(pod, started);
      next(gettingReady, options.readinessDelay(), pod);
    }
  }

  private void tellStart(PodState pod, ObjectNode tree) {
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
    pods.update(pod, tree -> PodStatus.becomeReady(tree, now));
  }

  private void end(PodState pod) {
    ending.add(pod.uid());
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
    next(terminating, shorter(options.terminationTime(), pod.gracePeriod()), pod);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void ended(ObjectKey key, String uid) {
    PodState pod = pods.get(key);
    if (pod == null || !pod.uid().equals(uid)) {
      return;
    }
    if (pod.isFinalized()) {
      remove(pod);
    } else {
      held.add(pod.uid());
    }
  }

  private void remove(PodState pod) {
    cluster.objects(ResourceTypes.PODS).remove(pod.key(), stored -> stored.uid().equals(pod.uid()));
  }

  ObjectNode saved() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    held.forEach(saved.putArray("held")::add);
    ending.forEach(saved.putArray("ending")::add);
    saved.set("status", status.saved());
    return saved;
  }

  void resume(JsonNode saved) {
    saved.path("held").forEach(uid -> held.add(uid.asText()));
    saved.path("ending").forEach(uid -> ending.add(uid.asText()));
    status.resume(saved.path("status"));
  }

  private String now() {
    return Timestamps.format(cluster.now());
  }
}
