package dev.hpa.app.cli;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.kube.client.KubeconfigValidation;
import dev.hpa.kube.client.KubeconfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of kube-controller-manager that are no single controller's. */
final class GenericFlags {

  private static final Set<String> MIGRATION_VERSIONS =
      Set.of(
          "controllermanager.config.k8s.io/v1",
          "controllermanager.config.k8s.io/v1beta1",
          "controllermanager.config.k8s.io/v1alpha1");

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "How to reach the cluster; without it, as a pod of the cluster does.")
  private String kubeconfig = "";

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Address of the API server, in place of the kubeconfig's.")
  private String master = "";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = {
        "Flags in YAML, by their names without dashes, such as leader-elect: false, with lists and maps"
            + " where a flag takes them, and the sections of --provider-config.",
        "A flag on the command line replaces the file's."
      })
  private String config = "";

  @Option(
      names = "--controllers",
      paramLabel = "NAME,...",
      converter = Csv.Converter.class,
      defaultValue = "*",
      description =
          "Names of controllers, - before one that is off, * for all; the first that fits counts. This"
              + " is horizontal-pod-autoscaler-controller; without it nothing is scaled (default:"
              + " ${DEFAULT-VALUE}).")
  private List<Csv> controllers = new ArrayList<>();

  @Option(
      names = "--use-service-account-credentials",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description =
          "Act as system:serviceaccount:kube-system:horizontal-pod-autoscaler, with tokens asked for"
              + " with the kubeconfig's credentials.")
  private boolean serviceAccountCredentials;

  @Option(
      names = "--controller-shutdown-timeout",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "10s",
      description = "How long the end waits for what is being written (default: ${DEFAULT-VALUE}).")
  private Duration shutdownTimeout = Duration.ofSeconds(10);

  @Option(
      names = "--profiling",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "true",
      converter = GoNumbers.Bool.class,
      description =
          "Serve what helps to find slowness; Go's profiles themselves do not exist here (default:"
              + " ${DEFAULT-VALUE}).")
  private boolean profiling;

  @Option(
      names = "--emulated-version",
      paramLabel = "VERSION",
      converter = Csv.Converter.class,
      description =
          "Behave as an older release as far as defaults of feature gates go: 1.33 to 1.36, also as"
              + " kube=1.35 (default: 1.36).")
  private List<Csv> emulatedVersion = new ArrayList<>();

  @Option(
      names = "--min-compatibility-version",
      paramLabel = "VERSION",
      converter = Csv.Converter.class,
      description =
          "Checked, and without effect: this controller meets no other components than the API"
              + " server (default: the release before the emulated one).")
  private List<Csv> minCompatibilityVersion = new ArrayList<>();

  @Option(
      names = "--enable-leader-migration",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description = "Checks --leader-migration-config; nothing of it concerns this controller.")
  private boolean leaderMigration;

  @Option(
      names = "--leader-migration-config",
      paramLabel = "FILE",
      description = "A LeaderMigrationConfiguration; checked and not used.")
  private String migrationConfig = "";

  /** The release that is emulated. */
  EffectiveVersion version() {
    return EffectiveVersion.of(Csv.items(emulatedVersion), Csv.items(minCompatibilityVersion));
  }

  /** What is wrong at first sight. */
  void check(Problems problems) {
    KnownControllers.check(Csv.items(controllers), problems);
  }

  /** Refuses a cluster that cannot be reached for what is written in files. */
  void requireCluster() {
    try {
      KubeconfigValidation.requireUsable(kubeconfig, master);
    } catch (KubeconfigException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
  }

  /** Refuses a configuration of leader migration that is none. */
  void requireMigrationConfig() {
    if (!leaderMigration || migrationConfig.isEmpty()) {
      return;
    }
    JsonNode read;
    try {
      read = new YAMLMapper().readTree(FlagFiles.read(migrationConfig));
    } catch (JacksonException malformed) {
      throw new UsageException(
          migrationConfig + ": is no YAML: " + ParserMessage.of(malformed), malformed);
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

  /** The address with its scheme, or null for the kubeconfig's. */
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
