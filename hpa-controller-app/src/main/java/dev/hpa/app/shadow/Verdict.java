package dev.hpa.app.shadow;

import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a controller makes of an autoscaler.
 *
 * @param desired replicas it wants
 * @param reasons its conditions, each as {@code Status/Reason}, by type
 * @param text the same for people, with the messages
 */
record Verdict(int desired, Map<String, String> reasons, String text) {

  static Verdict of(HpaStatus status) {
    Map<String, String> reasons = new TreeMap<>();
    StringBuilder text = new StringBuilder().append(status.desiredReplicas()).append(" replicas");
    for (HpaCondition condition : status.conditionsOrEmpty()) {
      reasons.put(condition.type(), condition.status() + "/" + condition.reason());
      text.append("; ").append(condition.reason()).append(": ").append(condition.message());
    }
    return new Verdict(status.desiredReplicas(), reasons, text.toString());
  }

  boolean wantsAsManyAs(Verdict other) {
    return desired == other.desired;
  }

  boolean isLike(Verdict other) {
    return wantsAsManyAs(other) && reasons.equals(other.reasons);
  }
}
