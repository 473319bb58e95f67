package dev.hpa.api.versions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HorizontalPodAutoscalerList;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.JsonValue;
import dev.hpa.api.KindRegistry;
import dev.hpa.api.QuantityFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decodes, defaults, converts and encodes the objects of one version. */
record HpaCodec<T extends Record>(
    Class<T> type,
    UnaryOperator<T> defaults,
    Function<T, HorizontalPodAutoscaler> toHub,
    Function<HorizontalPodAutoscaler, T> fromHub) {

  HorizontalPodAutoscaler decode(String body, boolean applyDefaults) {
    return hub(read(JsonValue.parse(body)), applyDefaults);
  }

  HorizontalPodAutoscaler decode(JsonValue body) {
    return hub(read(body), true);
  }

  private T read(JsonValue body) {
    if (body instanceof JsonValue.Structure object) {
      requireAutoscaler(object);
    }
    return Json.readBody(body, type);
  }

  /** As in Go, the names of the type are case-insensitive, and what is absent has a default. */
  private static void requireAutoscaler(JsonValue.Structure object) {
    String kind = HorizontalPodAutoscaler.KIND;
    String apiVersion = "";
    for (JsonValue.Member each : object.members()) {
      if (each.name().equalsIgnoreCase("kind")) {
        kind = typeText(each, kind);
      } else if (each.name().equalsIgnoreCase("apiVersion")) {
        apiVersion = typeText(each, apiVersion);
      }
    }
    ApiGroupVersion version = version(apiVersion);
    boolean isKnown = version.version().isEmpty() || HpaVersion.of(apiVersion).isPresent();
    if (!isKnown || !kind.equals(HorizontalPodAutoscaler.KIND)) {
      throw new JsonFormatException(KindRegistry.unknown(kind, version), null);
    }
  }

  private static String typeText(JsonValue.Member member, String before) {
    return switch (member.value()) {
      case JsonValue.Text text when text.value().isEmpty() -> before;
      case JsonValue.Text text -> text.value();
      case JsonValue.Null none -> before;
      default -> throw new JsonFormatException(member.name() + " is not a string", null);
    };
  }

  private static ApiGroupVersion version(String apiVersion) {
    try {
      return ApiGroupVersion.parse(apiVersion);
    } catch (IllegalArgumentException failure) {
      throw new JsonFormatException(String.valueOf(failure.getMessage()), failure);
    }
  }

  HorizontalPodAutoscalerList decodeList(String body, boolean applyDefaults) {
    Json.ListBody<T> list = Json.readListBody(body, type);
    return HorizontalPodAutoscalerList.of(list.metadata(), hubs(list.items(), applyDefaults));
  }

  private @Nullable List<HorizontalPodAutoscaler> hubs(
      @Nullable List<T> items, boolean applyDefaults) {
    if (items == null) {
      return null;
    }
    List<HorizontalPodAutoscaler> hubs = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      try {
        hubs.add(hub(items.get(i), applyDefaults));
      } catch (JsonFormatException e) {
        throw new JsonFormatException("items[" + i + "]: " + e.getMessage(), e);
      }
    }
    return hubs;
  }

  private HorizontalPodAutoscaler hub(T object, boolean applyDefaults) {
    try {
      return toHub.apply(applyDefaults ? defaults.apply(object) : object);
    } catch (QuantityFormatException e) {
      throw new JsonFormatException(String.valueOf(e.getMessage()), e);
    }
  }

  JsonNode withDefaults(String body) {
    return Json.tree(defaults.apply(read(JsonValue.parse(body))));
  }

  JsonNode reencode(String body) {
    return Json.tree(read(JsonValue.parse(body)));
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

  /** List items have no kind and apiVersion; the list has them. */
  private static ObjectNode item(JsonNode object) {
    ObjectNode item = object.deepCopy();
    item.remove("kind");
    item.remove("apiVersion");
    return item;
  }
}
