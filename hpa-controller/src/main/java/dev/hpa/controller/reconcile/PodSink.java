package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;

/** Puts watched pods into the index; a change of a pod makes no autoscaler due. */
final class PodSink implements Reflector.Sink<CachedPod> {

  private final PodIndex pods;
  private final InitialPods initial;

  @Inject
  PodSink(PodIndex pods, InitialPods initial) {
    this.pods = pods;
    this.initial = initial;
  }

  @Override
  public void page(List<CachedPod> some, List<UnreadableObject> unreadable, List<String> complete) {
    some.forEach(pods::put);
    unreadable.forEach(pods::unreadable);
    initial.add(complete);
  }

  @Override
  public Map<NamespacedName, RuntimeException> replace(
      List<CachedPod> all, List<UnreadableObject> unreadable) {
    pods.replace(all, unreadable);
    initial.end();
    return Map.of();
  }

  @Override
  public void put(CachedPod pod) {
    pods.put(pod);
  }

  @Override
  public void remove(CachedPod pod) {
    pods.remove(pod.key());
  }

  @Override
  public void unreadable(UnreadableObject object) {
    pods.unreadable(object);
  }

  @Override
  public void drop(NamespaceScope namespaces) {
    pods.drop(namespaces);
  }

  @Override
  public void removeUnreadable(UnreadableObject object) {
    pods.remove(object.key());
  }
}
