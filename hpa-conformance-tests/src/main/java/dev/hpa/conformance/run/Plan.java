package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.environment.CommandTemplate;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What to run.
 *
 * @param command starts the implementation
 * @param kubeconfig of the cluster; null for the embedded one
 * @param absent capabilities the implementation is said not to have
 * @param parallel how many cases run at the same time, at least 1
 * @param folder an empty one for all files
 */
public record Plan(
    CommandTemplate command,
    @Nullable Path kubeconfig,
    Settings settings,
    Set<Capability> absent,
    Selection selection,
    int parallel,
    Path folder) {

  public Plan {
    absent = Set.copyOf(absent);
  }
}
