package dev.hpa.cli.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.controller.history.RecordedEvent;
import dev.hpa.core.HpaEvent;
import dev.hpa.dashboard.ClusterEvents;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the events of autoscalers from the API server: those of the active controller. */
public final class ApiEvents implements ClusterEvents {

  private static final Logger LOG = LoggerFactory.getLogger(ApiEvents.class);
  private static final int MAX_EVENTS = 50;

  private final LiveReader reader;

  /** Reads from an API server. */
  public ApiEvents(KubernetesApi api) {
    this.reader = new LiveReader(api);
  }

  @Override
  public List<RecordedEvent> of(NamespacedName autoscaler) {
    List<JsonNode> items;
    try {
      items = reader.events(autoscaler);
    } catch (KubernetesApiException failure) {
      LOG.warn("{}: cannot read the events: {}", autoscaler, failure.text());
      return List.of();
    }
    List<RecordedEvent> events = new ArrayList<>();
    items.forEach(item -> events.add(event(item)));
    events.sort(Comparator.comparing(RecordedEvent::last));
    return List.copyOf(events.subList(Math.max(0, events.size() - MAX_EVENTS), events.size()));
  }

  private static RecordedEvent event(JsonNode item) {
    Instant last = time(item, "lastTimestamp", time(item, "eventTime", Instant.EPOCH));
    HpaEvent.Type type =
        item.path("type").asText().equals(HpaEvent.Type.WARNING.text())
            ? HpaEvent.Type.WARNING
            : HpaEvent.Type.NORMAL;
    return new RecordedEvent(
        time(item, "firstTimestamp", last),
        last,
        new HpaEvent(type, item.path("reason").asText(), item.path("message").asText()),
        Math.max(1, item.path("count").asInt()));
  }

  private static Instant time(JsonNode item, String field, Instant otherwise) {
    String text = item.path(field).asText("");
    try {
      return text.isEmpty() || text.equals("null") ? otherwise : Timestamps.parse(text);
    } catch (RuntimeException malformed) {
      return otherwise;
    }
  }
}
