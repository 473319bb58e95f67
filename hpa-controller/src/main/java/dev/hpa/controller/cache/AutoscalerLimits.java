package dev.hpa.controller.cache;

import dev.hpa.api.Behavior;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.ReadBudget;
import dev.hpa.kube.memory.Limit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an autoscaler may have. The API server limits only the size of an object, of which each
 * value takes many times as much memory as its text.
 */
final class AutoscalerLimits {

  /** Of a text besides its characters, with its place in a map or list. */
  private static final int TEXT = 80;

  /** Of a metric, an owner or a policy without their texts. */
  private static final int ITEM = 160;

  private AutoscalerLimits() {}

  /**
   * While it is read: what is kept of it takes less than {@link Limit#HPA_BYTES} and its status.
   */
  static ReadBudget budget() {
    return new ReadBudget(50_000, 1 << 20);
  }

  /**
   * Checks an autoscaler.
   *
   * @throws IllegalArgumentException naming the limit that it exceeds
   */
  static void check(HorizontalPodAutoscaler hpa) {
    HpaSpec spec = hpa.spec();
    checkNumber("metrics", spec.metricsOrEmpty().size(), Limit.HPA_METRICS.asInt());
    Behavior behavior = spec.behavior();
    if (behavior != null) {
      checkPolicies("spec.behavior.scaleUp.policies", behavior.scaleUp());
      checkPolicies("spec.behavior.scaleDown.policies", behavior.scaleDown());
    }
    checkNames(spec);
    checkNumber(
        "bytes of metadata and spec",
        memory(hpa.metadata()) + memory(spec),
        Limit.HPA_BYTES.asInt());
    checkNumber("bytes of status", memory(hpa.status()), 2 * Limit.HPA_BYTES.asInt());
  }

  private static void checkPolicies(String path, Behavior.@Nullable ScalingRules rules) {
    checkNumber(path, rules == null ? 0 : size(rules.policies()), Limit.HPA_POLICIES.asInt());
  }

  private static int size(@Nullable Collection<?> collection) {
    return collection == null ? 0 : collection.size();
  }

  private static void checkNumber(String what, long number, int limit) {
    if (number > limit) {
      throw new IllegalArgumentException(
          "it has %d %s, more than %d".formatted(number, what, limit));
    }
  }

  private static long memory(ObjectMeta metadata) {
    List<ObjectMeta.OwnerReference> owners =
        Objects.requireNonNullElse(metadata.ownerReferences(), List.of());
    long bytes = memory(metadata.labels()) + memory(metadata.annotations());
    for (ObjectMeta.OwnerReference each : owners) {
      bytes += ITEM + memory(List.of(each.apiVersion(), each.kind(), each.name(), each.uid()));
    }
    return bytes + memory(metadata.finalizers());
  }

  private static long memory(HpaSpec spec) {
    long bytes = 0;
    for (MetricSpec each : spec.metricsOrEmpty()) {
      bytes += ITEM + memory(List.of(each.type()));
      if (each.object() != null) {
        bytes += ITEM + memory(each.object().metric());
      }
      if (each.pods() != null) {
        bytes += memory(each.pods().metric());
      }
      if (each.external() != null) {
        bytes += memory(each.external().metric());
      }
    }
    return bytes;
  }

  /** It repeats the metrics of the spec, and its conditions repeat names of other objects. */
  private static long memory(HpaStatus status) {
    long bytes = 0;
    for (HpaCondition each : status.conditionsOrEmpty()) {
      bytes += ITEM + memory(List.of(each.type(), each.reason(), each.message()));
    }
    for (MetricStatus each : status.currentMetricsOrEmpty()) {
      bytes += ITEM;
      if (each.object() != null) {
        bytes += ITEM + memory(each.object().metric());
      }
      if (each.pods() != null) {
        bytes += memory(each.pods().metric());
      }
      if (each.external() != null) {
        bytes += memory(each.external().metric());
      }
    }
    return bytes;
  }

  private static long memory(MetricIdentifier metric) {
    LabelSelector selector = metric.selector();
    long bytes = memory(List.of(metric.name()));
    if (selector == null) {
      return bytes;
    }
    bytes += memory(selector.matchLabelsOrEmpty());
    for (LabelSelector.Requirement each : selector.matchExpressionsOrEmpty()) {
      bytes += ITEM + memory(List.of(each.key(), each.operator())) + memory(each.valuesOrEmpty());
    }
    return bytes;
  }

  private static long memory(@Nullable Map<String, String> texts) {
    return texts == null ? 0 : memory(texts.keySet()) + memory(texts.values());
  }

  private static long memory(@Nullable Collection<String> texts) {
    return texts == null ? 0 : texts.stream().mapToLong(each -> TEXT + each.length()).sum();
  }

  private static void checkNames(HpaSpec spec) {
    checkNames("spec.scaleTargetRef", spec.scaleTargetRef());
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      checkNames("spec.metrics[" + i + "]", metrics.get(i));
    }
  }

  private static void checkNames(String path, MetricSpec metric) {
    if (metric.object() != null) {
      checkNames(path + ".object.describedObject", metric.object().describedObject());
      checkLength(path + ".object.metric.name", metric.object().metric().name());
    }
    if (metric.pods() != null) {
      checkLength(path + ".pods.metric.name", metric.pods().metric().name());
    }
    if (metric.external() != null) {
      checkLength(path + ".external.metric.name", metric.external().metric().name());
    }
  }

  private static void checkNames(String path, CrossVersionObjectReference reference) {
    checkLength(path + ".kind", reference.kind());
    checkLength(path + ".name", reference.name());
    checkLength(path + ".apiVersion", reference.apiVersion());
  }

  private static void checkLength(String path, @Nullable String name) {
    if (name != null && name.length() > Limit.HPA_NAME_CHARS.asInt()) {
      throw new IllegalArgumentException(
          "%s has %d characters, more than %d"
              .formatted(path, name.length(), Limit.HPA_NAME_CHARS.asInt()));
    }
  }
}
