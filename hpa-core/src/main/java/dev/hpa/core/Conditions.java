package dev.hpa.core;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.settings.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    String text = status ? HpaCondition.TRUE : HpaCondition.FALSE;
    int index = indexOf(type);
    if (index < 0) {
      List<HpaCondition> result = new ArrayList<>(list);
      result.add(new HpaCondition(type, text, now, reason, MessageText.bounded(message), null));
      return new Conditions(result);
    }
    HpaCondition old = list.get(index);
    boolean isKept = old.status().equals(text);
    if (isKept && old.reason().equals(reason) && old.message().equals(message)) {
      return this;
    }
    List<HpaCondition> result = new ArrayList<>(list);
    result.set(
        index,
        new HpaCondition(
            type,
            text,
            isKept ? old.lastTransitionTime() : now,
            reason,
            MessageText.bounded(message),
            old.observedGeneration()));
    return new Conditions(result);
  }

  /** The condition of a type in a status; null if there is none. */
  static @Nullable HpaCondition find(HpaStatus status, String type) {
    for (HpaCondition each : status.conditionsOrEmpty()) {
      if (each.type().equals(type)) {
        return each;
      }
    }
    return null;
  }

  /** Condition ScalingLimited of a scale-down that an option holds. */
  Conditions scaleDownHeld(Situation situation, String reason, String message) {
    return restored(HpaCondition.SCALING_LIMITED, situation.hpa().status())
        .with(HpaCondition.SCALING_LIMITED, true, reason, message, situation.now());
  }

  /** The position of a condition; negative if there is none. */
  private int indexOf(String type) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i).type().equals(type)) {
        return i;
      }
    }
    return -1;
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
    return indexOf(type) < 0
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
