package dev.hpa.cli.rollback;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.cli.output.TextTable;
import dev.hpa.core.OptionConditions;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionValue;
import dev.hpa.core.options.Options;
import dev.hpa.spi.ApiRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * What options leave behind in an autoscaler. Not thread-safe.
 *
 * @param json its options with their sources and what kube-controller-manager does instead, and the
 *     conditions that only options set
 */
record Leftovers(NamespacedName autoscaler, ObjectNode json) {

  static final String CONDITIONS = "conditions";
  static final String ANNOTATIONS = "annotations";

  private static final String OPTIONS = "options";
  private static final String REMOVED = "removed";
  private static final String OWN = "annotation";

  /**
   * Finds the leftovers of an autoscaler.
   *
   * @param options that apply to it
   * @param now for modes that end
   */
  static Leftovers of(HorizontalPodAutoscaler hpa, Options options, Instant now) {
    NamespacedName key = NamespacedName.of(hpa.metadata());
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("autoscaler", key.toString());
    ArrayNode list = json.putArray(OPTIONS);
    Map<String, String> ignored = new TreeMap<>(hpa.metadata().annotationsOrEmpty());
    ignored.keySet().removeIf(name -> !name.startsWith(OptionKey.PREFIX));
    for (OptionValue each : options.values()) {
      String source =
          switch (each.origin()) {
            case AUTOSCALER -> OWN;
            case NAMESPACE -> "namespace";
            case FLAG -> "flag";
            case SPEC -> "spec";
          };
      add(
          list,
          each.name().annotation(),
          each.value(),
          source,
          effect(each.key(), options.modeAt(now), hpa.spec()));
      if (source.equals(OWN)) {
        ignored.remove(each.name().annotation());
      }
    }
    ignored.forEach((name, value) -> add(list, name, value, OWN, "ignores it too"));
    ArrayNode conditions = json.putArray(CONDITIONS);
    for (HpaCondition each : hpa.status().conditionsOrEmpty()) {
      if (OptionConditions.TYPES.contains(each.type())) {
        conditions.add(Json.tree(each));
      }
    }
    json.putArray(REMOVED);
    return new Leftovers(key, json);
  }

  private static void add(ArrayNode list, String name, String value, String source, String effect) {
    list.addObject()
        .put("name", name)
        .put("value", value)
        .put("source", source)
        .put("effect", effect);
  }

  private static String effect(OptionKey key, Mode mode, HpaSpec spec) {
    return switch (key) {
      case MODE, MODE_UNTIL ->
          switch (mode) {
            case PAUSED, DRY_RUN -> "scales the target at its next sync";
            case SCALE_UP_ONLY -> "does not hold scale-downs";
            case ACTIVE -> "scales too: the mode is Active";
          };
      case SCHEDULE ->
          "has minReplicas %d and maxReplicas %d at all times"
              .formatted(spec.minReplicasOrDefault(), spec.maxReplicas());
      case FALLBACK_REPLICAS, FALLBACK_AFTER, FALLBACK_STRATEGY ->
          "keeps replicas while a metric fails, or holds scale-downs";
      case FORECAST, FORECAST_HORIZON, FORECAST_SEASON, FORECAST_QUERY ->
          "scales up when the load rises, not before";
      case WATERMARK -> "uses the target of the metric, and the tolerance";
      default -> "uses the default: " + key.defaultValue();
    };
  }

  boolean isEmpty() {
    return json.path(OPTIONS).isEmpty() && json.path(CONDITIONS).isEmpty();
  }

  /** Whether there is something to remove: {@link #CONDITIONS} or {@link #ANNOTATIONS}. */
  boolean has(String what) {
    return what.equals(CONDITIONS)
        ? !json.path(CONDITIONS).isEmpty()
        : json.path(OPTIONS).valueStream().anyMatch(Leftovers::isAnnotation);
  }

  private static boolean isAnnotation(JsonNode option) {
    return option.path("source").asText().equals(OWN);
  }

  /** The request that removes {@link #CONDITIONS} or {@link #ANNOTATIONS}, and nothing else. */
  ApiRequest removal(String what) {
    boolean isStatus = what.equals(CONDITIONS);
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    if (isStatus) {
      // Merged by type: what kube-controller-manager writes meanwhile stays.
      ArrayNode gone = patch.putObject("status").putArray(CONDITIONS);
      for (JsonNode each : json.path(CONDITIONS)) {
        gone.addObject().put("$patch", "delete").set("type", each.path("type"));
      }
    } else {
      ObjectNode gone = patch.putObject("metadata").putObject(ANNOTATIONS);
      json.path(OPTIONS)
          .valueStream()
          .filter(Leftovers::isAnnotation)
          .forEach(each -> gone.putNull(each.path("name").asText()));
    }
    return ApiRequest.patch(
        ApiRequest.pathOf(
            "/apis/autoscaling/v2",
            autoscaler.namespace(),
            "horizontalpodautoscalers",
            autoscaler.name(),
            isStatus ? "status" : ""),
        new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", autoscaler.name()),
        isStatus ? "application/strategic-merge-patch+json" : "application/merge-patch+json",
        Json.text(patch).getBytes(StandardCharsets.UTF_8));
  }

  void removed(String what) {
    json.withArray(REMOVED).add(what);
  }

  private boolean isRemoved(String what) {
    return json.path(REMOVED).valueStream().anyMatch(each -> each.asText().equals(what));
  }

  /** Adds a row for each option and each condition. */
  void addTo(TextTable table) {
    for (JsonNode each : json.path(OPTIONS)) {
      boolean isGone = isAnnotation(each) && isRemoved(ANNOTATIONS);
      table.row(
          autoscaler.toString(),
          each.path("source").asText(),
          each.path("name").asText() + "=" + each.path("value").asText(),
          each.path("effect").asText() + (isGone ? " (removed)" : ""));
    }
    for (JsonNode each : json.path(CONDITIONS)) {
      table.row(
          autoscaler.toString(),
          "condition",
          "%s=%s %s"
              .formatted(
                  each.path("type").asText(),
                  each.path("status").asText(),
                  each.path("reason").asText()),
          isRemoved(CONDITIONS) ? "(removed)" : "keeps it as it is");
    }
  }
}
