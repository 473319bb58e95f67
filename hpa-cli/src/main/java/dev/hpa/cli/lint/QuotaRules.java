package dev.hpa.cli.lint;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Quantity;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The rule for quotas of namespaces that do not suffice for all autoscalers at maxReplicas. */
final class QuotaRules {

  /** Terms of the sum in a message. */
  private static final int MAX_TERMS = 5;

  private final Map<ObjectKey, List<Manifest>> autoscalers;
  private final Map<ObjectKey, Manifest> workloads;
  private final Findings findings;

  QuotaRules(
      Map<ObjectKey, List<Manifest>> autoscalers,
      Map<ObjectKey, Manifest> workloads,
      Findings findings) {
    this.autoscalers = autoscalers;
    this.workloads = workloads;
    this.findings = findings;
  }

  /**
   * What an autoscaler needs at maxReplicas.
   *
   * @param perPod of one pod
   */
  private record Need(String name, int pods, Quantity perPod) {

    double total() {
      return pods * perPod.approximateDouble();
    }

    String text() {
      return name + " " + pods + " × " + perPod;
    }
  }

  /** Checks a ResourceQuota. */
  void check(Manifest quota) {
    Workload.allowed(quota.tree()).forEach((name, hard) -> resource(quota, name, hard));
  }

  private void resource(Manifest quota, String name, Quantity hard) {
    List<Need> needs = new ArrayList<>();
    autoscalers.forEach(
        (target, by) -> {
          Manifest scaled = workloads.get(target);
          if (target.namespace().equals(quota.key().namespace())
              && scaled != null
              && scaled.workload() != null) {
            needs.add(new Need(target.name(), most(by), scaled.workload().perPod(name)));
          }
        });
    double total = needs.stream().mapToDouble(Need::total).sum();
    if (total > hard.approximateDouble() * (1 + 1e-9)) {
      needs.sort(Comparator.comparingDouble(Need::total).reversed().thenComparing(Need::name));
      List<String> terms = needs.stream().limit(MAX_TERMS).map(Need::text).toList();
      findings.add(
          quota,
          LintRule.MAX_EXCEEDS_QUOTA,
          "spec.hard[" + name + "]",
          "at maxReplicas the workloads with HPAs need %s of %s %s: %s%s"
              .formatted(
                  hard.signum() == 0
                      ? "more"
                      : Math.round(100 * total / hard.approximateDouble()) + " %",
                  name,
                  hard,
                  String.join(" + ", terms),
                  needs.size() > MAX_TERMS ? " + …" : ""));
    }
  }

  /** The highest maxReplicas: an object may be in several files, such as a base and its overlay. */
  private static int most(List<Manifest> autoscalers) {
    return autoscalers.stream()
        .mapToInt(
            each -> {
              HorizontalPodAutoscaler hpa = each.autoscaler();
              return hpa == null ? 0 : hpa.spec().maxReplicas();
            })
        .max()
        .orElse(0);
  }
}
