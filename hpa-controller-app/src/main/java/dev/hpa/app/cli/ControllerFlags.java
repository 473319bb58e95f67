package dev.hpa.app.cli;

import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.app.controller.ScaleReads;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of kube-controller-manager that concern this controller. */
final class ControllerFlags {

  @Mixin private DecisionFlags decisions = new DecisionFlags();

  @Option(
      names = "--horizontal-pod-autoscaler-sync-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "15s",
      description = "Time from one look at an autoscaler to the next (default: ${DEFAULT-VALUE}).")
  private Duration syncPeriod = Duration.ofSeconds(15);

  @Option(
      names = "--concurrent-horizontal-pod-autoscaler-syncs",
      paramLabel = "N",
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

  /** The options these flags stand for. */
  ControllerOptions options() {
    if (workers < 1) {
      throw new UsageException(
          "concurrent-horizontal-pod-autoscaler-syncs must be greater than 0, but got " + workers);
    }
    if (!syncPeriod.isPositive()) {
      throw new UsageException(
          "horizontal-pod-autoscaler-sync-period must be greater than 0; give a duration like 15s");
    }
    return new ControllerOptions(decisions.settings(), syncPeriod, workers, scaleReads);
  }
}
