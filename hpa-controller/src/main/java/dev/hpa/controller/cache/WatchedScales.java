package dev.hpa.controller.cache;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.core.Rollout;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the scales of Deployments, ReplicaSets, StatefulSets and ReplicationControllers from
 * watches, as their scale subresources would show them. The watch of a kind starts when a target of
 * that kind is first tracked or read.
 *
 * <p>Writes and rereads always go to the server, and so do reads of other kinds, of workloads that
 * are not cached, while the watch is not synced, and while the cached object is stale. Thread-safe.
 */
public final class WatchedScales implements ScaleClient, TargetTracker {

  private final ScaleClient server;
  private final List<WorkloadInformer> kinds;

  /**
   * @param server closed with this client
   * @param connection stays open
   * @param scope the namespaces whose workloads are kept
   */
  public WatchedScales(ScaleClient server, ClusterConnection connection, NamespaceScope scope) {
    this.server = server;
    this.kinds =
        List.of(
            WorkloadInformer.app(connection, scope, "Deployment"),
            WorkloadInformer.app(connection, scope, "ReplicaSet"),
            WorkloadInformer.app(connection, scope, "StatefulSet"),
            WorkloadInformer.replicationControllers(connection, scope));
  }

  /** Starts the watch of a target's kind before the first read; returns at once. */
  @Override
  public void track(CrossVersionObjectReference target) {
    WorkloadInformer kind = kind(target);
    if (kind != null) {
      kind.watch().start();
    }
  }

  @Override
  public void awaitFirstLists() throws InterruptedException {
    for (Reflector<?> watch : watches()) {
      if (watch.isStarted()) {
        watch.awaitFirstList();
      }
    }
  }

  @Override
  public TargetScale read(String namespace, CrossVersionObjectReference target)
      throws ScaleException {
    WorkloadInformer kind = kind(target);
    TargetScale watched = kind == null ? null : kind.scale(namespace, target.name());
    return watched == null ? returned(server.read(namespace, target)) : watched;
  }

  /**
   * The rollout of a target: from the watch of its kind, which starts on first use; of other kinds,
   * and until the watch has delivered the target, from the scale alone.
   */
  public Rollout rollout(CrossVersionObjectReference target, Scale scale) {
    WorkloadInformer kind = kind(target);
    Rollout watched =
        kind == null ? null : kind.rollout(new NamespacedName(scale.namespace(), target.name()));
    return watched == null ? Rollout.of(scale) : watched;
  }

  /** The version of a reference is ignored, as the server's client ignores it. */
  private @Nullable WorkloadInformer kind(CrossVersionObjectReference target) {
    String group;
    try {
      group = ApiGroupVersion.parse(target.apiVersionOrEmpty()).group();
    } catch (IllegalArgumentException noVersion) {
      return null;
    }
    for (WorkloadInformer each : kinds) {
      if (each.isMeantBy(group, target.kind())) {
        return each;
      }
    }
    return null;
  }

  @Override
  public TargetScale reread(TargetScale target) throws ScaleException {
    return returned(server.reread(target));
  }

  @Override
  public TargetScale write(TargetScale target) throws ScaleException {
    try {
      return returned(server.write(target));
    } catch (ScaleException failure) {
      ofKind(target, kind -> kind.expectUnknown(target));
      throw failure;
    }
  }

  private TargetScale returned(TargetScale target) {
    ofKind(target, kind -> kind.returned(target));
    return target;
  }

  private void ofKind(TargetScale target, Consumer<WorkloadInformer> action) {
    kinds.stream().filter(kind -> kind.has(target)).forEach(action);
  }

  /** The watches of all kinds, begun or not. */
  public List<Reflector<?>> watches() {
    return kinds.stream().<Reflector<?>>map(WorkloadInformer::watch).toList();
  }

  @Override
  public void close() {
    kinds.forEach(WorkloadInformer::close);
    server.close();
  }
}
