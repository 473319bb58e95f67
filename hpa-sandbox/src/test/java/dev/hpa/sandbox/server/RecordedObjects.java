package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ServedResources;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.store.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All object states that recorded responses contain completely. */
final class RecordedObjects {

  private final ServedResources served;
  private final Map<String, TreeMap<Long, ObjectNode>> states = new HashMap<>();
  private final Map<String, List<ObjectNode>> byPlace = new HashMap<>();

  RecordedObjects(ServedResources served, List<RecordedExchange> exchanges) {
    this.served = served;
    exchanges.forEach(this::remember);
  }

  /** The resource of a path, or null for other paths. */
  static @Nullable RequestInfo target(RecordedExchange exchange, ServedResources served) {
    List<String> segments = new ArrayList<>(exchange.segments());
    boolean core = !segments.isEmpty() && segments.getFirst().equals("api");
    boolean named = !segments.isEmpty() && segments.getFirst().equals("apis");
    if (!(core || named) || segments.size() < (core ? 3 : 4)) {
      return null;
    }
    segments.remove("watch");
    try {
      return RequestInfo.resolve(RequestInfo.Path.parse(segments), served);
    } catch (StatusException unknown) {
      return null;
    }
  }

  private void remember(RecordedExchange exchange) {
    RequestInfo target = target(exchange, served);
    if (target == null || exchange.parameter("dryRun") != null) {
      return;
    }
    if (exchange.answer() instanceof ObjectNode answer) {
      remember(exchange, target, answer);
    }
    exchange.events().forEach(event -> remember(exchange, target, event.path("object")));
  }

  private void remember(RecordedExchange exchange, RequestInfo target, JsonNode answer) {
    String kind = answer.path("kind").asText();
    if (kind.equals(target.kind() + "List")) {
      answer.path("items").forEach(item -> add(exchange, target, item));
    } else if (kind.equals("Table")) {
      answer.path("rows").forEach(row -> remember(exchange, target, row.path("object")));
    } else if (kind.equals(target.kind())) {
      add(exchange, target, answer);
    }
  }

  private void add(RecordedExchange exchange, RequestInfo target, JsonNode object) {
    JsonNode metadata = object.path("metadata");
    if (metadata.has("uid")) {
      ObjectNode stored = stored(target, object);
      TreeMap<Long, ObjectNode> known =
          states.computeIfAbsent(metadata.path("uid").asText(), any -> new TreeMap<>());
      long revision = metadata.path("resourceVersion").asLong();
      if (target.version().stored()) {
        known.put(revision, stored);
      } else {
        known.putIfAbsent(revision, stored);
      }
      byPlace
          .computeIfAbsent(
              place(exchange.file(), target.type(), BareApiServer.key(stored)),
              any -> new ArrayList<>())
          .add(stored);
    }
  }

  /** Converts an object of a response to the storage version. */
  static ObjectNode stored(RequestInfo target, JsonNode shown) {
    ObjectNode complete = JsonNodeFactory.instance.objectNode();
    complete.put("kind", target.kind()).put("apiVersion", target.apiVersion());
    complete.setAll((ObjectNode) shown.deepCopy());
    complete.put("kind", target.kind()).put("apiVersion", target.apiVersion());
    ObjectNode stored =
        target.version().stored()
            ? complete
            : target.version().toStored().apply(Json.text(complete));
    complete.properties().stream()
        .filter(each -> each.getValue().isNull())
        .forEach(each -> stored.putNull(each.getKey()));
    ObjectNode ordered = JsonNodeFactory.instance.objectNode();
    ordered.put("kind", target.kind()).put("apiVersion", target.storedApiVersion());
    ordered.set("metadata", complete.path("metadata"));
    stored
        .properties()
        .forEach(
            each -> {
              if (!ordered.has(each.getKey())) {
                ordered.set(each.getKey(), each.getValue());
              }
            });
    return ordered;
  }

  /** The object at exactly this resource version, or null. */
  @Nullable ObjectNode exactly(JsonNode metadata) {
    TreeMap<Long, ObjectNode> known = states.get(metadata.path("uid").asText());
    return known == null ? null : known.get(metadata.path("resourceVersion").asLong());
  }

  /** The object at a resource version close to this one. */
  @Nullable ObjectNode nearly(JsonNode metadata) {
    TreeMap<Long, ObjectNode> known = states.get(metadata.path("uid").asText());
    if (known == null) {
      return null;
    }
    Map.Entry<Long, ObjectNode> state = known.floorEntry(metadata.path("resourceVersion").asLong());
    return state == null ? known.firstEntry().getValue() : state.getValue();
  }

  /** The last state of an object before a resource version. */
  @Nullable ObjectNode before(String uid, long revision) {
    TreeMap<Long, ObjectNode> known = states.get(uid);
    Map.Entry<Long, ObjectNode> state = known == null ? null : known.lowerEntry(revision);
    return state == null ? null : state.getValue();
  }

  /** All states with a key in a file, in order. */
  List<ObjectNode> in(String file, ResourceType type, ObjectKey key) {
    return byPlace.getOrDefault(place(file, type, key), List.of());
  }

  private static String place(String file, ResourceType type, ObjectKey key) {
    return file + " " + type.id() + " " + key;
  }
}
