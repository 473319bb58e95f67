package dev.hpa.controller.cache;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.core.Rollout;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.TargetScale;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The scales of one kind of workload, from a watch that starts on first use.
 *
 * <p>A returned scale is never older than one that the API server has returned before: the revision
 * of each direct read or write is kept until the watch delivers it. Thread-safe.
 */
final class WorkloadInformer implements AutoCloseable {

  private final String group;
  private final String kind;
  private final String resource;
  private final Reflector<ScalableWorkload> reflector;
  private final Map<NamespacedName, ScalableWorkload> workloads = new ConcurrentHashMap<>();
  private final AwaitedRevisions awaited = new AwaitedRevisions();

  private WorkloadInformer(
      ClusterConnection connection,
      NamespaceScope scope,
      String group,
      String version,
      String kind,
      Function<JsonNode, LabelSelector> selectorForm) {
    this.group = group;
    this.kind = kind;
    this.resource = kind.toLowerCase(Locale.ROOT) + "s";
    String base = (group.isEmpty() ? "/api/" : "/apis/" + group + "/") + version;
    this.reflector =
        new Reflector<>(
            connection,
            ListRequest.of(
                ApiRequest.pathOf(base, "", resource), new ApiRequest.Subject(resource, group, "")),
            new ScalableDecoder(kind, selectorForm),
            new Sink(),
            scope);
  }

  /** A kind of the group {@code apps}. */
  static WorkloadInformer app(ClusterConnection connection, NamespaceScope scope, String kind) {
    return new WorkloadInformer(connection, scope, "apps", "v1", kind, ScalableDecoder::structured);
  }

  static WorkloadInformer replicationControllers(
      ClusterConnection connection, NamespaceScope scope) {
    return new WorkloadInformer(
        connection, scope, "", "v1", "ReplicationController", ScalableDecoder::equalLabels);
  }

  /** Whether a reference means this kind; it is written as in manifests or all in lower case. */
  boolean isMeantBy(String referredGroup, String referredKind) {
    return group.equals(referredGroup)
        && (kind.equals(referredKind) || kind.toLowerCase(Locale.ROOT).equals(referredKind));
  }

  boolean has(TargetScale target) {
    return group.equals(target.group()) && resource.equals(target.resource());
  }

  /** The scale of a workload; null if the cache has none or a stale one. */
  @Nullable TargetScale scale(String namespace, String name) {
    reflector.start();
    if (!reflector.isInStep()) {
      return null;
    }
    NamespacedName object = new NamespacedName(namespace, name);
    ScalableWorkload workload = workloads.get(object);
    Scale scale = workload == null ? null : workload.scale();
    if (workload == null || scale == null || !awaited.isReached(object, scale.resourceVersion())) {
      return null;
    }
    return new TargetScale(namespace, name, group, resource, workload.metadata(), scale);
  }

  /**
   * The rollout of a workload as last known; null if the cache does not have the workload. The
   * scale alone does not show most rollouts, so that one would seem to end whenever the watch is
   * renewed.
   */
  @Nullable Rollout rollout(NamespacedName object) {
    reflector.start();
    ScalableWorkload workload = workloads.get(object);
    return workload == null ? null : Rollout.of(workload.progress());
  }

  /** The API server has returned this scale. */
  void returned(TargetScale target) {
    awaited.expect(name(target), target.scale().resourceVersion());
  }

  /** A write may or may not have changed the workload. */
  void expectUnknown(TargetScale target) {
    awaited.expectUnknown(name(target));
  }

  private static NamespacedName name(TargetScale target) {
    return new NamespacedName(target.namespace(), target.name());
  }

  /** The watch, open or not. */
  Reflector<?> watch() {
    return reflector;
  }

  @Override
  public void close() {
    reflector.close();
  }

  /** Keeps the workloads in step with the watch. */
  private final class Sink implements Reflector.Sink<ScalableWorkload> {

    @Override
    public Map<NamespacedName, RuntimeException> replace(
        List<ScalableWorkload> all, List<UnreadableObject> unreadable) {
      Set<NamespacedName> listed = all.stream().map(Sink::name).collect(Collectors.toSet());
      workloads.keySet().retainAll(listed);
      awaited.retain(listed);
      all.forEach(this::put);
      return Map.of();
    }

    @Override
    public void put(ScalableWorkload workload) {
      workloads.put(name(workload), workload);
    }

    @Override
    public void remove(ScalableWorkload workload) {
      workloads.remove(name(workload));
      awaited.forget(name(workload));
    }

    /** The server is asked for its scale, as for that of a workload that is not known. */
    @Override
    public void unreadable(UnreadableObject object) {
      workloads.remove(object.key());
    }

    @Override
    public void removeUnreadable(UnreadableObject object) {
      NamespacedName name = object.key();
      workloads.remove(name);
      awaited.forget(name);
    }

    @Override
    public void drop(NamespaceScope namespaces) {
      for (NamespacedName key : List.copyOf(workloads.keySet())) {
        if (namespaces.contains(key.namespace())) {
          workloads.remove(key);
          awaited.forget(key);
        }
      }
    }

    private static NamespacedName name(ScalableWorkload workload) {
      return NamespacedName.of(workload.metadata());
    }
  }
}
