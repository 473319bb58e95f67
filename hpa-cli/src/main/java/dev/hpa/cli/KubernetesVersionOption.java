package dev.hpa.cli;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.cli.UsageException;
import picocli.CommandLine.Option;

/** The Kubernetes version that a command reproduces. */
public final class KubernetesVersionOption {

  @Option(
      names = "--kubernetes-version",
      paramLabel = "VERSION",
      defaultValue = "1.36",
      description =
          "Kubernetes version whose behavior and feature gate defaults apply: 1.36 or 1.37"
              + " (default: ${DEFAULT-VALUE}).")
  private String version = KubernetesVersion.RECORDED.toString();

  /**
   * The version.
   *
   * @throws UsageException if it is not supported
   */
  public KubernetesVersion version() {
    return parse(version);
  }

  static KubernetesVersion parse(String version) {
    try {
      return KubernetesVersion.parse(version);
    } catch (IllegalArgumentException problem) {
      throw new UsageException("--kubernetes-version: " + problem.getMessage(), problem);
    }
  }
}
