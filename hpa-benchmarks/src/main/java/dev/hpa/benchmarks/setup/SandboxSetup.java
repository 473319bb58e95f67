package dev.hpa.benchmarks.setup;

import dev.hpa.api.KubernetesVersion;
import org.jspecify.annotations.Nullable;

/**
 * What the process of a sandbox starts with.
 *
 * @param version the release of the API server
 * @param replicas number of users {@code replica-1} and so on, each with its own kubeconfig
 * @param auditFile where the audit log is written; null for nowhere
 */
public record SandboxSetup(
    Population population, KubernetesVersion version, int replicas, @Nullable String auditFile) {

  /** A sandbox for one controller. */
  public static SandboxSetup of(Population population, KubernetesVersion version) {
    return new SandboxSetup(population, version, 0, null);
  }

  /** The name of the user of a replica. */
  public static String user(int number) {
    return "replica-" + number;
  }
}
