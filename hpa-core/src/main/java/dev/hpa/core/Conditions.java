package dev.hpa.core;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The conditions of an autoscaler's status. Immutable. A changed condition keeps its position and,
 * if its status stays the same, its lastTransitionTime; a new condition is appended. An
 * observedGeneration that another client wrote is kept; the controller writes none.
 */
record Conditions(List<HpaCondition> list) {

  /** The conditions of an autoscaler, with the fields that the release has. */
  static Conditions of(HorizontalPodAutoscaler hpa, Settings settings) {
    return new Conditions(hpa.status().knownTo(settings.version()).conditionsOrEmpty());
  }

  Conditions with(String type, boolean status, String reason, String message, Instant now) {
    String bounded = MessageText.bounded(message);
    String text = status ? HpaCondition.TRUE : HpaCondition.FALSE;
    List<HpaCondition> result = new ArrayList<>(list);
    for (int i = 0; i < result.size(); i++) {
      HpaCondition old = result.get(i);
      if (old.type().equals(type)) {
        Instant since = old.status().equals(text) ? old.lastTransitionTime() : now;
        result.set(
            i, new HpaCondition(type, text, since, reason, bounded, old.observedGeneration()));
        return new Conditions(result);
      }
    }
    result.add(new HpaCondition(type, text, now, reason, bounded, null));
    return new Conditions(result);
  }

  /**
   * A copy with a condition as it was before the reconcile, so that a rule which overrides earlier
   * steps of the reconcile keeps its lastTransitionTime.
   */
  Conditions restored(String type, HpaStatus before) {
    List<HpaCondition> result = new ArrayList<>(list);
    for (HpaCondition old : before.conditionsOrEmpty()) {
      if (old.type().equals(type)) {
        result.replaceAll(each -> each.type().equals(type) ? old : each);
      }
    }
    return new Conditions(result);
  }

  Conditions without(String type) {
    return list.stream().noneMatch(c -> c.type().equals(type))
        ? this
        : new Conditions(list.stream().filter(c -> !c.type().equals(type)).toList());
  }

  Conditions ableToScale(boolean status, String reason, String message, Instant now) {
    return with(HpaCondition.ABLE_TO_SCALE, status, reason, message, now);
  }

  Conditions scalingActive(boolean status, String reason, String message, Instant now) {
    return with(HpaCondition.SCALING_ACTIVE, status, reason, message, now);
  }

  Conditions scalingLimited(Normalization.Limit limit, Instant now) {
    boolean limited = limit != Normalization.Limit.NONE;
    return with(HpaCondition.SCALING_LIMITED, limited, limit.reason(), limit.message(), now);
  }
}
