package dev.hpa.cli;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.cli.commands.Topic;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.discovery.ServerRelease;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The Kubernetes version that a command reproduces beside a live cluster. */
@Topic("HPAs")
public final class ServerVersionOption {

  private static final String AUTO = "auto";

  /** As kube-controller-manager accepts versions. */
  private static final String COMPONENT = "kube=";

  @Option(
      names = {"--kubernetes-version", "--emulated-version"},
      paramLabel = "VERSION",
      completionCandidates = ReleasesOrAuto.class,
      description =
          "Kubernetes version whose behavior and feature gate defaults apply:"
              + " ${COMPLETION-CANDIDATES}. auto is the version of the API server, or"
              + " the default version of the other commands without a cluster"
              + " (default: ${DEFAULT-VALUE}). "
              + KubernetesVersion.PREVIEWS)
  private String version = AUTO;

  /**
   * The version beside an API server: the given one, or that of the server as far as it is known.
   *
   * @throws KubernetesApiException if the server does not answer
   * @throws dev.hpa.app.cli.UsageException if the given version is not supported
   */
  public KubernetesVersion of(KubernetesApi api) throws KubernetesApiException {
    KubernetesVersion given = given();
    return given == null ? ServerRelease.read(api).emulated() : given;
  }

  /**
   * The settings beside an API server, with the feature gates of its release where it is older than
   * all that are emulated: what it drops has no effect.
   *
   * @throws KubernetesApiException if the server does not answer
   * @throws dev.hpa.app.cli.UsageException if the given version is not supported
   */
  public Settings settings(DecisionFlags flags, KubernetesApi api) throws KubernetesApiException {
    KubernetesVersion given = given();
    if (given != null) {
      return flags.settings(given);
    }
    ServerRelease server = ServerRelease.read(api);
    return flags.settings(server.emulated(), server.release());
  }

  /**
   * The given version; null for that of the API server.
   *
   * @throws dev.hpa.app.cli.UsageException if the given version is not supported
   */
  public @Nullable KubernetesVersion given() {
    String release =
        version.startsWith(COMPONENT) ? version.substring(COMPONENT.length()) : version;
    return release.equals(AUTO) ? null : KubernetesVersionOption.parse(release);
  }

  /**
   * The version without a cluster: the given one, or the default release.
   *
   * @throws dev.hpa.app.cli.UsageException if the given version is not supported
   */
  public KubernetesVersion withoutServer() {
    KubernetesVersion given = given();
    return given == null ? KubernetesVersion.DEFAULT : given;
  }

  /** The names of all releases, and {@code auto}. */
  static final class ReleasesOrAuto extends KubernetesVersionOption.Releases {
    private static final long serialVersionUID = 1;

    ReleasesOrAuto() {
      add(AUTO);
    }
  }
}
