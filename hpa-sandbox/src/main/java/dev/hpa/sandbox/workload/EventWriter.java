package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes core v1 Events. A repeated event about the same object increments the count of the
 * existing one. Used on the timeline only.
 */
final class EventWriter {

  private static final int CACHE_SIZE = 4096;
  private static final String DEFAULT_NAMESPACE = "default";

  /** The object that an event is about. */
  record Subject(ResourceType type, ObjectKey key, String uid) {}

  private final Cluster cluster;
  private final boolean enabled;
  private final Map<EventKey, ObjectKey> written =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<EventKey, ObjectKey> eldest) {
          return size() > CACHE_SIZE;
        }
      };
  private long lastNanos;

  EventWriter(Cluster cluster, boolean enabled) {
    this.cluster = cluster;
    this.enabled = enabled;
  }

  /**
   * Writes a Normal event if events are enabled.
   *
   * @param component the reporting component, e.g. {@code kubelet}
   */
  void normal(String component, Subject subject, String reason, String message) {
    if (enabled) {
      write(new EventKey("Normal", component, subject, reason, message));
    }
  }

  /** Writes a Warning event, even if events are disabled. */
  void warning(String component, Subject subject, String reason, String message) {
    write(new EventKey("Warning", component, subject, reason, message));
  }

  private void write(EventKey event) {
    try {
      if (!increment(event)) {
        written.put(event, create(event));
      }
    } catch (StatusException refused) {
      // The namespace is terminating, which deletes its events anyway.
    }
  }

  private boolean increment(EventKey event) {
    ObjectKey key = written.get(event);
    return key != null
        && cluster.objects(ResourceTypes.EVENTS).update(key, (before, tree) -> incremented(tree))
            != null;
  }

  private ObjectNode incremented(ObjectNode tree) {
    return tree.put("lastTimestamp", Timestamps.format(cluster.now()))
        .put("count", tree.path("count").asInt() + 1);
  }

  private ObjectKey create(EventKey event) {
    Subject subject = event.subject();
    String namespace =
        subject.key().namespace().isEmpty() ? DEFAULT_NAMESPACE : subject.key().namespace();
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("kind", "Event").put("apiVersion", "v1");
    tree.putObject("metadata")
        .put("name", subject.key().name() + "." + Long.toHexString(uniqueNanos()))
        .put("namespace", namespace);
    tree.set("involvedObject", reference(subject));
    tree.put("reason", event.reason()).put("message", event.message());
    tree.putObject("source").put("component", event.component());
    String now = Timestamps.format(cluster.now());
    tree.put("firstTimestamp", now).put("lastTimestamp", now).put("count", 1);
    tree.put("type", event.type()).putNull("eventTime");
    tree.put("reportingComponent", event.component()).put("reportingInstance", "");
    return cluster.create(ResourceTypes.EVENTS, namespace, tree, false).key();
  }

  private static JsonNode reference(Subject subject) {
    ObjectNode reference = JsonNodeFactory.instance.objectNode();
    reference.put("kind", subject.type().kind());
    if (!subject.key().namespace().isEmpty()) {
      reference.put("namespace", subject.key().namespace());
    }
    return reference
        .put("name", subject.key().name())
        .put("uid", subject.uid())
        .put("apiVersion", subject.type().storedVersion().apiVersion());
  }

  /** The current time, incremented where two events would get the same name. */
  private long uniqueNanos() {
    Instant now = cluster.now();
    long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
    lastNanos = Math.max(lastNanos + 1, nanos);
    return lastNanos;
  }

  private record EventKey(
      String type, String component, Subject subject, String reason, String message) {}
}
