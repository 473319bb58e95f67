package dev.hpa.controller.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.explanation.MetricDescription;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The explanation of a decision, with the autoscaler's status and events.
 *
 * @param autoscaler as autoscaling/v2 JSON
 * @param trace the structured trace
 * @param text the trace in sentences
 * @param queries what metrics were read with, by metric, for sources that report it
 * @param changedBy which other writer has changed the replicas, and when; null if none has, or it
 *     is not known
 * @param events that mention the autoscaler, oldest first; null if they were not requested
 * @param note a limitation of the explanation to print after it; null for none
 */
public record Explanation(
    JsonNode autoscaler,
    JsonNode trace,
    String text,
    Map<String, String> queries,
    @Nullable String changedBy,
    @Nullable List<JsonNode> events,
    @Nullable String note) {

  private static final int SHOWN_EVENTS = 5;

  /** The explanation as JSON. */
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("autoscaler", autoscaler);
    json.set("trace", trace);
    if (!queries.isEmpty()) {
      ObjectNode byMetric = json.putObject("queries");
      queries.forEach(byMetric::put);
    }
    if (changedBy != null) {
      json.put("replicasChangedBy", changedBy);
    }
    if (note != null) {
      json.put("note", note);
    }
    return json;
  }

  /** The explanation as text, like the output of {@code kubectl describe hpa}. */
  public String describe() {
    HorizontalPodAutoscaler hpa = HpaVersion.V2.decode(autoscaler);
    HpaStatus status = hpa.status();
    StringBuilder out = new StringBuilder();
    field(out, "Name", NamespacedName.of(hpa.metadata()).toString());
    field(
        out,
        "Reference",
        hpa.spec().scaleTargetRef().kind() + "/" + hpa.spec().scaleTargetRef().name());
    field(
        out,
        "Replicas",
        "%d current, %d desired; %d to %d allowed"
            .formatted(
                status.currentReplicas(),
                status.desiredReplicas(),
                hpa.spec().minReplicasOrDefault(),
                hpa.spec().maxReplicas()));
    if (changedBy != null) {
      field(out, "Changed by", changedBy);
    }
    metrics(out, hpa);
    if (!queries.isEmpty()) {
      field(out, "Queries", "");
      queries.forEach((metric, query) -> row(out, "  %s: %s".formatted(metric, query)));
    }
    conditions(out, status.conditionsOrEmpty());
    events(out);
    out.append('\n').append(SafeText.lines(text));
    if (note != null) {
      out.append('\n').append(SafeText.line(note)).append('\n');
    }
    return out.toString();
  }

  private static void field(StringBuilder out, String name, String value) {
    out.append("%-12s%s".formatted(name + ":", SafeText.line(value)).stripTrailing()).append('\n');
  }

  /** Appends one line; texts of the cluster cannot break it. */
  private static void row(StringBuilder out, String row) {
    out.append(SafeText.line(row)).append('\n');
  }

  private static void metrics(StringBuilder out, HorizontalPodAutoscaler hpa) {
    List<MetricSpec> specs = hpa.spec().metricsOrEmpty();
    List<MetricStatus> statuses = hpa.status().currentMetrics();
    field(out, "Metrics", specs.isEmpty() ? "none" : "");
    for (int i = 0; i < specs.size(); i++) {
      MetricStatus status = statuses != null && i < statuses.size() ? statuses.get(i) : null;
      MetricDescription words = new MetricDescription(specs.get(i), status);
      row(out, "  %s: %s; target %s".formatted(words.name(), words.current(), words.target()));
    }
  }

  private static void conditions(StringBuilder out, List<HpaCondition> conditions) {
    if (conditions.isEmpty()) {
      field(out, "Conditions", "none yet");
      return;
    }
    field(out, "Conditions", "");
    int width = conditions.stream().mapToInt(each -> each.type().length()).max().orElse(0);
    String format = "  %-" + Math.max(15, width) + "s %-6s %-24s %s";
    for (HpaCondition condition : conditions) {
      row(
          out,
          format.formatted(
              condition.type(), condition.status(), condition.reason(), condition.message()));
    }
  }

  private void events(StringBuilder out) {
    if (events == null) {
      return;
    }
    if (events.isEmpty()) {
      field(out, "Events", "none");
      return;
    }
    field(out, "Events", "");
    for (JsonNode event :
        events.subList(Math.max(0, events.size() - SHOWN_EVENTS), events.size())) {
      row(
          out,
          "  %-15s %-6s %-24s %s"
              .formatted(
                  event.path("type").asText(),
                  "x" + Math.max(1, event.path("count").asInt()),
                  event.path("reason").asText(),
                  event.path("message").asText()));
    }
  }
}
