package dev.hpa.sandbox.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The metrics APIs that are served. An API that is not served is missing from discovery, and
 * requests for it fail as if it were not installed. Thread-safe.
 */
public final class ServedMetricsApis {

  private final List<Consumer<Set<MetricsApi>>> listeners = new CopyOnWriteArrayList<>();
  private volatile Set<MetricsApi> served;

  public ServedMetricsApis(Set<MetricsApi> served) {
    this.served = Set.copyOf(served);
  }

  public Set<MetricsApi> served() {
    return served;
  }

  public boolean serves(MetricsApi api) {
    return served.contains(api);
  }

  /** The served versions of {@code metrics.k8s.io}, the preferred one first. */
  public List<String> resourceVersions() {
    Set<MetricsApi> now = served;
    List<String> versions = new ArrayList<>();
    if (now.contains(MetricsApi.RESOURCE_V1)) {
      versions.add("v1");
    }
    if (now.contains(MetricsApi.RESOURCE_V1BETA1)) {
      versions.add("v1beta1");
    }
    return versions;
  }

  /** Replaces the served APIs. */
  public synchronized void serve(Set<MetricsApi> apis) {
    served = Set.copyOf(apis);
    listeners.forEach(listener -> listener.accept(served));
  }

  /** Calls the listener with the served APIs now and after every change. */
  public synchronized void follow(Consumer<Set<MetricsApi>> listener) {
    listeners.add(listener);
    listener.accept(served);
  }
}
