package dev.hpa.app.cli;

import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ScaleReads;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of kube-controller-manager that concern this controller. */
public final class ControllerFlags {

  @Mixin private DecisionFlags decisions = new DecisionFlags();

  @Option(
      names = "--horizontal-pod-autoscaler-sync-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "15s",
      description = "Time from one look at an autoscaler to the next (default: ${DEFAULT-VALUE}).")
  private Duration syncPeriod = Duration.ofSeconds(15);

  @Option(
      names = "--horizontal-pod-autoscaler-deletion-cost-hints",
      description =
          "Before a scale-down mark the pods with the lowest values of the metric that decided, so"
              + " that they go first.")
  private boolean deletionCostHints;

  @Option(
      names = "--concurrent-horizontal-pod-autoscaler-syncs",
      paramLabel = "N",
      converter = GoNumbers.Int32.class,
      defaultValue = "5",
      description = "Autoscalers reconciled at the same time (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--scale-reads",
      paramLabel = "WHERE",
      defaultValue = "api",
      description =
          "Where the replicas of targets are read: api, or watch, which saves a request per cycle"
              + " but has to be allowed to list and watch them (default: ${DEFAULT-VALUE}).")
  private ScaleReads scaleReads = ScaleReads.API;

  @Option(
      names = "--stale-watch-limit",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "1m0s",
      description =
          "How long the watch of pods or autoscalers may be down before nothing is decided any more;"
              + " 0 decides on whatever was seen last, as kube-controller-manager does (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration staleLimit = Duration.ofMinutes(1);

  @Option(
      names = "--spread-start",
      description =
          "Give each namespace a moment of its own in every period, beginning with the first after a"
              + " start: its autoscalers share reads, and not all come at once.")
  private boolean spreadStart;

  @Option(
      names = "--shadow",
      description =
          "Write nothing; compare each decision with what the controller that runs the cluster"
              + " writes, log and export the differences.")
  private boolean shadow;

  @Option(
      names = "--foreign-write-events",
      description =
          "Create an event when another writer changes the status of an autoscaler or the replicas of"
              + " its target; the log has a line in any case.")
  private boolean foreignWriteEvents;

  /** The feature gates of a release, as set by these flags. */
  FeatureGates gates(EffectiveVersion version) {
    return decisions.gates(version);
  }

  /** What is wrong at first sight. */
  void check(Problems problems) {
    if (workers < 1) {
      problems.add(
          "concurrent-horizontal-pod-autoscaler-syncs must be greater than 0, but got " + workers);
    }
  }

  /** The options these flags stand for. */
  public ControllerOptions options() {
    Problems problems = new Problems();
    check(problems);
    problems.refuse();
    return options(gates(EffectiveVersion.OWN));
  }

  /** The same with feature gates that depend on more than these flags. */
  public ControllerOptions options(FeatureGates on) {
    if (!syncPeriod.isPositive()) {
      throw new UsageException(
          "horizontal-pod-autoscaler-sync-period must be greater than 0; give a duration like 15s");
    }
    return new ControllerOptions(
        decisions.settings(on, deletionCostHints),
        syncPeriod,
        workers,
        scaleReads,
        staleLimit,
        spreadStart,
        shadow,
        foreignWriteEvents);
  }
}
