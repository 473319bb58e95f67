package dev.hpa.metrics.resource;

import dev.hpa.api.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Distributes the pods of one namespace list to the results of the selectors that match them.
 * Results whose selector requires a single value of a label are indexed by that label, so that each
 * pod is compared only with candidates. Used for one list, by one thread.
 */
final class NamespaceResults {

  private final Map<String, Map<String, List<SelectorResults>>> byLabel = new HashMap<>();
  private final List<SelectorResults> others = new ArrayList<>();
  private final Set<String> labels = new HashSet<>();
  private boolean anyLabel;

  NamespaceResults(List<SelectorResults> results) {
    results.forEach(this::index);
  }

  private void index(SelectorResults result) {
    Selector selector = result.selector();
    selector.requirements().forEach(each -> labels.add(each.key()));
    for (Selector.Requirement each : selector.requirements()) {
      String value = each.exactMatch();
      if (value != null) {
        byLabel
            .computeIfAbsent(each.key(), any -> new HashMap<>())
            .computeIfAbsent(value, any -> new ArrayList<>())
            .add(result);
        return;
      }
    }
    others.add(result);
  }

  /** The keys of all labels that selectors use. */
  Set<String> labels() {
    return labels;
  }

  /** As {@link SelectorResults#add}. */
  int add(PodUsage pod) {
    anyLabel |= pod.isLabelled();
    int values = addIfMatching(pod, others);
    for (Map.Entry<String, Map<String, List<SelectorResults>>> each : byLabel.entrySet()) {
      values += addIfMatching(pod, each.getValue().get(pod.labels().get(each.getKey())));
    }
    return values;
  }

  private static int addIfMatching(PodUsage pod, @Nullable List<SelectorResults> results) {
    int values = 0;
    if (results != null) {
      for (SelectorResults result : results) {
        if (result.selector().matches(pod.labels())) {
          values += result.add(pod);
        }
      }
    }
    return values;
  }

  /**
   * Whether the source publishes pod labels. Without labels the list cannot be split by selector.
   */
  boolean hasLabels() {
    return anyLabel || labels.isEmpty();
  }
}
