package dev.hpa.cli.lint;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rules for several documents. */
final class CrossObjectRules {

  private final List<Manifest> manifests;
  private final Findings findings;
  private final Map<ObjectKey, Manifest> workloads = new HashMap<>();
  private final Map<String, List<Manifest>> workloadsByNamespace = new HashMap<>();
  private final Map<ObjectKey, List<Manifest>> autoscalers = new HashMap<>();

  private CrossObjectRules(List<Manifest> manifests, Findings findings) {
    this.manifests = manifests;
    this.findings = findings;
    for (Manifest manifest : manifests) {
      if (manifest.workload() != null) {
        workloads.put(manifest.key(), manifest);
        workloadsByNamespace
            .computeIfAbsent(manifest.key().namespace(), key -> new ArrayList<>())
            .add(manifest);
      }
      ObjectKey target = manifest.target();
      if (target != null) {
        autoscalers.computeIfAbsent(target, key -> new ArrayList<>()).add(manifest);
      }
    }
  }

  static void check(List<Manifest> manifests, LintOptions options, Findings findings) {
    CrossObjectRules rules = new CrossObjectRules(manifests, findings);
    boolean onlyAutoscalers = manifests.stream().noneMatch(CrossObjectRules::isOther);
    for (Manifest manifest : manifests) {
      rules.autoscaler(manifest, onlyAutoscalers, options);
      rules.replicas(manifest);
    }
    RelatedObjectRules.check(manifests, rules.autoscalers, rules.workloads, findings);
  }

  private static boolean isOther(Manifest manifest) {
    return !manifest.key().kind().isEmpty()
        && !manifest.key().kind().equals(HorizontalPodAutoscaler.KIND);
  }

  private void autoscaler(Manifest manifest, boolean onlyAutoscalers, LintOptions options) {
    HorizontalPodAutoscaler autoscaler = manifest.autoscaler();
    ObjectKey target = manifest.target();
    if (autoscaler == null || target == null) {
      return;
    }
    shared(manifest, target);
    Manifest scaled = workloads.get(target);
    if (scaled != null && scaled.workload() != null) {
      overlap(manifest, scaled, scaled.workload());
      UtilizationRules.check(
          manifest, autoscaler.spec(), scaled.key(), scaled.workload(), options, findings);
    } else {
      UtilizationRules.checkWithoutTarget(manifest, autoscaler.spec(), findings);
      if (!onlyAutoscalers) {
        absent(manifest, target);
      }
    }
  }

  private void shared(Manifest manifest, ObjectKey target) {
    for (Manifest other : autoscalers.getOrDefault(target, List.of())) {
      if (!other.place().equals(manifest.place())) {
        findings.add(
            manifest,
            LintRule.SHARED_TARGET,
            "spec.scaleTargetRef",
            "the HorizontalPodAutoscaler "
                + other.key().name()
                + " ("
                + other.place()
                + ") scales "
                + target.kindAndName()
                + " too");
      }
    }
  }

  private void overlap(Manifest manifest, Manifest scaled, Workload workload) {
    for (Manifest other : workloadsByNamespace.getOrDefault(scaled.key().namespace(), List.of())) {
      boolean overlaps =
          other.workload() != null
              && !other.workload().owned()
              && !other.key().equals(scaled.key())
              && workload.selector().matches(other.workload().labels());
      if (overlaps) {
        findings.add(
            manifest,
            LintRule.OVERLAPPING_SELECTORS,
            "spec.scaleTargetRef",
            "the selector of %s also matches the pods of %s (%s)"
                .formatted(scaled.key().kindAndName(), other.key().kindAndName(), other.place()));
      }
    }
  }

  /** Reports nothing if one of the objects is the target without a pod template. */
  private void absent(Manifest manifest, ObjectKey target) {
    boolean present = manifests.stream().anyMatch(each -> each.key().equals(target));
    boolean misspelt =
        findings.has(manifest, LintRule.UNKNOWN_KIND, "spec.scaleTargetRef.kind")
            || findings.has(manifest, LintRule.UNKNOWN_KIND, "spec.scaleTargetRef.apiVersion")
            || findings.has(manifest, LintRule.UNSCALABLE_TARGET, "spec.scaleTargetRef.kind");
    if (present || misspelt) {
      return;
    }
    String elsewhere =
        workloads.keySet().stream()
            .filter(each -> each.differsInNamespaceOnly(target))
            .map(each -> "; one is in the namespace \"" + each.namespace() + "\"")
            .findFirst()
            .orElse("");
    findings.add(
        manifest,
        LintRule.TARGET_NOT_GIVEN,
        "spec.scaleTargetRef",
        "%s of the namespace \"%s\" is not in the files%s"
            .formatted(target.kindAndName(), target.namespace(), elsewhere));
  }

  private void replicas(Manifest manifest) {
    Workload workload = manifest.workload();
    List<Manifest> by = autoscalers.getOrDefault(manifest.key(), List.of());
    if (workload != null && workload.replicas().isFixed() && !by.isEmpty()) {
      findings.add(
          manifest,
          LintRule.REPLICAS_IN_WORKLOAD,
          "spec.replicas",
          "the HorizontalPodAutoscaler %s (%s) sets the replicas of %s%s"
              .formatted(
                  by.getFirst().key().name(),
                  by.getFirst().place(),
                  manifest.key().kindAndName(),
                  workload
                      .replicas()
                      .manager()
                      .map(name -> ", and so does the manifest that \"" + name + "\" applies")
                      .orElse("")));
    }
  }
}
