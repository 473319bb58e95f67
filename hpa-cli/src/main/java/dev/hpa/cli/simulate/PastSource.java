package dev.hpa.cli.simulate;

import dev.hpa.kube.client.ClusterConnection;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where past loads are queried.
 *
 * @param isInCluster whether a server of a cluster is named, which is read through its API server
 * @param range connects, for live HPAs and a server of a cluster with the connection to that; empty
 *     if loads are not queried, or by a query that is given
 */
public record PastSource(
    boolean isInCluster, Function<Optional<ClusterConnection>, Optional<PrometheusRange>> range) {

  /** Nothing is queried. */
  public static final PastSource NONE = new PastSource(false, any -> Optional.empty());
}
