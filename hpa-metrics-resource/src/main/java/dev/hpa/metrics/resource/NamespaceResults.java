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
 * The answers that grow out of one list of a namespace: each pod goes to those whose selector
 * matches. An answer that demands a certain value of a label is filed under that label, so that a
 * pod tries only answers it may belong to. Used for one list, by one thread.
 */
final class NamespaceResults {

  private final Map<String, Map<String, List<SelectorResults>>> byLabel = new HashMap<>();
  private final List<SelectorResults> others = new ArrayList<>();
  private final Set<String> labels = new HashSet<>();
  private boolean anyLabel;

  NamespaceResults(List<SelectorResults> answers) {
    answers.forEach(this::file);
  }

  private void file(SelectorResults answer) {
    Selector selector = answer.selector();
    selector.requirements().forEach(each -> labels.add(each.key()));
    for (Selector.Requirement each : selector.requirements()) {
      String value = each.onlyValue();
      if (value != null) {
        byLabel
            .computeIfAbsent(each.key(), any -> new HashMap<>())
            .computeIfAbsent(value, any -> new ArrayList<>())
            .add(answer);
        return;
      }
    }
    others.add(answer);
  }

  /** The keys of all labels that matter. */
  Set<String> labels() {
    return labels;
  }

  void add(PodUsage pod) {
    anyLabel |= pod.isLabelled();
    offer(pod, others);
    byLabel.forEach((key, byValue) -> offer(pod, byValue.get(pod.labels().get(key))));
  }

  private static void offer(PodUsage pod, @Nullable List<SelectorResults> answers) {
    if (answers != null) {
      for (SelectorResults answer : answers) {
        if (answer.selector().matches(pod.labels())) {
          answer.add(pod);
        }
      }
    }
  }

  /**
   * Whether the pods' labels can be relied on. Some sources publish none; then no pod has any, and
   * nothing can be said about selectors.
   */
  boolean tellsLabels() {
    return anyLabel || labels.isEmpty();
  }
}
