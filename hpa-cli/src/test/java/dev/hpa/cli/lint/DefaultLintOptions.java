package dev.hpa.cli.lint;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Options of lint for the default release, with all rules and without a load trace. */
public final class DefaultLintOptions {

  private DefaultLintOptions() {}

  public static LintOptions of(
      HpaFeatureGates gates,
      String namespace,
      Duration syncPeriod,
      boolean onlyErrors,
      Instant now) {
    return new LintOptions(
        KubernetesVersion.DEFAULT,
        gates,
        namespace,
        syncPeriod,
        onlyErrors,
        Set.of(),
        now,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
