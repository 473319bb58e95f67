package dev.hpa.sandbox.metrics;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Which metrics APIs the cluster has. One that is absent is missing from discovery, and calls to it
 * are answered as if nobody had ever installed it. Thread-safe.
 */
public final class MetricsApis {

  private final List<Consumer<Set<MetricsApi>>> listeners = new CopyOnWriteArrayList<>();
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
  public synchronized void serve(Set<MetricsApi> apis) {
    served = Set.copyOf(apis);
    listeners.forEach(listener -> listener.accept(served));
  }

  /** Is told which APIs there are, now and whenever that is said anew. */
  public synchronized void follow(Consumer<Set<MetricsApi>> listener) {
    listeners.add(listener);
    listener.accept(served);
  }
}
