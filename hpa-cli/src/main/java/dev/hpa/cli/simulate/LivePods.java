package dev.hpa.cli.simulate;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodDecoder;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.core.Pod;
import dev.hpa.core.UpstreamDifferences;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.StoredObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The pods of a cluster as input of decisions, always up to date. Used by one thread. */
final class LivePods {

  private final PodIndex index = new PodIndex();
  private final PodDecoder decoder;
  private final NavigableSet<String> ready = new TreeSet<>();
  private final Runnable beforeChange;

  /**
   * Tracks the pods of a cluster without pods.
   *
   * @param utilizationBase base of utilization percentages
   * @param beforeChange called before the numbers of pods change
   */
  LivePods(
      Cluster cluster, UpstreamDifferences.UtilizationBase utilizationBase, Runnable beforeChange) {
    this.decoder = new PodDecoder(utilizationBase);
    this.beforeChange = beforeChange;
    cluster.objects(ResourceTypes.PODS).onChange(this::apply);
  }

  PodIndex index() {
    return index;
  }

  /** The names of the ready pods. */
  NavigableSet<String> ready() {
    return ready;
  }

  /** The number of pods, including starting and terminating ones. */
  int size() {
    return index.size();
  }

  private void apply(Change change) {
    beforeChange.run();
    StoredObject after = change.after();
    if (after == null) {
      index.remove(new NamespacedName(change.last().namespace(), change.last().name()));
      ready.remove(change.last().name());
    } else {
      put(decode(after));
    }
  }

  private void put(CachedPod pod) {
    index.put(pod);
    if (isServing(pod.pod())) {
      ready.add(pod.pod().name());
    } else {
      ready.remove(pod.pod().name());
    }
  }

  private static boolean isServing(Pod pod) {
    Pod.Readiness readiness = pod.ready();
    return pod.phase() == Pod.Phase.RUNNING
        && !pod.deleted()
        && readiness != null
        && readiness.status() == Pod.Readiness.Status.TRUE;
  }

  private CachedPod decode(StoredObject pod) {
    try (JsonParser in = Json.mapper().createParser(pod.json())) {
      in.nextToken();
      return decoder.read(in);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
