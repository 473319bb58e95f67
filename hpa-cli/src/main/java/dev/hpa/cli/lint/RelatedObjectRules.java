package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.Selector;
import dev.hpa.cli.keda.ScaledObject;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ManifestOptions;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.Workload;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules for other objects that affect the target of an autoscaler. */
final class RelatedObjectRules {

  private static final String VPA_GROUP = "autoscaling.k8s.io";
  private static final String KEDA_GROUP = "keda.sh";
  private static final String OFF = "Off";
  private static final String TARGET = "spec.scaleTargetRef";

  private final Map<ObjectKey, List<Manifest>> autoscalers;
  private final Map<ObjectKey, Manifest> workloads;
  private final ManifestOptions options;
  private final Findings findings;

  private RelatedObjectRules(
      Map<ObjectKey, List<Manifest>> autoscalers,
      Map<ObjectKey, Manifest> workloads,
      ManifestOptions options,
      Findings findings) {
    this.options = options;
    this.autoscalers = autoscalers;
    this.workloads = workloads;
    this.findings = findings;
  }

  /**
   * Checks all documents.
   *
   * @param autoscalers by target
   */
  static void check(
      List<Manifest> manifests,
      Map<ObjectKey, List<Manifest>> autoscalers,
      Map<ObjectKey, Manifest> workloads,
      ManifestOptions options,
      Findings findings) {
    RelatedObjectRules rules = new RelatedObjectRules(autoscalers, workloads, options, findings);
    for (Manifest manifest : manifests) {
      switch (manifest.key().group() + "/" + manifest.key().kind()) {
        case VPA_GROUP + "/VerticalPodAutoscaler" -> rules.verticalAutoscaler(manifest);
        case KEDA_GROUP + "/ScaledObject" -> rules.scaledObject(manifest);
        case "policy/PodDisruptionBudget" -> rules.disruptionBudget(manifest);
        case "/ResourceQuota" -> new QuotaRules(autoscalers, workloads, findings).check(manifest);
        default -> {
          // has no target
        }
      }
    }
  }

  private List<Manifest> autoscalersOf(Manifest manifest, JsonNode reference) {
    ObjectKey target =
        ObjectKey.of(
            reference.path("apiVersion").asText("apps/v1"),
            reference.path("kind").asText("Deployment"),
            manifest.key().namespace(),
            reference.path("name").asText());
    return autoscalers.getOrDefault(target, List.of());
  }

  private void verticalAutoscaler(Manifest manifest) {
    JsonNode spec = manifest.tree().path("spec");
    if (spec.at("/updatePolicy/updateMode").asText().equals(OFF)) {
      return;
    }
    Set<String> controlled = controlled(spec);
    for (Manifest autoscaler : autoscalersOf(manifest, spec.path("targetRef"))) {
      HorizontalPodAutoscaler value = autoscaler.autoscaler();
      if (value != null) {
        Set<String> shared = measured(value.spec());
        shared.retainAll(controlled);
        shared.forEach(resource -> vertical(manifest, autoscaler, resource));
      }
    }
  }

  private void vertical(Manifest vpa, Manifest autoscaler, String resource) {
    if (findings.isFull(autoscaler, LintRule.VPA_SAME_RESOURCE, TARGET)) {
      return;
    }
    findings.add(
        autoscaler,
        LintRule.VPA_SAME_RESOURCE,
        TARGET,
        "the VerticalPodAutoscaler %s (%s) changes the %s requests of the same pods"
            .formatted(vpa.key().name(), vpa.place(), resource));
  }

  /** The resources whose utilization is measured: other values do not depend on requests. */
  private static Set<String> measured(HpaSpec spec) {
    Set<String> resources = new LinkedHashSet<>();
    for (MetricSpec metric : spec.metricsOrEmpty()) {
      MetricSpec.ResourceMetric pods = metric.resource();
      MetricSpec.ContainerResourceMetric one = metric.containerResource();
      if (pods != null && pods.target().averageUtilization() != null) {
        resources.add(pods.name());
      }
      if (one != null && one.target().averageUtilization() != null) {
        resources.add(one.name());
      }
    }
    if (spec.metricsOrEmpty().isEmpty()) {
      resources.add("cpu");
    }
    return resources;
  }

  /** The controlled resources: CPU and memory by default. */
  private static Set<String> controlled(JsonNode spec) {
    JsonNode policies = spec.at("/resourcePolicy/containerPolicies");
    Set<String> resources = new LinkedHashSet<>();
    for (JsonNode policy : policies) {
      if (!policy.path("mode").asText().equals(OFF)) {
        JsonNode chosen = policy.path("controlledResources");
        if (chosen.isArray()) {
          chosen.forEach(each -> resources.add(each.asText()));
        } else {
          resources.addAll(List.of("cpu", "memory"));
        }
      }
    }
    boolean coversAll =
        policies.valueStream().anyMatch(each -> each.path("containerName").asText().equals("*"));
    if (!coversAll) {
      resources.addAll(List.of("cpu", "memory"));
    }
    return resources;
  }

  private void scaledObject(Manifest manifest) {
    JsonNode object = manifest.tree();
    ScaledObject.ratios(object)
        .forEach(
            (field, text) ->
                findings.add(manifest, LintRule.RATIO_WITH_AVERAGE_VALUE, field, text));
    String name = manifest.key().name();
    String own =
        object.at("/spec/advanced/horizontalPodAutoscalerConfig/name").asText("keda-hpa-" + name);
    for (Manifest autoscaler : autoscalersOf(manifest, object.at("/spec/scaleTargetRef"))) {
      if (!autoscaler.key().name().equals(own)
          && !findings.isFull(autoscaler, LintRule.KEDA_SAME_TARGET, TARGET)) {
        findings.add(
            autoscaler,
            LintRule.KEDA_SAME_TARGET,
            TARGET,
            "the ScaledObject %s (%s) scales the same target".formatted(name, manifest.place()));
      }
    }
  }

  private void disruptionBudget(Manifest manifest) {
    JsonNode spec = manifest.tree().path("spec");
    Selector selector = Workload.selector(spec.path("selector"));
    autoscalers.forEach(
        (target, by) -> {
          Manifest scaled = workloads.get(target);
          Workload workload = scaled == null ? null : scaled.workload();
          if (workload != null
              && target.namespace().equals(manifest.key().namespace())
              && selector.matches(workload.labels())) {
            by.forEach(autoscaler -> budget(manifest, spec, target, autoscaler));
          }
        });
  }

  private void budget(Manifest manifest, JsonNode spec, ObjectKey target, Manifest autoscaler) {
    HorizontalPodAutoscaler value = autoscaler.autoscaler();
    int min = value == null ? 0 : value.spec().minReplicasOrDefault();
    boolean surges =
        value != null
            && min < value.spec().maxReplicas()
            && options.of(autoscaler, false).surgesOnDrain();
    int replicas = surges ? min + 1 : min;
    String field = spec.has("minAvailable") ? "minAvailable" : "maxUnavailable";
    if (findings.isFull(manifest, LintRule.PDB_BLOCKS_EVICTION, "spec." + field)) {
      return;
    }
    long evictable =
        spec.has("minAvailable")
            ? replicas - pods(spec.path(field), replicas, 0)
            : pods(spec.path(field), replicas, 1);
    if (min > 0 && evictable <= 0) {
      findings.add(
          manifest,
          LintRule.PDB_BLOCKS_EVICTION,
          "spec." + field,
          "%s %s allows no eviction at minReplicas %d%s of the HorizontalPodAutoscaler %s (%s) of %s"
              .formatted(
                  field,
                  spec.path(field).asText(),
                  min,
                  surges ? ", nor with the replica that drain=Surge adds," : "",
                  autoscaler.key().name(),
                  autoscaler.place(),
                  target.kindAndName()));
    }
  }

  /** A number of pods, or a percentage, which is rounded up. */
  private static long pods(JsonNode value, int of, long malformed) {
    String text = value.asText();
    try {
      return text.endsWith("%")
          ? Math.ceilDiv(Long.parseLong(text.substring(0, text.length() - 1)) * of, 100L)
          : Long.parseLong(text);
    } catch (NumberFormatException notAnAmount) {
      return malformed;
    }
  }
}
