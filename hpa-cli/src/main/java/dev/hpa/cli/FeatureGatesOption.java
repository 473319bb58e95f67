package dev.hpa.cli;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.FeatureException;
import dev.hpa.app.features.FeatureGates;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The feature gates of the API server that a command reproduces. */
public final class FeatureGatesOption {

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=BOOL,...",
      description =
          "Feature gates of the API server: HPAScaleToZero (default: false in 1.36, true"
              + " since 1.37), HPAConfigurableTolerance (default: true, locked since 1.37),"
              + " HPAGeneration (since 1.37, default: true, locked since 1.38).")
  private List<String> gates = new ArrayList<>();

  /**
   * The gates in a release.
   *
   * @throws UsageException if a gate is unknown or locked there, or its value is not a boolean
   */
  public HpaFeatureGates of(KubernetesVersion release) {
    try {
      FeatureGates given = FeatureGates.of(gates, EffectiveVersion.of(release));
      return new HpaFeatureGates(
          given.enabled("HPAScaleToZero"),
          given.enabled("HPAConfigurableTolerance"),
          given.enabled("HPAGeneration"));
    } catch (FeatureException problem) {
      throw new UsageException(String.valueOf(problem.getMessage()), problem);
    }
  }
}
