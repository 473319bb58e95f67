package dev.hpa.cli.lint;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HpaSpec;
import dev.hpa.app.cli.Spelling;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.RemovedVersions;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Rules for the scaleTargetRef of an autoscaler. */
final class TargetRules {

  private static final Set<String> UNSCALABLE = Set.of("DaemonSet", "Job", "CronJob", "Pod");

  /** The built-in scalable kinds, with their current API version. */
  private static final Map<String, String> SCALABLE =
      Map.of(
          "Deployment", "apps/v1",
          "StatefulSet", "apps/v1",
          "ReplicaSet", "apps/v1",
          "ReplicationController", "v1");

  /**
   * Groups without other scalable kinds. In the core group the API server accepts a
   * ReplicationController only.
   */
  private static final Set<String> BUILT_IN_GROUPS = Set.of("apps", "extensions");

  private static final int TYPING_MISTAKES = 2;

  private TargetRules() {}

  static void check(Manifest manifest, HpaSpec spec, Findings findings) {
    List<RemovedVersions.Reference> removed = RemovedVersions.in(spec);
    removed.forEach(
        each -> findings.add(manifest, LintRule.REMOVED_TARGET_API, each.field(), each.text()));
    CrossVersionObjectReference target = spec.scaleTargetRef();
    String kind = target.kind();
    if (UNSCALABLE.contains(kind)) {
      findings.add(
          manifest,
          LintRule.UNSCALABLE_TARGET,
          "spec.scaleTargetRef.kind",
          "a " + kind + " cannot be scaled");
    } else if (!kind.isEmpty() && !RemovedVersions.includes(target)) {
      kind(manifest, target, findings);
    }
  }

  private static void kind(
      Manifest manifest, CrossVersionObjectReference target, Findings findings) {
    ObjectKey key = ObjectKey.of(target.apiVersionOrEmpty(), target.kind(), "", target.name());
    if (!BUILT_IN_GROUPS.contains(key.group())) {
      return;
    }
    String expected = SCALABLE.get(target.kind());
    if (expected == null) {
      findings.add(
          manifest,
          LintRule.UNKNOWN_KIND,
          "spec.scaleTargetRef.kind",
          "\"%s\" is not a scalable kind in the API group %s%s"
              .formatted(target.kind(), key.group(), meant(target.kind())));
    } else if (!ObjectKey.of(expected, target.kind(), "", target.name()).equals(key)) {
      findings.add(
          manifest,
          LintRule.UNKNOWN_KIND,
          "spec.scaleTargetRef.apiVersion",
          "%s is not in the API group %s; write apiVersion: %s"
              .formatted(target.kind(), key.group(), expected));
    }
  }

  private static String meant(String kind) {
    String given = kind.toLowerCase(Locale.ROOT);
    return SCALABLE.keySet().stream()
        .filter(each -> distance(given, each) <= TYPING_MISTAKES)
        .min(Comparator.comparingInt(each -> distance(given, each)))
        .map(found -> "; did you mean " + found + "?")
        .orElse("");
  }

  private static int distance(String given, String kind) {
    return Spelling.distance(given, kind.toLowerCase(Locale.ROOT));
  }
}
