package dev.hpa.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.SafeText;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.explain.JsonBytes;
import dev.hpa.controller.history.AutoscalerHistory;
import dev.hpa.controller.history.KeptTrace;
import dev.hpa.controller.history.MetricInfo;
import dev.hpa.controller.history.MetricPoint;
import dev.hpa.controller.history.RecordedEvent;
import dev.hpa.controller.history.Sample;
import dev.hpa.controller.history.SyncFlag;
import dev.hpa.core.Trace;
import dev.hpa.core.options.OptionKey;
import dev.hpa.explanation.MetricDescription;
import dev.hpa.explanation.PodSpread;
import dev.hpa.explanation.TraceJson;
import dev.hpa.explanation.TraceStep;
import dev.hpa.kube.content.YamlWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** One autoscaler as JSON: its syncs in columns, its events, and its object. Pure functions. */
final class DetailJson {

  private DetailJson() {}

  /**
   * @param history null before its first sync
   */
  static ObjectNode of(
      HorizontalPodAutoscaler hpa,
      ObjectNode row,
      @Nullable AutoscalerHistory history,
      List<RecordedEvent> events) {
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    detail.set("row", row);
    detail.set("series", series(history == null ? List.of() : history.samples()));
    ArrayNode metrics = detail.putArray("metrics");
    if (history != null) {
      for (int i = 0; i < history.metrics().size(); i++) {
        metrics.add(metric(history.metrics().get(i), i, history.samples()));
      }
    }
    ArrayNode list = detail.putArray("events");
    events.forEach(event -> list.add(event(event)));
    ArrayNode conditions = detail.putArray("conditions");
    hpa.status().conditionsOrEmpty().forEach(each -> conditions.add(condition(each)));
    ObjectNode options = detail.putObject("options");
    options(hpa).forEach(options::put);
    JsonNode manifest = manifest(hpa);
    detail.set("spec", manifest.path("spec"));
    detail.put("yaml", YamlWriter.write(manifest));
    return detail;
  }

  private static Map<String, String> options(HorizontalPodAutoscaler hpa) {
    Map<String, String> annotations = hpa.metadata().annotations();
    Map<String, String> options = new TreeMap<>(annotations == null ? Map.of() : annotations);
    options.keySet().removeIf(key -> !key.startsWith(OptionKey.PREFIX));
    return options;
  }

  private static JsonNode manifest(HorizontalPodAutoscaler hpa) {
    JsonNode manifest = HpaVersion.V2.encode(hpa);
    if (manifest.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
    }
    return manifest;
  }

  private static ObjectNode series(List<Sample> samples) {
    ObjectNode series = JsonNodeFactory.instance.objectNode();
    ArrayNode at = series.putArray("at");
    samples.forEach(each -> at.add(each.at().toEpochMilli()));
    column(series, "current", samples, Sample::current);
    column(series, "desired", samples, Sample::desired);
    column(series, "recommended", samples, Sample::recommended);
    column(series, "stabilized", samples, Sample::stabilized);
    column(series, "min", samples, Sample::min);
    column(series, "max", samples, Sample::max);
    column(series, "ready", samples, Sample::ready);
    flag(series, "scaled", samples, SyncFlag.SCALED);
    flag(series, "changed", samples, SyncFlag.CHANGED);
    flag(series, "failed", samples, SyncFlag.FAILED);
    return series;
  }

  private static void column(
      ObjectNode series,
      String name,
      List<Sample> samples,
      Function<Sample, @Nullable Integer> of) {
    ArrayNode column = series.putArray(name);
    samples.forEach(each -> column.add(of.apply(each)));
  }

  private static void flag(ObjectNode series, String name, List<Sample> samples, SyncFlag flag) {
    ArrayNode column = series.putArray(name);
    samples.forEach(each -> column.add(each.is(flag)));
  }

  private static ObjectNode metric(MetricInfo metric, int index, List<Sample> samples) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("name", metric.name()).put("unit", RowJson.text(metric.unit()));
    column(node, "value", samples, index, MetricPoint::value);
    column(node, "target", samples, index, MetricPoint::target);
    column(node, "low", samples, index, MetricPoint::low);
    column(node, "high", samples, index, MetricPoint::high);
    return node;
  }

  private static void column(
      ObjectNode metric,
      String name,
      List<Sample> samples,
      int index,
      ToDoubleFunction<MetricPoint> of) {
    ArrayNode column = metric.putArray(name);
    for (Sample sample : samples) {
      double value = of.applyAsDouble(sample.metrics().get(index));
      if (Double.isFinite(value)) {
        column.add(RowJson.rounded(value));
      } else {
        column.addNull();
      }
    }
  }

  private static ObjectNode event(RecordedEvent event) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("at", event.last().toEpochMilli())
        .put("first", event.first().toEpochMilli())
        .put("type", event.event().type().text())
        .put("reason", event.event().reason())
        .put("message", SafeText.cut(event.event().message(), SafeText.MAX_LINE))
        .put("count", event.count());
  }

  private static ObjectNode condition(HpaCondition condition) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("type", condition.type())
            .put("status", condition.status())
            .put("reason", SafeText.cut(condition.reason(), SafeText.MAX_LINE))
            .put("message", SafeText.cut(condition.message(), SafeText.MAX_LINE));
    if (condition.lastTransitionTime() != null) {
      node.put("since", condition.lastTransitionTime().toEpochMilli());
    }
    return node;
  }

  /** The explanation of a recorded sync. */
  static ObjectNode trace(KeptTrace trace) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("at", trace.at().toEpochMilli()).put("headline", trace.headline());
    ArrayNode steps = node.putArray("steps");
    for (TraceStep step : trace.steps()) {
      ArrayNode sentences = steps.addObject().put("title", step.title()).putArray("sentences");
      step.sentences().forEach(sentences::add);
    }
    return node;
  }

  /** The explanation of what would be decided now, with the pods that its trace lists. */
  static byte[] traceNow(Trace trace) {
    return JsonBytes.of(
        out -> {
          out.writeStartObject();
          KeptTrace steps = KeptTrace.of(trace.at(), trace);
          for (Map.Entry<String, JsonNode> field : trace(steps).properties()) {
            out.writeFieldName(field.getKey());
            out.writeTree(field.getValue());
          }
          out.writeBooleanField("now", true);
          out.writeArrayFieldStart("metrics");
          for (int i = 0; i < trace.metrics().size(); i++) {
            Trace.Metric metric = trace.metrics().get(i);
            List<Trace.PodPart> pods = metric.pods();
            if (pods != null && !pods.isEmpty()) {
              out.writeStartObject();
              out.writeNumberField("metric", i + 1);
              out.writeStringField(
                  "name", new MetricDescription(metric.spec(), metric.current()).name());
              ObjectNode spread = spread(trace, metric);
              if (spread != null) {
                out.writeFieldName("spread");
                out.writeTree(spread);
              }
              out.writeFieldName("pods");
              TraceJson.write(out, pods);
              out.writeEndObject();
            }
          }
          out.writeEndArray();
          out.writeNumberField("omittedPods", omittedPods(trace));
          out.writeEndObject();
        });
  }

  private static @Nullable ObjectNode spread(Trace trace, Trace.Metric metric) {
    return PodSpread.of(trace, metric)
        .map(
            each -> {
              ObjectNode node =
                  JsonNodeFactory.instance
                      .objectNode()
                      .put("least", each.least())
                      .put("median", each.median())
                      .put("most", each.most());
              ArrayNode hottest = node.putArray("hottest");
              each.hottest()
                  .forEach(
                      pod -> hottest.addObject().put("name", pod.pod()).put("value", pod.value()));
              return node;
            })
        .orElse(null);
  }

  private static int omittedPods(Trace trace) {
    return trace.metrics().stream()
        .map(Trace.Metric::omittedPods)
        .filter(Objects::nonNull)
        .flatMap(List::stream)
        .mapToInt(Trace.PodCount::count)
        .sum();
  }
}
