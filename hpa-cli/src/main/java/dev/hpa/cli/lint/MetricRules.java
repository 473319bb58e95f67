package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.manifests.Manifest;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules for the metrics of an autoscaler and their targets. */
final class MetricRules {

  private static final String MEMORY = "memory";

  /** The target field of each type. */
  private static final Map<String, String> FIELDS =
      Map.of(
          MetricTarget.UTILIZATION, "averageUtilization",
          MetricTarget.AVERAGE_VALUE, "averageValue",
          MetricTarget.VALUE, "value");

  private final Manifest manifest;
  private final boolean isOfRequested;
  private final Findings findings;

  private MetricRules(Manifest manifest, boolean isOfRequested, Findings findings) {
    this.manifest = manifest;
    this.isOfRequested = isOfRequested;
    this.findings = findings;
  }

  /**
   * Checks the metrics.
   *
   * @param isOfRequested whether the ratio of a Value target is multiplied by the requested
   *     replicas
   */
  static void check(Manifest manifest, HpaSpec spec, boolean isOfRequested, Findings findings) {
    MetricRules rules = new MetricRules(manifest, isOfRequested, findings);
    rules.empty();
    UnitRules.check(manifest, spec, findings);
    Set<String> seen = new HashSet<>();
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      MetricSpec metric = metrics.get(i);
      String path = "spec.metrics[" + i + "]";
      if (!seen.add(identity(metric))) {
        findings.add(
            manifest, LintRule.REPEATED_METRIC, path, "the same metric is already in the list");
      }
      targets(metric, path).forEach(rules::type);
      rules.fall(metric, path, spec.minReplicasOrDefault());
      rules.memory(metric, path);
      rules.externalName(metric, path);
    }
  }

  /** Reads the document, because the decoder does not distinguish an empty list from none. */
  private void empty() {
    try {
      JsonNode metrics = Json.tree(manifest.document().json()).at("/spec/metrics");
      if (metrics.isArray() && metrics.isEmpty()) {
        findings.add(
            manifest,
            LintRule.EMPTY_METRICS,
            "spec.metrics",
            "the API server replaces the empty list with a CPU utilization of 80 %");
      }
    } catch (JsonFormatException malformed) {
      // The decoder reports it.
    }
  }

  private static String identity(MetricSpec metric) {
    return metric.type()
        + switch (metric.type()) {
          case MetricSpec.OBJECT ->
              metric.object() == null
                  ? ""
                  : Json.text(metric.object().describedObject())
                      + Json.text(metric.object().metric());
          case MetricSpec.PODS -> metric.pods() == null ? "" : Json.text(metric.pods().metric());
          case MetricSpec.RESOURCE -> metric.resource() == null ? "" : metric.resource().name();
          case MetricSpec.CONTAINER_RESOURCE ->
              metric.containerResource() == null
                  ? ""
                  : metric.containerResource().name()
                      + "/"
                      + metric.containerResource().container();
          case MetricSpec.EXTERNAL ->
              metric.external() == null ? "" : Json.text(metric.external().metric());
          default -> "";
        };
  }

  /** The targets of a metric by their paths. */
  static Map<String, MetricTarget> targets(MetricSpec metric, String path) {
    Map<String, MetricTarget> targets = new LinkedHashMap<>();
    if (metric.resource() != null) {
      targets.put(path + ".resource.target", metric.resource().target());
    }
    if (metric.containerResource() != null) {
      targets.put(path + ".containerResource.target", metric.containerResource().target());
    }
    if (metric.pods() != null) {
      targets.put(path + ".pods.target", metric.pods().target());
    }
    if (metric.object() != null) {
      targets.put(path + ".object.target", metric.object().target());
    }
    if (metric.external() != null) {
      targets.put(path + ".external.target", metric.external().target());
    }
    return targets;
  }

  /** Other versions have no type in a target; conversion derives it from the fields. */
  private void type(String path, MetricTarget target) {
    HpaVersion version = HpaVersion.of(manifest.apiVersion()).orElse(HpaVersion.V2);
    if (version != HpaVersion.V2 && version != HpaVersion.V2BETA2) {
      return;
    }
    Map<String, Object> set = new LinkedHashMap<>();
    putIfSet(set, MetricTarget.UTILIZATION, target.averageUtilization());
    putIfSet(set, MetricTarget.AVERAGE_VALUE, target.averageValue());
    putIfSet(set, MetricTarget.VALUE, target.value());
    boolean known = FIELDS.containsKey(target.type());
    if (known && !set.isEmpty() && !set.keySet().equals(Set.of(target.type()))) {
      findings.add(
          manifest,
          LintRule.MISMATCHED_TARGET,
          path + ".type",
          "the type is %s, but the target sets %s"
              .formatted(
                  target.type(),
                  String.join(" and ", set.keySet().stream().map(FIELDS::get).toList())));
    }
  }

  private static void putIfSet(Map<String, Object> set, String type, @Nullable Object value) {
    if (value != null) {
      set.put(type, value);
    }
  }

  private void fall(MetricSpec metric, String path, int min) {
    MetricSpec.ObjectMetric object = metric.object();
    MetricSpec.ExternalMetric external = metric.external();
    if (object != null) {
      fall(path + ".object.target", object.metric().name(), object.target(), min);
    }
    if (external != null) {
      fall(path + ".external.target", external.metric().name(), external.target(), min);
    }
  }

  /** Totals are divided by the pods; averages and latencies are compared as they are. */
  private void fall(String path, String name, MetricTarget target, int min) {
    boolean isAverage = AverageNames.matches(name);
    if (isWhole(target)) {
      if (isAverage && isOfRequested) {
        return;
      }
      findings.add(
          manifest,
          isAverage ? LintRule.VALUE_OF_READY_PODS : LintRule.METRIC_DOES_NOT_FALL,
          path,
          "\""
              + name
              + (isAverage
                  ? "\" multiplies the ready pods; pods that are not ready lower the proposal"
                  : "\" is compared as a total value"));
    } else if (target.averageValue() != null && isAverage) {
      findings.add(
          manifest,
          LintRule.AVERAGE_OF_AVERAGE,
          path,
          "\"" + name + "\" is divided by the number of pods; n pods need n times the target");
    } else if (target.averageValue() != null && min > 1) {
      share(path, name, target.averageValue(), min);
    }
  }

  /** A target below 1 with several pods is probably that of a share, which is 1 at most. */
  private void share(String path, String name, Quantity average, int min) {
    double value = average.approximateDouble();
    if (value > 0 && value < 1) {
      long most = (long) Math.ceil(1 / value);
      findings.add(
          manifest,
          LintRule.RATIO_WITH_AVERAGE_VALUE,
          path + ".averageValue",
          "if \"%s\" is a share, 1 at most, it proposes at most ceil(1 ÷ %s) = %d pods%s"
              .formatted(
                  name,
                  BigDecimal.valueOf(value).stripTrailingZeros().toPlainString(),
                  most,
                  most > min ? "" : ", not more than minReplicas " + min));
    }
  }

  private void externalName(MetricSpec metric, String path) {
    if (metric.external() == null) {
      return;
    }
    String name = metric.external().metric().name();
    String lower = name.toLowerCase(Locale.ROOT);
    if (!name.equals(lower)) {
      findings.add(
          manifest,
          LintRule.UPPERCASE_EXTERNAL_NAME,
          path + ".external.metric.name",
          "\"%s\" is requested as \"%s\"".formatted(name, lower));
    }
  }

  static boolean isWhole(MetricTarget target) {
    return target.value() != null && target.averageValue() == null;
  }

  private void memory(MetricSpec metric, String path) {
    if (metric.resource() != null && metric.resource().name().equals(MEMORY)) {
      findings.add(
          manifest,
          LintRule.MEMORY_DOES_NOT_FALL,
          path + ".resource.name",
          "the memory of running pods rarely falls when pods are added");
    }
    if (metric.containerResource() != null && metric.containerResource().name().equals(MEMORY)) {
      findings.add(
          manifest,
          LintRule.MEMORY_DOES_NOT_FALL,
          path + ".containerResource.name",
          "the memory of running containers rarely falls when pods are added");
    }
  }
}
