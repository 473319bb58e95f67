package dev.hpa.api.versions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HorizontalPodAutoscalerList;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.JsonValue;
import dev.hpa.api.QuantityFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The records of a version, its defaults, and its way to the hub and back. */
record HpaCodec<T extends Record>(
    Class<T> type,
    UnaryOperator<T> defaults,
    Function<T, HorizontalPodAutoscaler> toHub,
    Function<HorizontalPodAutoscaler, T> fromHub) {

  HorizontalPodAutoscaler decode(String body, boolean defaulted) {
    return hub(Json.readBody(body, type), defaulted);
  }

  HorizontalPodAutoscaler decode(JsonValue body) {
    return hub(Json.readBody(body, type), true);
  }

  HorizontalPodAutoscalerList decodeList(String body, boolean defaulted) {
    Json.ListBody<T> list = Json.readListBody(body, type);
    return HorizontalPodAutoscalerList.of(list.metadata(), hubs(list.items(), defaulted));
  }

  private @Nullable List<HorizontalPodAutoscaler> hubs(@Nullable List<T> items, boolean defaulted) {
    if (items == null) {
      return null;
    }
    List<HorizontalPodAutoscaler> hubs = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      try {
        hubs.add(hub(items.get(i), defaulted));
      } catch (JsonFormatException e) {
        throw new JsonFormatException("items[" + i + "]: " + e.getMessage(), e);
      }
    }
    return hubs;
  }

  private HorizontalPodAutoscaler hub(T object, boolean defaulted) {
    try {
      return toHub.apply(defaulted ? defaults.apply(object) : object);
    } catch (QuantityFormatException e) {
      throw new JsonFormatException(String.valueOf(e.getMessage()), e);
    }
  }

  JsonNode withDefaults(String body) {
    return Json.tree(defaults.apply(Json.readBody(body, type)));
  }

  JsonNode reencode(String body) {
    return Json.tree(Json.readBody(body, type));
  }

  JsonNode encode(HorizontalPodAutoscaler hub) {
    return Json.tree(fromHub.apply(hub));
  }

  JsonNode encodeList(HorizontalPodAutoscalerList list, String apiVersion) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("kind", HorizontalPodAutoscalerList.KIND).put("apiVersion", apiVersion);
    body.set("metadata", Json.tree(list.metadata()));
    if (list.items() == null) {
      return body.putNull("items");
    }
    ArrayNode items = body.putArray("items");
    list.items().forEach(hub -> items.add(item(encode(hub))));
    return body;
  }

  /** An element of a list, where kind and apiVersion stand on the list instead. */
  private static ObjectNode item(JsonNode object) {
    ObjectNode item = object.deepCopy();
    item.remove("kind");
    item.remove("apiVersion");
    return item;
  }
}
