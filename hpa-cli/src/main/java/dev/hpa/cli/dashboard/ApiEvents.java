package dev.hpa.cli.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.controller.history.RecordedEvent;
import dev.hpa.core.HpaEvent;
import dev.hpa.dashboard.ClusterEvents;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the events of autoscalers from the API server: those of the active controller. */
public final class ApiEvents implements ClusterEvents {

  private static final Logger LOG = LoggerFactory.getLogger(ApiEvents.class);
  private static final int MAX_EVENTS = 50;

  private final KubernetesApi api;

  /** Reads from an API server. */
  public ApiEvents(KubernetesApi api) {
    this.api = api;
  }

  @Override
  public List<RecordedEvent> of(NamespacedName autoscaler) {
    JsonNode list;
    try {
      list =
          api.call(
              ApiRequest.get(
                  "/api/v1/namespaces/" + ApiRequest.segment(autoscaler.namespace()) + "/events",
                  Map.of(
                      "fieldSelector",
                      "involvedObject.kind=HorizontalPodAutoscaler,involvedObject.name="
                          + autoscaler.name()),
                  new ApiRequest.Subject("events", "", "")),
              body -> Json.tree(body));
    } catch (KubernetesApiException failure) {
      LOG.warn("{}: cannot read the events: {}", autoscaler, failure.text());
      return List.of();
    }
    List<RecordedEvent> events = new ArrayList<>();
    list.path("items").forEach(item -> events.add(event(item)));
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
