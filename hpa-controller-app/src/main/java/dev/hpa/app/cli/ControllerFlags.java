package dev.hpa.app.cli;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ScaleReads;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The autoscaling flags. */
public final class ControllerFlags {

  @Mixin private DecisionFlags decisions = new DecisionFlags();
  @Mixin private OptionFlags autoscalerOptions = new OptionFlags();

  @Option(
      names = "--horizontal-pod-autoscaler-sync-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "15s",
      description = "Period between two reconciles of an autoscaler (default: ${DEFAULT-VALUE}).")
  private Duration syncPeriod = Duration.ofSeconds(15);

  @Option(
      names = "--horizontal-pod-autoscaler-deletion-cost-hints",
      description =
          "Before a scale-down, set the annotation"
              + " controller.kubernetes.io/pod-deletion-cost on the pods with the lowest"
              + " values of the deciding metric, so that they are deleted first.")
  private boolean deletionCostHints;

  @Option(
      names = "--concurrent-horizontal-pod-autoscaler-syncs",
      paramLabel = "N",
      converter = GoNumbers.Int32.class,
      defaultValue = "5",
      description =
          "Number of autoscalers reconciled at the same time (default: ${DEFAULT-VALUE}).")
  private int concurrentSyncs;

  @Option(
      names = "--scale-reads",
      paramLabel = "WHERE",
      defaultValue = "api",
      description =
          "Source of the replica counts of scale targets: api, or watch, which saves one"
              + " request per reconcile and requires permission to list and watch the targets"
              + " (default: ${DEFAULT-VALUE}).")
  private ScaleReads scaleReads = ScaleReads.API;

  @Option(
      names = "--max-cache-staleness",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "1m0s",
      description =
          "Maximum age of the pod and autoscaler caches while their watches are down;"
              + " reconciles are skipped when a cache is older. 0 disables the check, as in"
              + " kube-controller-manager (default: ${DEFAULT-VALUE}).")
  private Duration maxCacheStaleness = Duration.ofMinutes(1);

  @Option(
      names = "--stagger-namespaces",
      description =
          "Stagger reconciles by namespace: each namespace has one of 15 offsets in the sync"
              + " period, so that its autoscalers share metric reads and the load on the API"
              + " server is spread over the period.")
  private boolean staggerNamespaces;

  @Option(
      names = "--shadow",
      description =
          "Shadow mode: write nothing, compare each decision with what the active"
              + " controller writes, and report the differences in the log and in metrics.")
  private boolean shadow;

  @Option(
      names = "--foreign-write-events",
      description =
          "Create an event when another writer changes the status of an autoscaler or the"
              + " replicas of its target. Such writes are always logged.")
  private boolean foreignWriteEvents;

  /** The feature gates of a release, with the overrides of these flags. */
  FeatureGates gates(EffectiveVersion version) {
    return decisions.gates(version);
  }

  /** Adds the values that are invalid. */
  void check(Problems problems) {
    if (concurrentSyncs < 1) {
      problems.add(
          "concurrent-horizontal-pod-autoscaler-syncs must be greater than 0, but got "
              + concurrentSyncs);
    }
  }

  /** The options that these flags set. */
  public ControllerOptions options() {
    Problems problems = new Problems();
    check(problems);
    problems.throwIfAny();
    return options(gates(EffectiveVersion.OWN), KubernetesVersion.RECORDED);
  }

  /**
   * The options that these flags set.
   *
   * @param on the feature gates
   * @param version the release to reproduce
   */
  public ControllerOptions options(FeatureGates on, KubernetesVersion version) {
    if (!syncPeriod.isPositive()) {
      throw new UsageException(
          "horizontal-pod-autoscaler-sync-period must be greater than 0; give a duration like 15s");
    }
    return new ControllerOptions(
        decisions.settings(on, version, deletionCostHints),
        syncPeriod,
        concurrentSyncs,
        scaleReads,
        maxCacheStaleness,
        on.enabled("StaleControllerConsistencyHPA"),
        staggerNamespaces,
        shadow ? ControllerMode.SHADOW : ControllerMode.ACTIVE,
        foreignWriteEvents,
        autoscalerOptions.settings());
  }
}
