package dev.hpa.controller.metrics;

import dev.hpa.api.BuildInfo;
import dev.hpa.core.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What Kubernetes this controller stands for, and its feature gates. */
public final class BuildMetrics {

  private BuildMetrics() {}

  /**
   * Labels about the Go build are empty. The versions are those of the Kubernetes release whose
   * behavior is reproduced.
   */
  static void register(MetricFamilies families, Settings settings) {
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
                    BuildInfo.KUBERNETES_VERSION,
                    "",
                    String.valueOf(BuildInfo.KUBERNETES_MAJOR),
                    String.valueOf(BuildInfo.KUBERNETES_MINOR),
                    platform),
                1.0));
    families.readGauge(
        "kubernetes_feature_enabled",
        "[BETA] This metric records the data about the stage and enablement of a k8s feature.",
        List.of("name", "stage"),
        () ->
            Map.of(
                List.of("HPAScaleToZero", "ALPHA"), one(settings.scaleToZero()),
                List.of("HPAConfigurableTolerance", "BETA"), one(settings.configurableTolerance()),
                List.of("PodLevelResources", "BETA"), one(settings.podLevelResources())));
  }

  public static double one(boolean isSo) {
    return isSo ? 1 : 0;
  }
}
