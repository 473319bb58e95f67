package dev.hpa.app.cli;

import dev.hpa.app.controller.ControllerOptions;
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
      names = "--horizontal-pod-autoscaler-use-rest-clients",
      paramLabel = "BOOL",
      arity = "0..1",
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Read metrics from the metrics APIs; false asks Heapster, as Kubernetes could before 1.22"
              + " (deprecated; default: ${DEFAULT-VALUE}).")
  private boolean restClients = true;

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
    return new ControllerOptions(decisions.settings(), syncPeriod, workers, !restClients);
  }
}
