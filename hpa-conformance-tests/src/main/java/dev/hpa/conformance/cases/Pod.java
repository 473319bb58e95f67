package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod of a case. It exists in the API only; no container runs.
 *
 * @param spec of the pod, as JSON
 * @param phase of its status
 * @param ready its condition Ready, {@code True}, {@code False} or {@code Unknown}; null for none
 * @param age time since it started; null if it has not started
 * @param readyTransitionAge time since the last transition of its condition Ready
 * @param terminating whether it has a deletion timestamp and a finalizer
 */
public record Pod(
    String name,
    Map<String, String> labels,
    String spec,
    String phase,
    @Nullable String ready,
    @Nullable Duration age,
    Duration readyTransitionAge,
    boolean terminating) {

  /** The default container name. */
  public static final String CONTAINER = "app";

  /** The finalizer that keeps a terminating pod. */
  public static final String FINALIZER = "conformance.hpa.dev/stay";

  private static final Duration LONG = Duration.ofHours(1);
  private static final String ONE_CONTAINER =
      """
      {"containers": [{"name": "app", "image": "app"}]}
      """;

  /** A pod labelled app=web that has been running and ready for 1 h, without requests. */
  public static Pod named(String name) {
    return new Pod(name, Map.of("app", "web"), ONE_CONTAINER, "Running", "True", LONG, LONG, false);
  }

  /** Returns a copy with a request of its container. */
  public Pod requests(String resource, String amount) {
    ObjectNode changed = (ObjectNode) Json.tree(spec);
    ((ObjectNode) changed.at("/containers/0"))
        .withObject("/resources/requests")
        .put(resource, amount);
    return withSpec(changed.toString());
  }

  /**
   * Returns a copy with another spec.
   *
   * @param json with single quotes in place of double quotes
   */
  public Pod withSpec(String json) {
    return new Pod(
        name, labels, json.replace('\'', '"'), phase, ready, age, readyTransitionAge, terminating);
  }

  public Pod withName(String other) {
    return new Pod(other, labels, spec, phase, ready, age, readyTransitionAge, terminating);
  }

  public Pod withOnlyLabel(String key, String value) {
    return new Pod(
        name, Map.of(key, value), spec, phase, ready, age, readyTransitionAge, terminating);
  }

  public Pod withPhase(String other) {
    return new Pod(name, labels, spec, other, ready, age, readyTransitionAge, terminating);
  }

  /** Returns a copy that is not scheduled. */
  public Pod pending() {
    return new Pod(name, labels, spec, "Pending", null, null, readyTransitionAge, terminating);
  }

  /** Returns a copy whose condition Ready has had this status for the given time. */
  public Pod ready(@Nullable String status, Duration time) {
    return new Pod(name, labels, spec, phase, status, age, time, terminating);
  }

  public Pod withAge(Duration time) {
    return new Pod(name, labels, spec, phase, ready, time, readyTransitionAge, terminating);
  }

  /** Returns a copy with a deletion timestamp and a finalizer. */
  public Pod withDeletionTimestamp() {
    return new Pod(name, labels, spec, phase, ready, age, readyTransitionAge, true);
  }

  /** Returns phase and readiness, for descriptions. */
  String state() {
    String state = ready == null ? phase : phase + ", Ready=" + ready;
    return terminating ? state + ", terminating" : state;
  }

  /** Returns the object to create. */
  public ObjectNode object() {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata").put("name", name);
    ObjectNode labelNode = metadata.putObject("labels");
    labels.forEach(labelNode::put);
    if (terminating) {
      metadata.putArray("finalizers").add(FINALIZER);
    }
    ObjectNode podSpec = (ObjectNode) Json.tree(spec);
    // No scheduler has this name, so no kubelet runs the pod.
    podSpec.put("schedulerName", "conformance.hpa.dev");
    podSpec.put("terminationGracePeriodSeconds", 0);
    pod.set("spec", podSpec);
    return pod;
  }

  /**
   * Returns the pod with its status for readers: times are relative to now, and the fields that
   * keep it from running are omitted.
   */
  JsonNode manifest() {
    ObjectNode pod = object();
    ((ObjectNode) pod.path("spec"))
        .remove(List.of("schedulerName", "terminationGracePeriodSeconds"));
    if (terminating) {
      ((ObjectNode) pod.path("metadata")).put("deletionTimestamp", "now");
    }
    ObjectNode status = pod.putObject("status").put("phase", phase);
    if (age != null) {
      status.put("startTime", "now-" + GoDuration.format(age));
    }
    if (ready != null) {
      status
          .putArray("conditions")
          .addObject()
          .put("type", "Ready")
          .put("status", ready)
          .put("lastTransitionTime", "now-" + GoDuration.format(readyTransitionAge));
    }
    return pod;
  }

  /** Returns the merge patch that sets its status. */
  public JsonNode status(Instant now) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode status = patch.putObject("status").put("phase", phase);
    if (age != null) {
      status.put("startTime", Timestamps.format(now.minus(age)));
    }
    if (ready != null) {
      ArrayNode conditions = status.putArray("conditions");
      conditions
          .addObject()
          .put("type", "Ready")
          .put("status", ready)
          .put("lastTransitionTime", Timestamps.format(now.minus(readyTransitionAge)));
    }
    return patch;
  }
}
