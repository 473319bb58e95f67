package dev.hpa.cli.recommend;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.Topic;
import dev.hpa.cli.manifests.StatusWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what may be recommended. */
@Topic("Search")
final class ScopeFlags {
  private static final String SEARCH = "search";
  private static final String KEEP_THRESHOLD = "keep-threshold";

  @Option(
      names = "--min-replicas",
      paramLabel = "N",
      description =
          "Lowest minReplicas to recommend (default: 2, or that of the HPA if it is less).")
  private @Nullable Integer minReplicas;

  @Option(
      names = "--max-replicas",
      paramLabel = "N",
      description = "Highest maxReplicas to recommend (default: twice that of the HPA).")
  private @Nullable Integer maxReplicas;

  @Option(names = "--lower-max")
  private boolean lowerMax;

  @Option(
      names = "--only",
      paramLabel = "PROPERTY,...",
      split = ",",
      hideParamSyntax = true,
      completionCandidates = Property.Names.class,
      description =
          "Change only these properties: ${COMPLETION-CANDIDATES}; behavior is windows, policies and"
              + " tolerance.")
  private List<String> only = new ArrayList<>();

  @Option(names = "--keep", split = ",")
  private List<String> keep = new ArrayList<>();

  @Option(
      names = "--options",
      description =
          "Recommend options under hpa.dev/ too, which kube-controller-manager ignores; the default"
              + " for live HPAs whose status hpa-controller wrote last.")
  private boolean options;

  @Option(
      names = "--requests",
      arity = "0..1",
      fallbackValue = SEARCH,
      paramLabel = KEEP_THRESHOLD,
      description =
          "Search the CPU request of the pods too, for the fewest core-hours; with"
              + " =keep-threshold, as with --keep=target, targets in percent follow it.")
  private @Nullable String requests;

  /**
   * Checks what does not depend on an autoscaler.
   *
   * @throws UsageException if an option is invalid
   */
  void check() {
    requirePositive("--min-replicas", minReplicas);
    requirePositive("--max-replicas", maxReplicas);
    if (!only.isEmpty() && !keep.isEmpty()) {
      throw new UsageException("--keep: cannot be used with --only; remove one of them");
    }
    if (requests != null && !requests.equals(SEARCH) && !requests.equals(KEEP_THRESHOLD)) {
      throw new UsageException(
          "--requests: \"%s\" is not keep-threshold; write NAME before it, or --requests=search"
              .formatted(requests));
    }
    if (properties(true).isEmpty()) {
      throw new UsageException("--keep: no property is left to change; keep fewer");
    }
  }

  private static void requirePositive(String option, @Nullable Integer value) {
    if (value != null && value < 1) {
      throw new UsageException(option + ": \"" + value + "\" is less than 1; give 1 or more");
    }
  }

  /**
   * @param hasOptions whether options have an effect
   */
  private Set<Property> properties(boolean hasOptions) {
    Set<Property> properties =
        only.isEmpty() ? EnumSet.allOf(Property.class) : Property.parse("--only", only);
    if (only.isEmpty() && !hasOptions) {
      properties.remove(Property.OPTIONS);
    }
    if (requests != null) {
      properties.add(Property.REQUESTS);
    } else if (only.isEmpty()) {
      properties.remove(Property.REQUESTS);
    }
    if (KEEP_THRESHOLD.equals(requests)) {
      properties.remove(Property.TARGET);
    }
    properties.removeAll(Property.parse("--keep", keep));
    return properties;
  }

  /**
   * The scope for an autoscaler.
   *
   * @param resolution the time between two samples of its load
   * @throws UsageException if no replicas are left
   */
  SearchScope scope(HorizontalPodAutoscaler hpa, Duration resolution) {
    HpaSpec spec = hpa.spec();
    int min = spec.minReplicasOrDefault();
    SearchScope scope =
        new SearchScope(
            minReplicas == null ? Math.clamp(min, 1, 2) : minReplicas,
            maxReplicas == null
                ? (int) Math.min(2L * spec.maxReplicas(), Integer.MAX_VALUE)
                : maxReplicas,
            lowerMax || (maxReplicas != null && maxReplicas < spec.maxReplicas()),
            properties(options || StatusWriter.isOwn(hpa)),
            resolution);
    if (scope.lowestMin() > scope.highestMax()) {
      throw new UsageException(
          "--min-replicas: \"%d\" is more than %d, the most replicas; give less"
              .formatted(scope.lowestMin(), scope.highestMax()));
    }
    return scope;
  }
}
