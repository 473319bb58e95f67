package dev.hpa.controller.metrics;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.core.Settings;
import java.util.HashMap;
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

  /** The gates with an effect, by name and stage in the emulated release; a stable one has none. */
  private static Map<List<String>, Double> gates(ControllerOptions options) {
    Settings settings = options.settings();
    boolean is137 = settings.version().compareTo(KubernetesVersion.V1_37) >= 0;
    Map<List<String>, Double> gates = new HashMap<>();
    gates.put(List.of("HPAScaleToZero", is137 ? "BETA" : "ALPHA"), one(settings.scaleToZero()));
    gates.put(
        List.of("HPAConfigurableTolerance", is137 ? "" : "BETA"),
        one(settings.configurableTolerance()));
    gates.put(List.of("PodLevelResources", "BETA"), one(settings.podLevelResources()));
    if (is137) {
      gates.put(List.of("StaleControllerConsistencyHPA", "BETA"), one(options.readsOwnWrites()));
      gates.put(List.of("HPAGeneration", "BETA"), one(settings.observesGeneration()));
    }
    return gates;
  }

  public static double one(boolean isSo) {
    return isSo ? 1 : 0;
  }
}
