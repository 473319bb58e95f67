package dev.hpa.sandbox.metrics;

import java.util.Set;

/**
 * Which metrics APIs the cluster has. One that is absent is missing from discovery, and calls to it
 * are answered as if nobody had ever installed it. Thread-safe.
 */
public final class MetricsApis {

  private volatile Set<MetricsApi> served;

  public MetricsApis(Set<MetricsApi> served) {
    this.served = Set.copyOf(served);
  }

  public Set<MetricsApi> served() {
    return served;
  }

  public boolean serves(MetricsApi api) {
    return served.contains(api);
  }

  /** From now on there are these and no others. */
  public void serve(Set<MetricsApi> apis) {
    served = Set.copyOf(apis);
  }
}
