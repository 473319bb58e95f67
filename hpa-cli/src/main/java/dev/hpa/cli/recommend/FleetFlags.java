package dev.hpa.cli.recommend;

import dev.hpa.api.NamespacedName;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.Topic;
import dev.hpa.cli.fleet.Fleet;
import dev.hpa.cli.fleet.Subject;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of several HPAs. */
@Topic("Several HPAs")
final class FleetFlags {

  @Option(
      names = "--output-dir",
      paramLabel = "FOLDER",
      description =
          "Write a patch of each HPA with a recommendation, as a component of kustomize, and all"
              + " results.")
  private @Nullable Path folder;

  @Option(
      names = "--resume",
      description =
          "Keep the results in --output-dir of HPAs that have not changed, and analyze the others.")
  private boolean isResumed;

  @Option(
      names = "--example",
      paramLabel = "FOLDER",
      description =
          "Only write an example of 30 HPAs with three days of load: hpas.yaml, and metrics.om for"
              + " promtool tsdb create-blocks-from openmetrics.")
  private @Nullable Path example;

  @Option(
      names = "--team-label",
      paramLabel = "LABEL",
      description =
          "Add up by the values of this label of the workloads, or else of their namespaces, such as"
              + " team.")
  private @Nullable String teamLabel;

  @Option(names = "--grafana")
  private String grafana = "";

  /** The team of an HPA; null if it is not asked for. */
  @Nullable String team(Fleet fleet, Subject subject) {
    return teamLabel == null ? null : fleet.label(subject, teamLabel);
  }

  /** The address of the dashboard of an HPA; empty for none. */
  String link(NamespacedName name) {
    return grafana.replace("{namespace}", name.namespace()).replace("{name}", name.name());
  }

  /** The folder of the example that is to be written; null for none. */
  @Nullable Path example() {
    return example;
  }

  boolean isResumed() {
    return isResumed;
  }

  @Nullable FleetFolder folder() {
    return folder == null ? null : new FleetFolder(folder);
  }

  @Nullable Path path() {
    return folder;
  }

  /**
   * Checks the options of several HPAs.
   *
   * @throws UsageException if an option is invalid
   */
  void check() {
    if (!grafana.isEmpty() && !grafana.matches("https?://[^\\s<>\"|]+")) {
      throw new UsageException(
          "--grafana: \"%s\" is no address; write one such as https://grafana/d/hpa?var-hpa={name}"
              .formatted(grafana));
    }
    if (isResumed && folder == null) {
      throw new UsageException("--resume: has no effect without --output-dir; add it");
    }
  }

  /**
   * Checks that no option of several HPAs is given.
   *
   * @throws UsageException if one is
   */
  void requireUnset() {
    if (teamLabel != null) {
      throw new UsageException("--team-label: is for several HPAs; remove it, or use -A, -n or -l");
    }
    if (folder != null || isResumed) {
      throw new UsageException(
          "--output-dir: is for several HPAs; use --patch for one, or -A, -n or -l for several");
    }
  }
}
