package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.Owners;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.Ownership;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.Selection;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The pods of the watch. */
public final class CachedPods implements PodSource {

  /** What a sync holds of a pod at most, with the UIDs of those that own it, in bytes. */
  private static final int BYTES_OF_POD = 64;

  /** What a sync holds of an autoscaler that selects the same pods while it waits, in bytes. */
  private static final int BYTES_OF_OVERLAP = 64;

  private final PodIndex pods;
  private final SelectorRegistry selectors;
  private final Owners owners;

  @Inject
  public CachedPods(PodIndex pods, SelectorRegistry selectors, Owners owners) {
    this.pods = pods;
    this.selectors = selectors;
    this.owners = owners;
  }

  @Override
  public Selected select(
      NamespacedName autoscaler, Selector selector, Choice choice, SyncMemory memory) {
    boolean isKnown =
        selectors.update(
            autoscaler,
            choice.overlaps() ? selector : Selector.nothing(),
            choice.byOwner() ? choice.target() : null);
    String namespace = autoscaler.namespace();
    List<CachedPod> found = pods.select(namespace, selector);
    memory.take((long) BYTES_OF_POD * found.size());
    Ownership ownership;
    if (choice.byOwner()) {
      OwnerFilter.Result result = owned(namespace, found, choice.target());
      ownership = result.ownership().naming(others(found, result.owned()));
      found = kept(found, result);
    } else {
      ownership = byLabels(found, choice.target());
    }
    List<SelectorRegistry.Match> overlaps = selectors.matchingAutoscalers(namespace, found);
    memory.take((long) BYTES_OF_OVERLAP * overlaps.size());
    List<Pod> selected = new ArrayList<>(found.size());
    for (CachedPod each : found) {
      selected.add(each.pod());
    }
    return new Selected(
        new Selection(
            Collections.unmodifiableList(selected),
            matchingAutoscalers(autoscaler, found, overlaps),
            ownership),
        pods.selectUnreadable(namespace, selector),
        !isKnown);
  }

  /** Autoscalers that count by owner overlap only if one of the pods belongs to their target. */
  private List<String> matchingAutoscalers(
      NamespacedName autoscaler, List<CachedPod> found, List<SelectorRegistry.Match> overlaps) {
    OwnerFilter.Ancestors ancestors = null;
    List<NamespacedName> overlapping = new ArrayList<>();
    for (SelectorRegistry.Match each : overlaps) {
      OwnerFilter.Owner target = each.target();
      if (target != null && !each.autoscaler().equals(autoscaler)) {
        if (ancestors == null) {
          ancestors =
              new OwnerFilter.Ancestors(
                  controllers(found), owner -> owners.find(autoscaler.namespace(), owner));
        }
        if (!ancestors.mayInclude(target)) {
          continue;
        }
      }
      overlapping.add(each.autoscaler());
    }
    // Names are made at the end, as they are long and the owners may take minutes.
    return overlapping.stream().map(NamespacedName::toString).toList();
  }

  private OwnerFilter.Result owned(
      String namespace, List<CachedPod> found, OwnerFilter.Owner target) {
    return OwnerFilter.filter(controllers(found), target, owner -> owners.find(namespace, owner));
  }

  private static List<OwnerFilter.@Nullable Owner> controllers(List<CachedPod> pods) {
    List<OwnerFilter.@Nullable Owner> controllers = new ArrayList<>(pods.size());
    pods.forEach(pod -> controllers.add(pod.controller()));
    return controllers;
  }

  /** All pods, with the names of those that certainly belong to another owner. */
  private static Ownership byLabels(List<CachedPod> found, OwnerFilter.Owner target) {
    OwnerFilter.Owner last = null;
    boolean isOther = false;
    List<CachedPod> others = new ArrayList<>();
    for (CachedPod each : found) {
      if (!Objects.equals(each.controller(), last)) {
        last = each.controller();
        isOther = OwnerFilter.isOfAnother(target, last);
      }
      if (isOther) {
        others.add(each);
      }
    }
    return others.isEmpty()
        ? Ownership.BY_LABELS
        : new Ownership(false, found.size(), found.size() - others.size(), "")
            .naming(others(others, Collections.nCopies(others.size(), false)));
  }

  /** The first pods that the target does not own, with their owners. */
  private static List<String> others(List<CachedPod> found, List<Boolean> owned) {
    List<String> others = new ArrayList<>();
    for (int i = 0; i < found.size() && others.size() < Ownership.MAX_NAMED; i++) {
      if (!owned.get(i)) {
        OwnerFilter.Owner owner = found.get(i).controller();
        others.add(
            found.get(i).pod().name()
                + (owner == null ? " (no owner)" : " (" + owner.kind() + " " + owner.name() + ")"));
      }
    }
    return others;
  }

  private static List<CachedPod> kept(List<CachedPod> found, OwnerFilter.Result result) {
    List<CachedPod> kept = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      if (result.owned().get(i)) {
        kept.add(found.get(i));
      }
    }
    return kept;
  }
}
