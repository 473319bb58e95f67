package dev.hpa.validation;

import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricSpec.ContainerResourceMetric;
import dev.hpa.api.MetricSpec.ExternalMetric;
import dev.hpa.api.MetricSpec.ObjectMetric;
import dev.hpa.api.MetricSpec.PodsMetric;
import dev.hpa.api.MetricSpec.ResourceMetric;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.NameValidation;
import dev.hpa.api.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Validates one entry of {@code spec.metrics}. Metric selectors are not validated, nor whether the
 * target type matches the field that is set.
 */
final class MetricValidation {

  private static final String BOTH_RAW_AND_UTILIZATION =
      "may not set both a target raw value and a target utilization";
  private static final Set<String> TARGET_TYPES =
      Set.of(MetricTarget.UTILIZATION, MetricTarget.VALUE, MetricTarget.AVERAGE_VALUE);

  private final List<FieldError> errors;
  private final String path;
  private final boolean describedVersionIsChecked;

  /**
   * Creates a validation of the entry at a path.
   *
   * @param describedVersionIsChecked false if the stored object already has a malformed apiVersion
   *     in such a reference, so that other fields stay editable
   */
  MetricValidation(List<FieldError> errors, String path, boolean describedVersionIsChecked) {
    this.errors = errors;
    this.path = path;
    this.describedVersionIsChecked = describedVersionIsChecked;
  }

  void validate(MetricSpec metric) {
    boolean known = MetricSpec.TYPES.contains(metric.type());
    if (metric.type().isEmpty()) {
      errors.add(FieldError.required(path + ".type", "must specify a metric source type"));
    }
    if (!known) {
      errors.add(unknownType(metric));
    }
    firstSource(metric);
    if (!known) {
      errors.add(unknownType(metric));
    } else if (!populated(metric).contains(member(metric.type()))) {
      errors.add(
          FieldError.required(
              path + "." + member(metric.type()),
              "must populate information for the given metric source"));
    }
    if (populated(metric).size() != 1) {
      for (String member : populated(metric)) {
        if (!known || !member.equals(member(metric.type()))) {
          errors.add(
              FieldError.forbidden(
                  path + "." + member, "must populate the given metric source only"));
        }
      }
    }
  }

  private FieldError unknownType(MetricSpec metric) {
    return FieldError.notSupported(
        path + ".type", metric.type(), MetricSpec.TYPES.toArray(String[]::new));
  }

  private static String member(String type) {
    return Character.toLowerCase(type.charAt(0)) + type.substring(1);
  }

  /** The names of the sources that are set, ascending. */
  private static List<String> populated(MetricSpec metric) {
    List<String> members = new ArrayList<>();
    if (metric.containerResource() != null) {
      members.add("containerResource");
    }
    if (metric.external() != null) {
      members.add("external");
    }
    if (metric.object() != null) {
      members.add("object");
    }
    if (metric.pods() != null) {
      members.add("pods");
    }
    if (metric.resource() != null) {
      members.add("resource");
    }
    return members;
  }

  /** If several sources are set, only the first in this order is validated. */
  private void firstSource(MetricSpec metric) {
    if (metric.object() != null) {
      object(metric.object(), path + ".object");
    } else if (metric.external() != null) {
      external(metric.external(), path + ".external");
    } else if (metric.pods() != null) {
      pods(metric.pods(), path + ".pods");
    } else if (metric.resource() != null) {
      resource(metric.resource(), path + ".resource");
    } else if (metric.containerResource() != null) {
      containerResource(metric.containerResource(), path + ".containerResource");
    }
  }

  private void object(ObjectMetric source, String field) {
    ReferenceValidation.kindAndName(errors, source.describedObject(), field + ".describedObject");
    if (describedVersionIsChecked) {
      ReferenceValidation.apiVersion(errors, source.describedObject(), field + ".describedObject");
    }
    metricName(source.metric(), field);
    target(source.target(), field + ".target");
    if (source.target().value() == null && source.target().averageValue() == null) {
      errors.add(
          FieldError.required(
              field + ".target.averageValue", "must set either a target value or averageValue"));
    }
  }

  private void external(ExternalMetric source, String field) {
    metricName(source.metric(), field);
    target(source.target(), field + ".target");
    boolean value = source.target().value() != null;
    boolean average = source.target().averageValue() != null;
    if (!value && !average) {
      errors.add(
          FieldError.required(
              field + ".target.averageValue",
              "must set either a target value for metric or a per-pod target"));
    }
    if (value && average) {
      errors.add(
          FieldError.forbidden(
              field + ".target.value",
              "may not set both a target value for metric and a per-pod target"));
    }
  }

  private void pods(PodsMetric source, String field) {
    metricName(source.metric(), field);
    target(source.target(), field + ".target");
    if (source.target().averageValue() == null) {
      errors.add(
          FieldError.required(
              field + ".target.averageValue", "must specify a positive target averageValue"));
    }
  }

  private void resource(ResourceMetric source, String field) {
    resourceName(source.name(), field);
    target(source.target(), field + ".target");
    rawOrUtilization(source.target(), field + ".target");
  }

  private void containerResource(ContainerResourceMetric source, String field) {
    resourceName(source.name(), field);
    if (!source.name().isEmpty()) {
      ContainerResourceNames.errors(source.name())
          .forEach(
              text -> errors.add(FieldError.invalidText(field + ".name", source.name(), text)));
    }
    container(source.container(), field + ".container");
    target(source.target(), field + ".target");
    rawOrUtilization(source.target(), field + ".target");
  }

  private void metricName(MetricIdentifier metric, String field) {
    if (metric.name().isEmpty()) {
      errors.add(FieldError.required(field + ".metric.name", "must specify a metric name"));
      return;
    }
    NameValidation.pathSegment(metric.name())
        .forEach(
            text ->
                errors.add(FieldError.invalidText(field + ".metric.name", metric.name(), text)));
  }

  private void resourceName(String name, String field) {
    if (name.isEmpty()) {
      errors.add(FieldError.required(field + ".name", "must specify a resource name"));
    }
  }

  private void container(String name, String field) {
    if (name.isEmpty()) {
      errors.add(FieldError.required(field, "must specify a container"));
      return;
    }
    NameValidation.label(name)
        .forEach(text -> errors.add(FieldError.invalidText(field, name, text)));
  }

  private void target(MetricTarget target, String field) {
    if (target.type().isEmpty()) {
      errors.add(FieldError.required(field + ".type", "must specify a metric target type"));
    }
    if (!TARGET_TYPES.contains(target.type())) {
      errors.add(
          FieldError.invalid(
              field + ".type",
              target.type(),
              "must be either Utilization, Value, or AverageValue"));
    }
    Quantity value = target.value();
    if (value != null && value.signum() != 1) {
      errors.add(FieldError.invalid(field + ".value", value, "must be positive"));
    }
    Quantity average = target.averageValue();
    if (average != null && average.signum() != 1) {
      errors.add(FieldError.invalid(field + ".averageValue", average, "must be positive"));
    }
    Integer utilization = target.averageUtilization();
    if (utilization != null && utilization < 1) {
      errors.add(
          FieldError.invalid(field + ".averageUtilization", utilization, "must be greater than 0"));
    }
  }

  private void rawOrUtilization(MetricTarget target, String field) {
    boolean raw = target.averageValue() != null;
    boolean utilization = target.averageUtilization() != null;
    if (!raw && !utilization) {
      errors.add(
          FieldError.required(
              field + ".averageUtilization",
              "must set either a target raw value or a target utilization"));
    }
    if (raw && utilization) {
      errors.add(FieldError.forbidden(field + ".averageValue", BOTH_RAW_AND_UTILIZATION));
    }
  }
}
