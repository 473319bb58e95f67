package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ManifestOptions;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.ReplicasSource;
import dev.hpa.cli.manifests.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules for several documents. */
final class CrossObjectRules {

  private static final String TARGET = "spec.scaleTargetRef";

  private final Set<ObjectKey> keys = new HashSet<>();
  private final Findings findings;
  private final Map<ObjectKey, Manifest> workloads = new HashMap<>();
  private final Map<String, List<Manifest>> workloadsByNamespace = new HashMap<>();
  private final Map<ObjectKey, List<Manifest>> autoscalers = new HashMap<>();

  private final Map<String, Manifest> namespaces = new HashMap<>();

  /** The Deployments whose pod templates Rollouts use, by Rollout. */
  private final Map<ObjectKey, ObjectKey> rolledOut = new HashMap<>();

  /** The Rollouts that use the pod template of a Deployment. */
  private final Map<ObjectKey, List<ObjectKey>> rollouts = new HashMap<>();

  /** What the selector of a target matches besides its pods. */
  private final IdentityHashMap<Manifest, Set<String>> overlaps = new IdentityHashMap<>();

  private final PodOwners owners = new PodOwners(workloads);

  private CrossObjectRules(List<Manifest> manifests, Findings findings) {
    this.findings = findings;
    for (Manifest manifest : manifests) {
      keys.add(manifest.key());
      if (manifest.workload() != null) {
        if (!Workload.isPod(manifest.key())) {
          workloads.merge(manifest.key(), manifest, CrossObjectRules::patched);
        }
        workloadsByNamespace
            .computeIfAbsent(manifest.key().namespace(), key -> new ArrayList<>())
            .add(manifest);
      }
      if (manifest.isNamespace()) {
        namespaces.put(manifest.key().name(), manifest);
      }
      rolloutOf(manifest);
      ObjectKey target = manifest.target();
      if (target != null && !target.name().isEmpty()) {
        autoscalers.computeIfAbsent(target, key -> new ArrayList<>()).add(manifest);
      }
    }
  }

  static void check(
      List<Manifest> manifests, ManifestOptions own, LintOptions options, Findings findings) {
    CrossObjectRules rules = new CrossObjectRules(manifests, findings);
    boolean onlyAutoscalers = manifests.stream().noneMatch(CrossObjectRules::isOther);
    for (Manifest manifest : manifests) {
      rules.autoscaler(manifest, onlyAutoscalers, options);
      rules.replicas(manifest);
      rules.units(manifest);
    }
    RelatedObjectRules.check(manifests, rules.autoscalers, rules.workloads, own, findings);
  }

  private void units(Manifest manifest) {
    boolean isScaled =
        autoscalers.containsKey(manifest.key())
            || rollouts.getOrDefault(manifest.key(), List.of()).stream()
                .anyMatch(autoscalers::containsKey);
    if (isScaled && manifest.workload() != null) {
      UnitRules.check(manifest, manifest.workload(), findings);
    }
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
    ObjectKey template = rolledOut.getOrDefault(target, target);
    Manifest scaled = workloads.get(template);
    if (scaled != null && scaled.workload() != null) {
      controlled(manifest, target, scaled.workload());
      overlap(manifest, scaled, scaled.workload());
      utilization(manifest, autoscaler.spec(), scaled, scaled.workload(), options);
    } else {
      UtilizationRules.checkWithoutTarget(manifest, autoscaler.spec(), findings);
      if (!onlyAutoscalers) {
        absent(manifest, template);
      }
    }
  }

  private static Manifest patched(Manifest base, Manifest patch) {
    return base.workload() == null || patch.workload() == null
        ? base
        : base.withWorkload(base.workload().patchedBy(patch.workload()));
  }

  private void rolloutOf(Manifest manifest) {
    if (manifest.key().group().equals("argoproj.io") && manifest.key().kind().equals("Rollout")) {
      JsonNode reference = manifest.tree().at("/spec/workloadRef");
      if (reference.isObject()) {
        ObjectKey template =
            ObjectKey.of(
                reference.path("apiVersion").asText(),
                reference.path("kind").asText(),
                manifest.key().namespace(),
                reference.path("name").asText());
        if (!template.equals(rolledOut.put(manifest.key(), template))) {
          rollouts.computeIfAbsent(template, key -> new ArrayList<>()).add(manifest.key());
        }
      }
    }
  }

  private void controlled(Manifest manifest, ObjectKey target, Workload workload) {
    ObjectKey owner = workload.owner();
    if (owner != null && target.kind().equals("ReplicaSet")) {
      controlled(manifest, owner, target);
    }
    for (ObjectKey rollout : rollouts.getOrDefault(target, List.of())) {
      if (findings.isFull(manifest, LintRule.CONTROLLED_TARGET, TARGET)) {
        return;
      }
      controlled(manifest, rollout, target);
    }
  }

  private void controlled(Manifest manifest, ObjectKey owner, ObjectKey target) {
    findings.add(
        manifest,
        LintRule.CONTROLLED_TARGET,
        TARGET,
        "%s sets the replicas of %s; name %s"
            .formatted(owner.kindAndName(), target.kindAndName(), owner.kindAndName()));
  }

  /** Pods of a live list show what is injected into them. */
  private void utilization(
      Manifest manifest, HpaSpec spec, Manifest scaled, Workload workload, LintOptions options) {
    List<Workload> pods =
        workloadsByNamespace.getOrDefault(scaled.key().namespace(), List.of()).stream()
            .filter(each -> Workload.isPod(each.key()))
            .map(Manifest::workload)
            .filter(each -> owners.controls(scaled.key(), each))
            .toList();
    Manifest namespace = namespaces.get(scaled.key().namespace());
    UtilizationRules.check(
        manifest,
        spec,
        scaled.key(),
        workload.withContainersOf(pods),
        pods.isEmpty() ? InjectedContainers.of(scaled, namespace) : InjectedContainers.NONE,
        options,
        findings);
  }

  /** One object may be in several files, such as a base and its overlay. */
  private void shared(Manifest manifest, ObjectKey target) {
    for (Manifest other : autoscalers.getOrDefault(target, List.of())) {
      if (findings.isFull(manifest, LintRule.SHARED_TARGET, TARGET)) {
        return;
      }
      if (!other.key().equals(manifest.key())) {
        findings.add(
            manifest,
            LintRule.SHARED_TARGET,
            TARGET,
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
    // Many HPAs may scale one target, whose selector may have thousands of requirements.
    for (String other : overlaps.computeIfAbsent(scaled, any -> overlapping(scaled, workload))) {
      findings.add(
          manifest,
          LintRule.OVERLAPPING_SELECTORS,
          TARGET,
          "the selector of %s also matches %s".formatted(scaled.key().kindAndName(), other));
    }
  }

  private Set<String> overlapping(Manifest scaled, Workload workload) {
    Set<String> others = new LinkedHashSet<>();
    for (Manifest other : workloadsByNamespace.getOrDefault(scaled.key().namespace(), List.of())) {
      if (others.size() > Findings.MAX_ALIKE) {
        break;
      }
      if (other.workload() != null
          && workload.selector().matches(other.workload().labels())
          && isForeign(other, other.workload(), scaled)) {
        others.add(described(other, other.workload()));
      }
    }
    return others;
  }

  /** Of pods and their owners, the owner is reported if it is in the files. */
  private boolean isForeign(Manifest other, Workload pods, Manifest scaled) {
    ObjectKey owner = pods.owner();
    return !other.key().equals(scaled.key())
        && !isUnusedTest(other)
        && !owners.controls(scaled.key(), pods)
        && (owner == null || !keys.contains(owner));
  }

  /** A pod of a chart that exists only while {@code helm test} runs. */
  private static boolean isUnusedTest(Manifest other) {
    return other.annotations().getOrDefault("helm.sh/hook", "").startsWith("test")
        && !other.tree().at("/metadata").has("uid");
  }

  private static String described(Manifest other, Workload pods) {
    if (!Workload.isPod(other.key())) {
      return "the pods of %s (%s)".formatted(other.key().kindAndName(), other.place());
    }
    return pods.owner() == null
        ? "%s (%s)".formatted(other.key().kindAndName(), other.place())
        : "pods of " + pods.owner().kindAndName();
  }

  /** Reports nothing if one of the objects is the target without a pod template. */
  private void absent(Manifest manifest, ObjectKey target) {
    boolean present = keys.contains(target);
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
        TARGET,
        "%s of the namespace \"%s\" is not in the %s%s"
            .formatted(
                target.kindAndName(),
                target.namespace(),
                manifest.place().isLive() ? "cluster, or cannot be read" : "files",
                elsewhere));
  }

  /** An autoscaler that scales takes the field over: a later owner has written it since. */
  private void changedElsewhere(Manifest manifest, Manifest scaler) {
    HorizontalPodAutoscaler autoscaler = scaler.autoscaler();
    Instant scaled = autoscaler == null ? null : autoscaler.status().lastScaleTime();
    if (scaled == null) {
      return;
    }
    ReplicasSource.writerSince(manifest.tree(), scaled)
        .ifPresent(
            writer ->
                findings.add(
                    manifest,
                    LintRule.REPLICAS_CHANGED_ELSEWHERE,
                    "spec.replicas",
                    "\"%s\" has changed the replicas of %s since the HorizontalPodAutoscaler %s (%s)"
                            .formatted(
                                writer,
                                manifest.key().kindAndName(),
                                scaler.key().name(),
                                scaler.place())
                        + " scaled it"));
  }

  private void replicas(Manifest manifest) {
    List<Manifest> by = autoscalers.getOrDefault(manifest.key(), List.of());
    if (by.isEmpty() || (manifest.workload() == null && !rolledOut.containsKey(manifest.key()))) {
      return;
    }
    ReplicasSource replicas = ReplicasSource.of(manifest.tree());
    if (!replicas.isFixed()) {
      by.forEach(autoscaler -> changedElsewhere(manifest, autoscaler));
    }
    if (replicas.isFixed()) {
      boolean isZero = replicas.replicas() == 0;
      findings.add(
          manifest,
          isZero ? LintRule.REPLICAS_ZERO : LintRule.REPLICAS_IN_WORKLOAD,
          "spec.replicas",
          "the HorizontalPodAutoscaler %s (%s) %s %s%s"
              .formatted(
                  by.getFirst().key().name(),
                  by.getFirst().place(),
                  isZero ? "is disabled by 0 replicas of" : "sets the replicas of",
                  manifest.key().kindAndName(),
                  replicas
                      .manager()
                      .map(
                          name ->
                              (isZero ? ", which" : ", and so does")
                                  + " the manifest that \""
                                  + name
                                  + "\" applies"
                                  + (isZero ? " sets" : ""))
                      .orElse("")));
    }
  }
}
