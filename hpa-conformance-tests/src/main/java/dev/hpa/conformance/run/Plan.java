package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.environment.ClusterAccess;
import dev.hpa.conformance.environment.CommandTemplate;
import dev.hpa.conformance.rules.RuleSet;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a run.
 *
 * @param command the command that starts the implementation
 * @param cluster the existing cluster; null for the embedded sandbox
 * @param rules the rules, and the Kubernetes version of the embedded sandbox
 * @param absent capabilities that are declared unsupported
 * @param parallel the maximum number of concurrent cases, at least 1
 * @param folder an empty folder for kubeconfigs and logs
 */
public record Plan(
    CommandTemplate command,
    @Nullable ClusterAccess cluster,
    Settings settings,
    RuleSet rules,
    Set<Capability> absent,
    Selection selection,
    int parallel,
    Path folder) {

  public Plan {
    absent = Set.copyOf(absent);
  }
}
