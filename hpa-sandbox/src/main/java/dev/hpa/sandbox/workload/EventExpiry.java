package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.state.Moments;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Removes Events, whoever wrote them, one hour after they were last written. As all live equally
 * long, the first in the queue is always the next to go, and one task on the timeline is enough.
 */
final class EventExpiry {

  private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

  private final Cluster cluster;
  private final Queue<Entry> entries = new ArrayDeque<>();
  private final Agenda.Kind expiring;

  EventExpiry(Cluster cluster, Agenda agenda) {
    this.cluster = cluster;
    this.expiring = agenda.kind("expire events", (key, uid) -> expire());
  }

  void apply(Change change) {
    StoredObject after = change.after();
    if (after == null) {
      return;
    }
    entries.add(
        new Entry(after.key(), after.revision(), cluster.timeline().now().plus(TIME_TO_LIVE)));
    if (entries.size() == 1) {
      expireAfter(TIME_TO_LIVE);
    }
  }

  private void expire() {
    Instant now = cluster.timeline().now();
    Entry first = entries.peek();
    while (first != null && !first.due().isAfter(now)) {
      entries.remove();
      long revision = first.revision();
      // An event written again since then has a later entry of its own.
      cluster
          .objects(ResourceTypes.EVENTS)
          .remove(first.key(), event -> event.revision() == revision);
      first = entries.peek();
    }
    if (first != null) {
      expireAfter(Duration.between(now, first.due()));
    }
  }

  private void expireAfter(Duration delay) {
    expiring.after(delay, new ObjectKey("", ""), "");
  }

  ArrayNode saved(Moments moments) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Entry entry : entries) {
      list.addObject()
          .put("namespace", entry.key().namespace())
          .put("name", entry.key().name())
          .put("revision", entry.revision())
          .put("due", moments.written(entry.due()));
    }
    return list;
  }

  void resume(JsonNode saved, Moments moments) {
    for (JsonNode entry : saved) {
      entries.add(
          new Entry(
              new ObjectKey(entry.path("namespace").asText(), entry.path("name").asText()),
              entry.path("revision").asLong(),
              moments.read(entry.path("due").asLong())));
    }
  }

  private record Entry(ObjectKey key, long revision, Instant due) {}
}
