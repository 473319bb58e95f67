package dev.hpa.cli;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.cli.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import picocli.CommandLine.Option;

/** The Kubernetes version that a command reproduces. */
public final class KubernetesVersionOption {

  @Option(
      names = "--kubernetes-version",
      paramLabel = "VERSION",
      completionCandidates = Releases.class,
      description =
          "Kubernetes version whose behavior and feature gate defaults apply:"
              + " ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). "
              + KubernetesVersion.PREVIEWS)
  private String version = KubernetesVersion.DEFAULT.toString();

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

  /** The names of all releases. */
  static class Releases extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Releases() {
      super(Arrays.stream(KubernetesVersion.values()).map(KubernetesVersion::toString).toList());
    }
  }
}
