package dev.hpa.app.cli;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.KubeconfigValidation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The generic flags of kube-controller-manager. */
final class GenericFlags {

  private static final Set<String> MIGRATION_VERSIONS =
      Set.of(
          "controllermanager.config.k8s.io/v1",
          "controllermanager.config.k8s.io/v1beta1",
          "controllermanager.config.k8s.io/v1alpha1");

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Kubeconfig of the cluster (default: the in-cluster configuration of the pod).")
  private String kubeconfig = "";

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Address of the API server; overrides the kubeconfig.")
  private String master = "";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "YAML file with flags: keys are flag names without dashes, such as"
              + " leader-elect: false; flags with several values take lists or maps. The"
              + " sections of --provider-config are allowed too. Flags on the command line take"
              + " precedence.")
  private String config = "";

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      converter = Preset.Converter.class,
      defaultValue = "small",
      description =
          "Settings for a size of cluster: small, the defaults, for up to some hundred autoscalers;"
              + " large, for thousands, sets --kube-api-qps=2000, --kube-api-burst=4000,"
              + " --concurrent-horizontal-pod-autoscaler-syncs=50 and --stagger-namespaces. Other"
              + " flags take precedence. On the command line it also selects the JVM options of"
              + " that size (default: ${DEFAULT-VALUE}).")
  @SuppressWarnings("UnusedVariable") // RunArguments and the launchers read it.
  private Preset preset = Preset.SMALL;

  @Option(
      names = "--controllers",
      paramLabel = "NAME,...",
      converter = Csv.Converter.class,
      defaultValue = "*",
      description =
          "Controllers to enable: * enables all, foo enables foo, -foo disables foo. Names"
              + " take precedence over *; of several entries for one controller the first"
              + " applies. This controller is horizontal-pod-autoscaler-controller;"
              + " if it is disabled, nothing is scaled (default: ${DEFAULT-VALUE}).")
  private List<Csv> controllers = new ArrayList<>();

  @Option(
      names = "--use-service-account-credentials",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description =
          "Act as the service account kube-system/horizontal-pod-autoscaler; its tokens"
              + " are requested with the credentials of the kubeconfig.")
  private boolean serviceAccountCredentials;

  @Option(
      names = "--controller-shutdown-timeout",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "10s",
      description =
          "Maximum time that shutdown waits for writes in progress (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration shutdownTimeout = Duration.ofSeconds(10);

  @Option(
      names = "--profiling",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "true",
      converter = GoNumbers.Bool.class,
      description =
          "Serve /debug/flags/v; the Go profiles of /debug/pprof do not exist (default:"
              + " ${DEFAULT-VALUE}).")
  private boolean profiling;

  @Option(
      names = "--emulated-version",
      paramLabel = "VERSION",
      converter = Csv.Converter.class,
      description =
          "Kubernetes version whose feature gate defaults apply: 1.33 to 1.36, optionally"
              + " as kube=1.35 (default: 1.36).")
  private List<Csv> emulatedVersion = new ArrayList<>();

  @Option(
      names = "--min-compatibility-version",
      paramLabel = "VERSION",
      converter = Csv.Converter.class,
      description =
          "Validated, without effect: this controller depends on the API server only"
              + " (default: the release before the emulated one).")
  private List<Csv> minCompatibilityVersion = new ArrayList<>();

  @Option(
      names = "--enable-leader-migration",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description =
          "Validate --leader-migration-config; leader migration has no effect on this"
              + " controller.")
  private boolean leaderMigration;

  @Option(
      names = "--leader-migration-config",
      paramLabel = "FILE",
      description = "LeaderMigrationConfiguration file; validated, without effect.")
  private String migrationConfig = "";

  /** The emulated release. */
  EffectiveVersion version() {
    return EffectiveVersion.of(Csv.items(emulatedVersion), Csv.items(minCompatibilityVersion));
  }

  /** Adds the values that are invalid. */
  void check(Problems problems) {
    KnownControllers.check(Csv.items(controllers), problems);
  }

  /** Rejects an unusable kubeconfig, without a connection. */
  void requireCluster() {
    try {
      KubeconfigValidation.requireUsable(kubeconfig, master);
    } catch (KubeconfigException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
  }

  /** Rejects an invalid leader migration configuration. */
  void requireMigrationConfig() {
    if (!leaderMigration || migrationConfig.isEmpty()) {
      return;
    }
    JsonNode read;
    try {
      read = new YAMLMapper().readTree(FlagFiles.read(migrationConfig));
    } catch (JacksonException malformed) {
      throw new UsageException(
          migrationConfig + ": is not valid YAML: " + ParserMessage.of(malformed), malformed);
    } catch (IOException failure) {
      throw new UsageException(
          "unable to read leader migration configuration from \"%s\": %s"
              .formatted(migrationConfig, failure.getMessage()),
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
    return KnownControllers.enablesOurs(Csv.items(controllers));
  }

  @Nullable Path kubeconfig() {
    return FlagFiles.path(kubeconfig);
  }

  /** The address with its scheme; null to use the address in the kubeconfig. */
  @Nullable String master() {
    if (master.isEmpty() || master.contains("://")) {
      return master.isEmpty() ? null : master;
    }
    return (kubeconfig.isEmpty() ? "http://" : "https://") + master;
  }

  @Nullable Path config() {
    return FlagFiles.path(config);
  }

  boolean serviceAccountCredentials() {
    return serviceAccountCredentials;
  }

  boolean profiling() {
    return profiling;
  }

  Duration shutdownTimeout() {
    return shutdownTimeout;
  }
}
