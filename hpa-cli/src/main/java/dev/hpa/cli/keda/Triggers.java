package dev.hpa.cli.keda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.MetricTarget;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The triggers of a ScaledObject, which become metrics, rules and schedules. */
final class Triggers {

  private static final Set<String> RESOURCES = Set.of("cpu", "memory");
  private static final String CRON = "cron";
  private static final String PROMETHEUS = "prometheus";

  /** What a metric is called whose value is always 0. */
  private static final String NO_LOAD = "no-load";

  private final List<Fields> triggers;
  private final Replicas replicas;
  private final OptionAnnotations options;
  private final String prefix;
  private final Set<String> names = new HashSet<>();
  private final ArrayNode metrics = Json.mapper().createArrayNode();
  private final List<MetricRule> rules = new ArrayList<>();

  /**
   * Converts triggers.
   *
   * @param prefix what names of metrics begin with, unique in the cluster
   */
  Triggers(List<Fields> triggers, Replicas replicas, OptionAnnotations options, String prefix) {
    this.triggers = triggers;
    this.replicas = replicas;
    this.options = options;
    this.prefix = prefix;
    for (int i = 0; i < triggers.size(); i++) {
      convert(i, triggers.get(i));
    }
    if (isFixed() && replicas.isToZero()) {
      addNoLoad();
    }
  }

  /** The metrics, in the order of the triggers. */
  ArrayNode metrics() {
    return metrics;
  }

  List<MetricRule> rules() {
    return rules;
  }

  boolean hasResources() {
    return triggers.stream().anyMatch(Triggers::isResource);
  }

  /** Whether all are of type cpu or memory. */
  static boolean areResources(List<Fields> triggers) {
    return !triggers.isEmpty() && triggers.stream().allMatch(Triggers::isResource);
  }

  private static boolean isResource(Fields trigger) {
    return RESOURCES.contains(type(trigger));
  }

  /** Whether no metric decides, only times. */
  boolean isFixed() {
    return !triggers.isEmpty() && triggers.stream().allMatch(each -> type(each).equals(CRON));
  }

  /** The triggers whose target divides a share by the pods, by the paths of their thresholds. */
  static Map<String, String> ratios(List<Fields> triggers, int minimum) {
    Map<String, String> ratios = new LinkedHashMap<>();
    for (Fields each : triggers) {
      if (type(each).equals(PROMETHEUS)) {
        new PrometheusTrigger(each)
            .ratio(minimum)
            .ifPresent(text -> ratios.put(each.path("metadata.threshold"), text));
      }
    }
    return ratios;
  }

  private static String type(Fields trigger) {
    String type = trigger.text("type");
    return type == null ? "" : type;
  }

  private void convert(int index, Fields trigger) {
    String type = type(trigger);
    String name = name(trigger, index, type);
    if (trigger.flag("useCachedMetrics", false)) {
      trigger.note("useCachedMetrics", "is omitted: metrics are read once per sync");
    }
    switch (type) {
      case "cpu", "memory" -> add(new ResourceTrigger(trigger).convert(type, replicas.isToZero()));
      case PROMETHEUS -> addPrometheus(trigger, name);
      case CRON -> addCron(trigger, name);
      default -> {
        trigger.problem(
            "type",
            "\"%s\" cannot be converted; use cpu, memory, prometheus or cron, such as a query of the"
                    .formatted(type)
                + " series that an exporter has");
        return;
      }
    }
    trigger.rejectUnread();
  }

  /** The name of the trigger, as names of metrics and options are written, or its position. */
  private String name(Fields trigger, int index, String type) {
    String given = trigger.text("name");
    String name =
        (given == null ? "" : given)
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    String unique = name.isEmpty() || names.contains(name) ? type + "-" + index : name;
    names.add(unique);
    return unique;
  }

  private void add(@Nullable ObjectNode metric) {
    if (metric != null) {
      metrics.add(metric);
    }
  }

  private void addPrometheus(Fields trigger, String name) {
    PrometheusTrigger.Converted converted =
        new PrometheusTrigger(trigger)
            .convert(
                prefix + "." + name, replicas.isToZero(), triggers.size() == 1, replicas.min());
    if (converted != null) {
      metrics.add(converted.metric());
      rules.add(converted.rule());
    }
  }

  private void addCron(Fields trigger, String name) {
    String target = trigger.text("metricType");
    if (target != null && !target.isEmpty() && !target.equals(MetricTarget.AVERAGE_VALUE)) {
      trigger.problem("metricType", "\"%s\" has no counterpart; remove it".formatted(target));
    }
    new CronTrigger(trigger.object("metadata"), replicas, options).convert(name, isFixed());
  }

  /** An HPA that scales to zero has an External metric; without load it is 0. */
  private void addNoLoad() {
    String metric = prefix + "." + NO_LOAD;
    metrics.add(PrometheusTrigger.metric(metric, MetricTarget.AVERAGE_VALUE, "1"));
    rules.add(new MetricRule(metric, "vector(0)", "spec.triggers", null));
  }
}
