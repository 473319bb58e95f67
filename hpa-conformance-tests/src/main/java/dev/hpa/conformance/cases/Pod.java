package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod as a case wants it; nothing runs in it.
 *
 * @param spec of the pod, as JSON
 * @param phase of its status
 * @param ready its condition Ready, {@code True}, {@code False} or {@code Unknown}; null for none
 * @param age since it started; null for not at all
 * @param since how long its condition is as it is
 * @param terminating whether it is being deleted, and does not end
 */
public record Pod(
    String name,
    Map<String, String> labels,
    String spec,
    String phase,
    @Nullable String ready,
    @Nullable Duration age,
    Duration since,
    boolean terminating) {

  /** The container pods usually have. */
  public static final String CONTAINER = "app";

  /** What keeps a pod that is being deleted. */
  public static final String FINALIZER = "conformance.hpa.dev/stay";

  private static final Duration LONG = Duration.ofHours(1);
  private static final String ONE_CONTAINER =
      """
      {"containers": [{"name": "app", "image": "app"}]}
      """;

  /** A pod that has been running and ready for an hour, labelled app=web, and requests nothing. */
  public static Pod named(String name) {
    return new Pod(name, Map.of("app", "web"), ONE_CONTAINER, "Running", "True", LONG, LONG, false);
  }

  /** With a request of its container. */
  public Pod requests(String resource, String amount) {
    ObjectNode changed = (ObjectNode) Json.tree(spec);
    ((ObjectNode) changed.at("/containers/0"))
        .withObject("/resources/requests")
        .put(resource, amount);
    return withSpec(changed.toString());
  }

  /**
   * With another spec.
   *
   * @param json in which single quotes stand for double ones
   */
  public Pod withSpec(String json) {
    return new Pod(name, labels, json.replace('\'', '"'), phase, ready, age, since, terminating);
  }

  public Pod called(String other) {
    return new Pod(other, labels, spec, phase, ready, age, since, terminating);
  }

  public Pod labelled(String key, String value) {
    return new Pod(name, Map.of(key, value), spec, phase, ready, age, since, terminating);
  }

  public Pod in(String other) {
    return new Pod(name, labels, spec, other, ready, age, since, terminating);
  }

  /** Waiting for somewhere to run. */
  public Pod pending() {
    return new Pod(name, labels, spec, "Pending", null, null, since, terminating);
  }

  /** With a condition Ready that has been so for some time. */
  public Pod ready(@Nullable String status, Duration time) {
    return new Pod(name, labels, spec, phase, status, age, time, terminating);
  }

  public Pod aged(Duration time) {
    return new Pod(name, labels, spec, phase, ready, time, since, terminating);
  }

  /** Being deleted, and staying. */
  public Pod ending() {
    return new Pod(name, labels, spec, phase, ready, age, since, true);
  }

  /** The object to create. */
  public ObjectNode object() {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata").put("name", name);
    ObjectNode marks = metadata.putObject("labels");
    labels.forEach(marks::put);
    if (terminating) {
      metadata.putArray("finalizers").add(FINALIZER);
    }
    ObjectNode own = (ObjectNode) Json.tree(spec);
    // Nobody schedules it, so nobody runs it, wherever the case is.
    own.put("schedulerName", "conformance.hpa.dev");
    own.put("terminationGracePeriodSeconds", 0);
    pod.set("spec", own);
    return pod;
  }

  /** The patch that gives it its status. */
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
          .put("lastTransitionTime", Timestamps.format(now.minus(since)));
    }
    return patch;
  }
}
