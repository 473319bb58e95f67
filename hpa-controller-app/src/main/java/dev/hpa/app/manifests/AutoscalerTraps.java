package dev.hpa.app.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaGates;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaVersion;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.ReservedAnnotations;
import dev.hpa.api.flat.BehaviorAnnotation;
import dev.hpa.api.flat.FlatMetricSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The traps that can be seen in an autoscaler alone. */
final class AutoscalerTraps {

  private static final Set<String> UNSCALABLE = Set.of("DaemonSet", "Job", "CronJob", "Pod");

  /** The controller's own tolerance, where the autoscaler says nothing. */
  private static final double GENERAL_TOLERANCE = 0.1;

  private final List<Warning> warnings = new ArrayList<>();
  private final HpaSpec spec;
  private final HpaGates gates;
  private final Duration syncPeriod;

  private AutoscalerTraps(HpaSpec spec, HpaGates gates, Duration syncPeriod) {
    this.spec = spec;
    this.gates = gates;
    this.syncPeriod = syncPeriod;
  }

  /**
   * The traps in the document, if it is an autoscaler.
   *
   * @param syncPeriod between two looks at an autoscaler
   */
  static List<Warning> of(Manifest manifest, HpaGates gates, Duration syncPeriod) {
    HorizontalPodAutoscaler autoscaler = manifest.autoscaler();
    if (autoscaler == null) {
      return List.of();
    }
    AutoscalerTraps traps = new AutoscalerTraps(autoscaler.spec(), gates, syncPeriod);
    HpaVersion.of(manifest.apiVersion())
        .ifPresent(
            version -> {
              traps.version(version);
              traps.annotations(version, manifest);
            });
    traps.target();
    traps.bounds();
    traps.metrics();
    traps.behavior();
    return List.copyOf(traps.warnings);
  }

  private void version(HpaVersion version) {
    if (!version.isServed()) {
      warn(Trap.REMOVED_VERSION, "apiVersion", version.apiVersion() + " is no longer served");
    }
  }

  private void annotations(HpaVersion version, Manifest manifest) {
    JsonNode annotations = version.reencode(manifest.document().json()).at("/metadata/annotations");
    for (String key : List.of(ReservedAnnotations.METRICS, ReservedAnnotations.BEHAVIOR)) {
      if (annotations.has(key) && !isUsed(version, key, annotations.path(key).asText())) {
        warn(
            Trap.IGNORED_ANNOTATION,
            "metadata.annotations",
            "the annotation " + key + " has no effect here");
      }
    }
  }

  private static boolean isUsed(HpaVersion version, String key, String value) {
    boolean behavior = key.equals(ReservedAnnotations.BEHAVIOR);
    if (version != HpaVersion.V1 && !(behavior && version == HpaVersion.V2BETA1)) {
      return false;
    }
    try {
      return behavior
          ? BehaviorAnnotation.read(value) != null
          : !Json.readListAnnotation(value, FlatMetricSpec.class).isEmpty();
    } catch (JsonFormatException malformed) {
      return false;
    }
  }

  private void target() {
    String kind = spec.scaleTargetRef().kind();
    if (UNSCALABLE.contains(kind)) {
      warn(Trap.UNSCALABLE_TARGET, "spec.scaleTargetRef.kind", "a " + kind + " cannot be scaled");
    }
  }

  private void bounds() {
    if (spec.maxReplicas() > 0 && spec.minReplicasOrDefault() == spec.maxReplicas()) {
      warn(
          Trap.FIXED_REPLICAS,
          spec.minReplicas() == null ? "spec.maxReplicas" : "spec.minReplicas",
          "minReplicas and maxReplicas are both " + spec.maxReplicas());
    }
  }

  private void metrics() {
    Set<String> seen = new HashSet<>();
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      MetricSpec metric = metrics.get(i);
      String path = "spec.metrics[" + i + "]";
      if (!seen.add(identity(metric))) {
        warn(Trap.REPEATED_METRIC, path, "the same metric stands further up");
      }
      fall(metric, path);
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

  private void fall(MetricSpec metric, String path) {
    if (metric.object() != null && isWhole(metric.object().target())) {
      warn(
          Trap.METRIC_DOES_NOT_FALL,
          path + ".object.target",
          "\"" + metric.object().metric().name() + "\" is compared as a whole");
    }
    if (metric.external() != null && isWhole(metric.external().target())) {
      warn(
          Trap.METRIC_DOES_NOT_FALL,
          path + ".external.target",
          "\"" + metric.external().metric().name() + "\" is compared as a whole");
    }
  }

  private static boolean isWhole(MetricTarget target) {
    return target.value() != null && target.averageValue() == null;
  }

  private void behavior() {
    Behavior behavior = spec.behavior();
    ScalingRules up = behavior == null ? null : behavior.scaleUp();
    ScalingRules down = behavior == null ? null : behavior.scaleDown();
    if (isDisabled(up) && isDisabled(down)) {
      warn(Trap.NEVER_SCALES, "spec.behavior", "scaling up and scaling down are both disabled");
    }
    rules(up, "spec.behavior.scaleUp");
    rules(down, "spec.behavior.scaleDown");
    if (!isDisabled(up)) {
      // From n pods up to the bound, n is at most one below it.
      step(up, "spec.behavior.scaleUp", spec.maxReplicas() - 1, "more");
    }
    if (!isDisabled(down)) {
      step(down, "spec.behavior.scaleDown", spec.maxReplicas(), "fewer");
    }
  }

  private static boolean isDisabled(@Nullable ScalingRules rules) {
    return rules != null && ScalingRules.DISABLED.equals(rules.selectPolicy());
  }

  private void rules(@Nullable ScalingRules rules, String path) {
    if (rules == null) {
      return;
    }
    Integer window = rules.stabilizationWindowSeconds();
    if (window != null && window > 0 && isShort(window)) {
      warn(Trap.SHORTER_THAN_SYNC, path + ".stabilizationWindowSeconds", isShorter(window));
    }
    for (int i = 0; i < rules.policiesOrEmpty().size(); i++) {
      int period = rules.policiesOrEmpty().get(i).periodSeconds();
      if (period > 0 && isShort(period)) {
        String policy = path + ".policies[" + i + "]";
        warn(Trap.SHORTER_THAN_SYNC, policy + ".periodSeconds", isShorter(period));
      }
    }
    if (rules.tolerance() != null && !gates.configurableTolerance()) {
      warn(Trap.DROPPED_TOLERANCE, path + ".tolerance", "the tolerance will be dropped");
    }
  }

  private boolean isShort(int seconds) {
    return Duration.ofSeconds(seconds).compareTo(syncPeriod) < 0;
  }

  private String isShorter(int seconds) {
    return seconds + " s are shorter than the sync period of " + GoDuration.format(syncPeriod);
  }

  /**
   * A tolerance the user wrote is held against the smallest step, that between the largest numbers
   * of pods. The controller's own hides single steps of everything that is large, on purpose; of it
   * is told only when no size within the bounds is left.
   *
   * @param largest the largest number of pods to take the step from
   */
  private void step(@Nullable ScalingRules rules, String path, int largest, String direction) {
    Quantity own = rules == null || !gates.configurableTolerance() ? null : rules.tolerance();
    double tolerance = own == null ? GENERAL_TOLERANCE : own.approximateDouble();
    int from = own == null ? spec.minReplicasOrDefault() : largest;
    if (from < 1 || largest < spec.minReplicasOrDefault() || isFixed() || tolerance * from < 1) {
      return;
    }
    warn(
        Trap.TOLERANCE_HIDES_STEP,
        own == null ? "spec.minReplicas" : path + ".tolerance",
        "at %d pods one pod %s is a step of 1/%d = %s, within the tolerance of %s"
            .formatted(
                from,
                direction,
                from,
                rounded(1.0 / from),
                own == null
                    ? "0.1 that is the controller's default; more pods only make the step smaller"
                    : own));
  }

  private boolean isFixed() {
    return spec.minReplicasOrDefault() == spec.maxReplicas();
  }

  private static String rounded(double value) {
    return String.valueOf(Math.round(value * 1000) / 1000.0);
  }

  private void warn(Trap trap, String field, String message) {
    warnings.add(trap.at(field, message));
  }
}
