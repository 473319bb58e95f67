package dev.hpa.conformance.environment;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An existing cluster.
 *
 * @param kubeconfig an admin kubeconfig; null in a pod of the cluster, whose service account is
 *     used
 * @param metricsAddress where the API server reaches the metrics APIs of the suite; null for the
 *     same machine, or in a pod for the pod's address
 * @param replacesMetricsApis whether existing APIServices of the metrics APIs may be replaced
 */
public record ClusterAccess(
    @Nullable Path kubeconfig,
    @Nullable MetricsAddress metricsAddress,
    boolean replacesMetricsApis) {

  ClusterApi api() throws TestClusterException {
    return kubeconfig == null ? ClusterApi.inCluster() : ClusterApi.of(kubeconfig);
  }

  /**
   * Returns the configured address, or the default one.
   *
   * @throws TestClusterException if the pod has no address
   */
  MetricsAddress address() throws TestClusterException {
    if (metricsAddress != null) {
      return metricsAddress;
    }
    return kubeconfig == null
        ? new MetricsAddress(LocalAddress.ofThisPod(), 0)
        : MetricsAddress.LOCAL;
  }

  /** The options that name this cluster on the command line. */
  String options() {
    return kubeconfig == null ? "--in-cluster" : "--kubeconfig " + kubeconfig;
  }
}
