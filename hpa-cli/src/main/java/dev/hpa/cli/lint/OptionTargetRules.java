package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.Workload;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.RequestBase;
import java.util.List;
import java.util.Set;

/** Rules for options that need something of the scale target. */
final class OptionTargetRules {

  /** API groups whose scalable kinds control their pods. */
  private static final Set<String> BUILT_IN_GROUPS = Set.of("", "apps", "extensions");

  private static final Set<String> WITHOUT_ROLLOUTS = Set.of("ReplicaSet", "ReplicationController");

  /** Built-in kinds whose pods belong to ReplicaSets, or to the controller of these. */
  private static final Set<String> WITH_COSTS =
      Set.of("Deployment", "ReplicaSet", "ReplicationController");

  private OptionTargetRules() {}

  /**
   * Checks an autoscaler.
   *
   * @param manifests all documents, which may contain the target and what it controls
   */
  static void check(
      Manifest manifest, Options options, List<Manifest> manifests, Findings findings) {
    ObjectKey target = manifest.target();
    if (target == null) {
      return;
    }
    if (!options.compensatesRollouts()
        && manifests.stream().anyMatch(each -> each.key().equals(target) && surges(each))) {
      surge(manifest, target, findings);
    }
    HorizontalPodAutoscaler autoscaler = manifest.autoscaler();
    if (options.requestBase() == RequestBase.LIMITS && autoscaler != null) {
      for (Manifest each : manifests) {
        Workload workload = each.workload();
        if (each.key().equals(target) && workload != null) {
          UtilizationRules.checkLimits(manifest, autoscaler.spec(), target, workload, findings);
        }
      }
    }
    boolean builtIn = BUILT_IN_GROUPS.contains(target.group());
    if (options.compensatesRollouts() && builtIn && WITHOUT_ROLLOUTS.contains(target.kind())) {
      OptionRules.warn(
          manifest,
          options,
          LintRule.TARGET_WITHOUT_ROLLOUTS,
          OptionKey.ROLLOUT,
          "a " + target.kind() + " does not roll out",
          findings);
    }
    if (!options.scaleDownOrder().isEmpty() && builtIn && !WITH_COSTS.contains(target.kind())) {
      OptionRules.warn(
          manifest,
          options,
          LintRule.ORDER_WITHOUT_REPLICA_SET,
          OptionKey.SCALE_DOWN_ORDER,
          "a " + target.kind() + " does not respect the deletion cost of pods",
          findings);
    }
    if (options.countsOwnedPods()
        && !builtIn
        && manifests.stream().noneMatch(each -> shows(each, target))) {
      OptionRules.warn(
          manifest,
          options,
          LintRule.PODS_NOT_OWNED,
          OptionKey.SELECTION_STRATEGY,
          "nothing in the files shows that " + target.kindAndName() + " controls pods",
          findings);
    }
  }

  /** Whether the object is a Deployment whose rollouts have additional pods. */
  private static boolean surges(Manifest manifest) {
    JsonNode strategy = manifest.tree().at("/spec/strategy");
    String maxSurge = strategy.at("/rollingUpdate/maxSurge").asText("25%");
    return manifest.key().group().equals("apps")
        && manifest.key().kind().equals("Deployment")
        && !strategy.path("type").asText().equals("Recreate")
        && !maxSurge.equals("0")
        && !maxSurge.equals("0%");
  }

  private static void surge(Manifest manifest, ObjectKey target, Findings findings) {
    HorizontalPodAutoscaler autoscaler = manifest.autoscaler();
    List<MetricSpec> metrics = autoscaler == null ? List.of() : autoscaler.spec().metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      MetricSpec metric = metrics.get(i);
      MetricTarget total =
          metric.external() != null
              ? metric.external().target()
              : metric.object() != null ? metric.object().target() : null;
      if (total != null && total.averageValue() != null && total.value() == null) {
        findings.add(
            manifest,
            LintRule.SURGE_BECOMES_REQUESTED,
            "spec.metrics[" + i + "]",
            "within the tolerance, the additional pods of a rollout of %s become requested ones"
                .formatted(target.kindAndName()));
      }
    }
  }

  /** Whether an object shows that the target controls pods: its template, or a workload it owns. */
  private static boolean shows(Manifest manifest, ObjectKey target) {
    if (manifest.workload() == null) {
      return false;
    }
    return manifest.key().equals(target) || target.equals(manifest.workload().owner());
  }
}
