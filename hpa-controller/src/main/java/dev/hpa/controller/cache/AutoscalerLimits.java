package dev.hpa.controller.cache;

import dev.hpa.api.Behavior;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.ObjectMeta;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an autoscaler may have. The API server limits only the size of an object, of which each
 * value takes many times as much memory as its text.
 */
final class AutoscalerLimits {

  /** Each is a read and a proposal in every period. */
  static final int MAX_METRICS = 1000;

  /** Names are repeated in requests, conditions and messages. */
  static final int MAX_NAME_CHARS = 1024;

  /** Labels, owners, finalizers, and policies of a direction. */
  static final int MAX_ITEMS = 256;

  static final int MAX_ANNOTATIONS = 1000;

  /** Keys and values of the selectors of all metrics. */
  static final int MAX_SELECTOR_TERMS = 10_000;

  private AutoscalerLimits() {}

  /**
   * Checks an autoscaler.
   *
   * @throws IllegalArgumentException naming the limit that it exceeds
   */
  static void check(HorizontalPodAutoscaler hpa) {
    checkMetadata(hpa.metadata());
    HpaSpec spec = hpa.spec();
    checkNumber("metrics", spec.metricsOrEmpty().size(), MAX_METRICS);
    Behavior behavior = spec.behavior();
    if (behavior != null) {
      checkPolicies("spec.behavior.scaleUp.policies", behavior.scaleUp());
      checkPolicies("spec.behavior.scaleDown.policies", behavior.scaleDown());
    }
    checkNumber(
        "keys and values of selectors",
        spec.metricsOrEmpty().stream().mapToInt(metric -> terms(metric)).sum(),
        MAX_SELECTOR_TERMS);
    checkNames(spec);
  }

  private static void checkMetadata(ObjectMeta metadata) {
    checkNumber("labels", size(metadata.labels()), MAX_ITEMS);
    checkNumber("annotations", size(metadata.annotations()), MAX_ANNOTATIONS);
    checkNumber("ownerReferences", size(metadata.ownerReferences()), MAX_ITEMS);
    checkNumber("finalizers", size(metadata.finalizers()), MAX_ITEMS);
  }

  private static void checkPolicies(String path, Behavior.@Nullable ScalingRules rules) {
    checkNumber(path, rules == null ? 0 : size(rules.policies()), MAX_ITEMS);
  }

  private static int size(@Nullable Map<?, ?> map) {
    return map == null ? 0 : map.size();
  }

  private static int size(@Nullable Collection<?> collection) {
    return collection == null ? 0 : collection.size();
  }

  private static void checkNumber(String what, int number, int limit) {
    if (number > limit) {
      throw new IllegalArgumentException(
          "it has %d %s, more than %d".formatted(number, what, limit));
    }
  }

  private static int terms(MetricSpec metric) {
    int terms = 0;
    if (metric.object() != null) {
      terms += terms(metric.object().metric());
    }
    if (metric.pods() != null) {
      terms += terms(metric.pods().metric());
    }
    if (metric.external() != null) {
      terms += terms(metric.external().metric());
    }
    return terms;
  }

  private static int terms(MetricIdentifier metric) {
    LabelSelector selector = metric.selector();
    if (selector == null) {
      return 0;
    }
    return 2 * selector.matchLabelsOrEmpty().size()
        + selector.matchExpressionsOrEmpty().stream()
            .mapToInt(each -> 1 + each.valuesOrEmpty().size())
            .sum();
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
    if (name != null && name.length() > MAX_NAME_CHARS) {
      throw new IllegalArgumentException(
          "%s has %d characters, more than %d".formatted(path, name.length(), MAX_NAME_CHARS));
    }
  }
}
