package dev.hpa.sandbox.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes a rolling update: moves replicas from the old ReplicaSets to the new one with at most
 * replicas + maxSurge pods and at least replicas - maxUnavailable available pods. Unavailable old
 * pods are removed first. All methods return the ReplicaSets whose size changes, with the new size.
 */
final class RollingUpdate {

  private RollingUpdate() {}

  /** The size of the new ReplicaSet. */
  static int newReplicas(DeploymentSpec spec, int replicas, List<ReplicaSetState> all) {
    if (spec.recreate() || replicas > spec.replicas()) {
      return spec.replicas();
    }
    int room = spec.maxPods() - total(all);
    return room <= 0 ? replicas : replicas + Math.min(room, spec.replicas() - replicas);
  }

  /** Scales the old ReplicaSets down, the oldest first. */
  static List<ReplicaSetState> scaleDownOld(
      DeploymentSpec spec, ReplicaSetState current, List<ReplicaSetState> old) {
    int total = total(old) + current.replicas();
    int unavailableNew = current.replicas() - current.available();
    int mayGo = total - spec.minAvailable() - unavailableNew;
    if (mayGo <= 0) {
      return List.of();
    }
    int[] sizes = old.stream().mapToInt(ReplicaSetState::replicas).toArray();
    for (int i = 0; i < sizes.length; i++) {
      int unavailable = Math.max(0, sizes[i] - old.get(i).available());
      mayGo -= take(sizes, i, Math.min(mayGo, unavailable));
    }
    int available = available(old) + current.available() - spec.minAvailable();
    mayGo = Math.min(mayGo, Math.max(0, available));
    for (int i = 0; i < sizes.length; i++) {
      mayGo -= take(sizes, i, Math.min(mayGo, sizes[i]));
    }
    return changed(old, sizes);
  }

  private static int take(int[] sizes, int index, int count) {
    sizes[index] -= count;
    return count;
  }

  private static List<ReplicaSetState> changed(List<ReplicaSetState> before, int[] sizes) {
    List<ReplicaSetState> changed = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] != before.get(i).replicas()) {
        changed.add(before.get(i).withReplicas(sizes[i]));
      }
    }
    return changed;
  }

  /**
   * Scales all ReplicaSets proportionally when the replicas of the Deployment change during an
   * update; the largest gets the rounding remainder.
   */
  static List<ReplicaSetState> scaleProportionally(
      DeploymentSpec spec, List<ReplicaSetState> active) {
    int allowed = spec.replicas() > 0 ? spec.maxPods() : 0;
    int toAdd = allowed - total(active);
    List<ReplicaSetState> sorted = new ArrayList<>(active);
    Comparator<ReplicaSetState> newest =
        Comparator.comparingLong(ReplicaSetState::revision).reversed();
    sorted.sort(
        Comparator.comparingInt(ReplicaSetState::replicas)
            .reversed()
            .thenComparing(toAdd > 0 ? newest : newest.reversed()));
    int[] sizes = new int[sorted.size()];
    int added = 0;
    for (int i = 0; i < sizes.length; i++) {
      int part = part(spec, sorted.get(i), toAdd, toAdd - added);
      sizes[i] = sorted.get(i).replicas() + part;
      added += part;
    }
    if (sizes.length > 0) {
      sizes[0] = Math.max(0, sizes[0] + toAdd - added);
    }
    List<ReplicaSetState> result = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      result.add(sorted.get(i).withReplicas(sizes[i]));
    }
    return result;
  }

  private static int part(DeploymentSpec spec, ReplicaSetState each, int toAdd, int left) {
    if (toAdd == 0 || each.replicas() == 0) {
      return 0;
    }
    int before = each.maxPods() > 0 ? each.maxPods() : Math.max(1, spec.maxPods() - toAdd);
    int part =
        (int) Math.round((double) each.replicas() * spec.maxPods() / before) - each.replicas();
    if (spec.replicas() == 0) {
      part = -each.replicas();
    }
    return toAdd > 0
        ? Math.clamp(part, 0, Math.max(0, left))
        : Math.clamp(part, Math.min(0, left), 0);
  }

  static int total(List<ReplicaSetState> all) {
    return all.stream().mapToInt(ReplicaSetState::replicas).sum();
  }

  static int available(List<ReplicaSetState> all) {
    return all.stream().mapToInt(ReplicaSetState::available).sum();
  }

  /** The ReplicaSet that gets a change of replicas alone; null when several share it. */
  static @Nullable ReplicaSetState only(
      @Nullable ReplicaSetState current, List<ReplicaSetState> old) {
    List<ReplicaSetState> active =
        new ArrayList<>(old.stream().filter(ReplicaSetState::isActive).toList());
    if (current != null && current.isActive()) {
      active.add(current);
    }
    return switch (active.size()) {
      case 0 -> current != null || old.isEmpty() ? current : old.getLast();
      case 1 -> active.getFirst();
      default -> null;
    };
  }
}
