package dev.hpa.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.KubeconfigValidation;
import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlJson;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The generic flags of kube-controller-manager. */
final class GenericFlags extends FlagGroup {

  private static final String AUTO = "auto";
  private static final Set<String> MIGRATION_VERSIONS =
      Set.of(
          "controllermanager.config.k8s.io/v1",
          "controllermanager.config.k8s.io/v1beta1",
          "controllermanager.config.k8s.io/v1alpha1");

  private final Flag<String> kubeconfig =
      text(
          "kubeconfig",
          "FILE",
          "Kubeconfig of the cluster (default: the in-cluster configuration of the pod).");

  private final Flag<String> master =
      text("master", "URL", "Address of the API server; overrides the kubeconfig.");

  private final Flag<String> config =
      text(
          "config",
          "FILE",
          "YAML file with flags: keys are flag names without dashes, such as"
              + " leader-elect: false; flags with several values take lists or maps. The"
              + " sections of --provider-config are allowed too. Flags on the command line take"
              + " precedence.");

  @SuppressWarnings("unused") // Its value is read by name, before those of the others are set.
  private final Flag<Preset> preset =
      flag(
          "preset",
          "NAME",
          Preset::named,
          "small",
          "Settings for a size of cluster: small, the defaults, for up to 200 HPAs;"
              + " large, for thousands, sets --kube-api-qps=2000, --kube-api-burst=4000,"
              + " --concurrent-horizontal-pod-autoscaler-syncs=50 and --stagger-namespaces. Other"
              + " flags take precedence. On the command line it also selects the JVM options of"
              + " that size (default: ${DEFAULT-VALUE}).");

  private final Flag<List<String>> controllers =
      flag(
          "controllers",
          "NAME,...",
          FlagTypes.CSV,
          "*",
          "Controllers to enable: * enables all, foo enables foo, -foo disables foo. Names"
              + " take precedence over *; of several entries for one controller the first"
              + " applies. This controller is horizontal-pod-autoscaler-controller;"
              + " if it is disabled, nothing is scaled (default: ${DEFAULT-VALUE}).");

  private final Flag<Boolean> serviceAccountCredentials =
      bool(
          "use-service-account-credentials",
          false,
          "Act as the service account kube-system/horizontal-pod-autoscaler; its tokens"
              + " are requested with the credentials of the kubeconfig.");

  private final Flag<Duration> shutdownTimeout =
      duration(
          "controller-shutdown-timeout",
          "10s",
          "Maximum time that shutdown waits for writes in progress (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<Boolean> profiling =
      bool(
          "profiling",
          true,
          "Serve /debug/flags/v; the Go profiles of /debug/pprof do not exist (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<List<String>> emulatedVersion =
      csv(
          "emulated-version",
          "VERSION",
          ("Kubernetes version whose behavior and feature gate defaults apply: %1$s to %2$s,"
                  + " optionally as kube=%2$s; or auto, the version of the API server as far as it"
                  + " is known, read once at the start. Versions before %3$s have the behavior of"
                  + " %3$s. %4$s (default: auto).")
              .formatted(
                  EffectiveVersion.FLOOR,
                  KubernetesVersion.NEWEST,
                  KubernetesVersion.OLDEST,
                  KubernetesVersion.PREVIEWS));

  private final Flag<List<String>> minCompatibilityVersion =
      csv(
          "min-compatibility-version",
          "VERSION",
          "Validated, without effect: this controller depends on the API server only"
              + " (default: the release before the emulated one).");

  private final Flag<Boolean> leaderMigration =
      bool(
          "enable-leader-migration",
          false,
          "Validate --leader-migration-config; leader migration has no effect on this"
              + " controller.");

  private final Flag<String> migrationConfig =
      text(
          "leader-migration-config",
          "FILE",
          "LeaderMigrationConfiguration file; validated, without effect.");

  /** Whether the emulated release is that of the API server. */
  boolean followsServer() {
    List<String> given = emulatedVersion.get();
    return given.isEmpty() || given.equals(List.of(AUTO));
  }

  /**
   * The emulated release.
   *
   * @param server the release to emulate beside the server, for {@code auto}; null if it is unknown
   */
  EffectiveVersion version(@Nullable KubernetesVersion server) {
    List<String> emulated = emulatedVersion.get();
    if (followsServer()) {
      emulated = server == null ? List.of() : List.of(server.toString());
    }
    return EffectiveVersion.of(emulated, minCompatibilityVersion.get());
  }

  /** Adds the values that are invalid. */
  void check(Problems problems) {
    KnownControllers.check(controllers.get(), problems);
  }

  /** Rejects an unusable kubeconfig, without a connection. */
  void requireCluster() {
    try {
      KubeconfigValidation.requireUsable(kubeconfig.get(), master.get());
    } catch (KubeconfigException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
  }

  /** Rejects an invalid leader migration configuration. */
  void requireMigrationConfig() {
    if (!leaderMigration.get() || migrationConfig.get().isEmpty()) {
      return;
    }
    JsonNode read;
    try {
      read = Json.tree(YamlJson.first(FlagFiles.read(migrationConfig.get())).text());
    } catch (YamlFormatException malformed) {
      throw new UsageException(malformed.in(migrationConfig.get()), malformed);
    } catch (IOException failure) {
      throw new UsageException(
          "unable to read leader migration configuration from \"%s\": %s"
              .formatted(migrationConfig.get(), failure.getMessage()),
          failure);
    }
    String version = read.path("apiVersion").asText("");
    String kind = read.path("kind").asText("");
    if (!kind.equals("LeaderMigrationConfiguration") || !MIGRATION_VERSIONS.contains(version)) {
      throw new UsageException(
          "no kind \"" + kind + "\" is registered for version \"" + version + "\"");
    }
  }

  boolean enabled() {
    return KnownControllers.enablesOurs(controllers.get());
  }

  @Nullable Path kubeconfig() {
    return FlagFiles.path(kubeconfig.get());
  }

  /** The address with its scheme; null to use the address in the kubeconfig. */
  @Nullable String master() {
    if (master.get().isEmpty() || master.get().contains("://")) {
      return master.get().isEmpty() ? null : master.get();
    }
    return (kubeconfig.get().isEmpty() ? "http://" : "https://") + master.get();
  }

  @Nullable Path config() {
    return FlagFiles.path(config.get());
  }

  boolean serviceAccountCredentials() {
    return serviceAccountCredentials.get();
  }

  boolean profiling() {
    return profiling.get();
  }

  Duration shutdownTimeout() {
    return shutdownTimeout.get();
  }
}
