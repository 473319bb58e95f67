package dev.hpa.validation;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.Quantity;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates {@code spec.behavior}. Percentages may exceed 100, and a tolerance has no upper limit.
 */
final class BehaviorValidation {

  private static final int MAX_WINDOW_SECONDS = 3600;
  private static final int MAX_PERIOD_SECONDS = 1800;
  private static final Set<String> SELECT_POLICIES =
      Set.of(ScalingRules.DISABLED, ScalingRules.MAX, ScalingRules.MIN);
  private static final Set<String> POLICY_TYPES = Set.of(ScalingPolicy.PERCENT, ScalingPolicy.PODS);

  private final List<FieldError> errors;

  BehaviorValidation(List<FieldError> errors) {
    this.errors = errors;
  }

  void validate(@Nullable Behavior behavior) {
    if (behavior != null) {
      rules(behavior.scaleUp(), "spec.behavior.scaleUp");
      rules(behavior.scaleDown(), "spec.behavior.scaleDown");
    }
  }

  private void rules(@Nullable ScalingRules rules, String path) {
    if (rules == null) {
      return;
    }
    Integer window = rules.stabilizationWindowSeconds();
    if (window != null) {
      bounded(
          path + ".stabilizationWindowSeconds",
          window,
          0,
          "must be greater than or equal to zero",
          MAX_WINDOW_SECONDS);
    }
    String select = rules.selectPolicy();
    if (select != null && !SELECT_POLICIES.contains(select)) {
      errors.add(
          FieldError.notSupported(
              path + ".selectPolicy",
              select,
              ScalingRules.DISABLED,
              ScalingRules.MAX,
              ScalingRules.MIN));
    }
    List<ScalingPolicy> policies = rules.policiesOrEmpty();
    if (policies.isEmpty()) {
      errors.add(FieldError.required(path + ".policies", "must specify at least one Policy"));
    }
    for (int i = 0; i < policies.size(); i++) {
      policy(policies.get(i), path + ".policies[" + i + "]");
    }
    Quantity tolerance = rules.tolerance();
    if (tolerance != null && tolerance.signum() < 0) {
      errors.add(
          FieldError.invalidText(
              path + ".tolerance", tolerance.toString(), "must be greater than or equal to 0"));
    }
  }

  private void policy(ScalingPolicy policy, String path) {
    if (!POLICY_TYPES.contains(policy.type())) {
      errors.add(
          FieldError.notSupported(
              path + ".type", policy.type(), ScalingPolicy.PERCENT, ScalingPolicy.PODS));
    }
    if (policy.value() <= 0) {
      errors.add(FieldError.invalid(path + ".value", policy.value(), "must be greater than zero"));
    }
    bounded(
        path + ".periodSeconds",
        policy.periodSeconds(),
        1,
        "must be greater than zero",
        MAX_PERIOD_SECONDS);
  }

  private void bounded(String field, int value, int minimum, String belowMinimum, int maximum) {
    if (value < minimum) {
      errors.add(FieldError.invalid(field, value, belowMinimum));
    }
    if (value > maximum) {
      errors.add(FieldError.invalid(field, value, "must be less than or equal to " + maximum));
    }
  }
}
