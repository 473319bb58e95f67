package dev.hpa.app.cli;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ScaleReads;
import java.time.Duration;

/** The autoscaling flags. */
public final class ControllerFlags extends FlagGroup {

  private final Flag<Duration> syncPeriod =
      duration(
          "horizontal-pod-autoscaler-sync-period",
          "15s",
          "Period between two reconciles of an HPA (default: ${DEFAULT-VALUE}).");

  private final Flag<Boolean> deletionCostHints =
      toggle(
          "horizontal-pod-autoscaler-deletion-cost-hints",
          "Before a scale-down, set the annotation"
              + " controller.kubernetes.io/pod-deletion-cost on the pods with the lowest"
              + " values of the deciding metric, so that they are deleted first.");

  private final Flag<Integer> concurrentSyncs =
      number(
          "concurrent-horizontal-pod-autoscaler-syncs",
          "5",
          "Number of HPAs reconciled at the same time (default: ${DEFAULT-VALUE}).");

  private final Flag<ScaleReads> scaleReads =
      flag(
          "scale-reads",
          "WHERE",
          new FlagTypes.OneOf<>(ScaleReads.class),
          "api",
          "Source of the replica counts of scale targets: api, or watch, which saves one"
              + " request per reconcile and requires permission to list and watch the targets"
              + " (default: ${DEFAULT-VALUE}).");

  private final Flag<Duration> maxCacheStaleness =
      duration(
          "max-cache-staleness",
          "1m0s",
          "Maximum age of the pod and HPA caches while their watches are down;"
              + " reconciles are skipped when a cache is older. 0 disables the check, as in"
              + " kube-controller-manager (default: ${DEFAULT-VALUE}).");

  private final Flag<Boolean> staggerNamespaces =
      toggle(
          "stagger-namespaces",
          "Stagger reconciles by namespace: each namespace has one of 15 offsets in the sync"
              + " period, so that its HPAs share metric reads and the load on the API"
              + " server is spread over the period.");

  private final Flag<Boolean> shadow =
      toggle(
          "shadow",
          "Shadow mode: write nothing, compare each decision with what the active"
              + " controller writes, and report the differences in the log and in metrics.");

  private final Flag<Boolean> foreignWriteEvents =
      toggle(
          "foreign-write-events",
          "Create an event when another writer changes the status of an HPA or the"
              + " replicas of its target. Such writes are always logged.");

  private final DecisionFlags decisions = add(new DecisionFlags());
  private final OptionFlags autoscalerOptions = add(new OptionFlags());

  /** The feature gates of a release, with the overrides of these flags. */
  FeatureGates gates(EffectiveVersion version) {
    return decisions.gates(version);
  }

  /** Adds the values that are invalid. */
  void check(Problems problems) {
    if (concurrentSyncs.get() < 1) {
      problems.add(
          "concurrent-horizontal-pod-autoscaler-syncs must be greater than 0, but got "
              + concurrentSyncs.get());
    }
  }

  /** The options that these flags set for the default release. */
  public ControllerOptions options() {
    return options(KubernetesVersion.DEFAULT);
  }

  /** The options that these flags set for a release, with its defaults of the feature gates. */
  public ControllerOptions options(KubernetesVersion version) {
    Problems problems = new Problems();
    check(problems);
    problems.throwIfAny();
    return options(gates(EffectiveVersion.of(version)), version);
  }

  /**
   * The options that these flags set.
   *
   * @param on the feature gates
   * @param version the release to reproduce
   */
  public ControllerOptions options(FeatureGates on, KubernetesVersion version) {
    if (!syncPeriod.get().isPositive()) {
      throw new UsageException(
          "horizontal-pod-autoscaler-sync-period must be greater than 0; give a duration like 15s");
    }
    return new ControllerOptions(
        decisions.settings(on, version, deletionCostHints.get()),
        syncPeriod.get(),
        concurrentSyncs.get(),
        scaleReads.get(),
        maxCacheStaleness.get(),
        on.enabled("StaleControllerConsistencyHPA"),
        staggerNamespaces.get(),
        shadow.get() ? ControllerMode.SHADOW : ControllerMode.ACTIVE,
        foreignWriteEvents.get(),
        autoscalerOptions.settings());
  }
}
