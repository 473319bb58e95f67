package dev.hpa.cli.recommend;

import dev.hpa.api.HorizontalPodAutoscaler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The settings that are searched: one index for each dimension.
 *
 * @param today the autoscaler as it is
 */
record SearchSpace(HorizontalPodAutoscaler today, List<Dimension> dimensions) {

  SearchSpace {
    dimensions = List.copyOf(dimensions);
  }

  /** The present setting. */
  List<Integer> present() {
    return dimensions.stream().map(Dimension::today).toList();
  }

  /** The autoscaler with a setting. */
  HorizontalPodAutoscaler with(List<Integer> setting) {
    HorizontalPodAutoscaler changed = today;
    for (int i = 0; i < dimensions.size(); i++) {
      Dimension dimension = dimensions.get(i);
      int choice = setting.get(i);
      if (choice != dimension.today()) {
        changed = dimension.choices().get(choice).change().apply(changed);
      }
    }
    return changed;
  }

  /** Whether the least replicas are not more than the most. */
  boolean isValid(List<Integer> setting) {
    HorizontalPodAutoscaler hpa = with(setting);
    return hpa.spec().minReplicasOrDefault() <= hpa.spec().maxReplicas();
  }

  /** A copy of a setting with another choice of a dimension. */
  static List<Integer> changed(List<Integer> setting, int dimension, int choice) {
    List<Integer> copy = new ArrayList<>(setting);
    copy.set(dimension, choice);
    return Collections.unmodifiableList(copy);
  }

  /** The dimensions in which a setting differs from the present one. */
  List<Integer> changesOf(List<Integer> setting) {
    List<Integer> changes = new ArrayList<>();
    for (int i = 0; i < dimensions.size(); i++) {
      if (setting.get(i) != dimensions.get(i).today()) {
        changes.add(i);
      }
    }
    return changes;
  }
}
