package dev.hpa.controller.metrics;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.core.Decision;
import dev.hpa.kube.memory.Limit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The labels of the conditions of a status. Who may write a status chooses its conditions: only
 * those that decisions set have labels, and of each a limited number of reasons. Thread-safe.
 */
final class ConditionLabels {

  static final String OTHER = "other";

  private static final Set<String> STATUSES =
      Set.of(HpaCondition.TRUE, HpaCondition.FALSE, "Unknown");

  /** By type. */
  private final Map<String, Set<String>> reasons = new HashMap<>();

  ConditionLabels() {
    Decision.conditionTypes().forEach(type -> reasons.put(type, new TreeSet<>()));
  }

  /** Type, status and reason of the conditions of a status that decisions set. */
  List<List<String>> of(HpaStatus status) {
    List<List<String>> labels = new ArrayList<>();
    for (HpaCondition each : status.conditionsOrEmpty()) {
      Set<String> known = reasons.get(each.type());
      if (known != null && STATUSES.contains(each.status())) {
        labels.add(List.of(each.type(), each.status(), reason(each.reason(), known)));
      }
    }
    return labels;
  }

  private static String reason(String reason, Set<String> known) {
    if (reason.length() > Limit.REASON_CHARS.asInt()) {
      return OTHER;
    }
    synchronized (known) {
      if (known.size() < Limit.LABEL_VALUES.asInt()) {
        known.add(reason);
      }
      return known.contains(reason) ? reason : OTHER;
    }
  }

  /** The number of autoscalers by the labels of their conditions. */
  Map<List<String>, Double> count(Iterable<HorizontalPodAutoscaler> autoscalers) {
    Map<List<String>, Double> counts = new HashMap<>();
    for (HorizontalPodAutoscaler hpa : autoscalers) {
      of(hpa.status()).forEach(each -> counts.merge(each, 1.0, Double::sum));
    }
    return counts;
  }
}
