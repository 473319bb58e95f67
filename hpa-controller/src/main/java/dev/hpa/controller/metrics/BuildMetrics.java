package dev.hpa.controller.metrics;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.core.settings.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What Kubernetes this controller stands for, and its feature gates. */
public final class BuildMetrics {

  private BuildMetrics() {}

  /**
   * Labels about the Go build are empty. The versions are those of the Kubernetes release whose
   * behavior is reproduced.
   */
  static void register(MetricFamilies families, ControllerOptions options) {
    KubernetesVersion version = options.settings().version();
    String platform =
        System.getProperty("os.name", "").toLowerCase(Locale.ROOT)
            + "/"
            + System.getProperty("os.arch", "");
    families.readGauge(
        "kubernetes_build_info",
        "[BETA] A metric with a constant '1' value labeled by major, minor, git version, git"
            + " commit, git tree state, build date, Go version, and compiler from which Kubernetes"
            + " was built, and platform on which it is running.",
        List.of(
            "build_date",
            "compiler",
            "git_commit",
            "git_tree_state",
            "git_version",
            "go_version",
            "major",
            "minor",
            "platform"),
        () ->
            Map.of(
                List.of(
                    "",
                    "",
                    "",
                    "",
                    version.release(),
                    "",
                    String.valueOf(version.major()),
                    String.valueOf(version.minor()),
                    platform),
                1.0));
    families.readGauge(
        "kubernetes_feature_enabled",
        "[BETA] This metric records the data about the stage and enablement of a k8s feature.",
        List.of("name", "stage"),
        () -> gates(options));
  }

  /** The gates with an effect, by name and stage in the emulated release. */
  private static Map<List<String>, Double> gates(ControllerOptions options) {
    Settings settings = options.settings();
    Map<String, Boolean> enabled =
        Map.of(
            "HPAScaleToZero", settings.scaleToZero(),
            "HPAConfigurableTolerance", settings.configurableTolerance(),
            "PodLevelResources", settings.podLevelResources(),
            "StaleControllerConsistencyHPA", options.readsOwnWrites(),
            "HPAGeneration", settings.observesGeneration());
    return settings.version().gateStages().entrySet().stream()
        .collect(
            Collectors.toMap(
                gate -> List.of(gate.getKey(), gate.getValue()),
                gate -> one(Objects.requireNonNull(enabled.get(gate.getKey())))));
  }

  public static double one(boolean isSo) {
    return isSo ? 1 : 0;
  }
}
