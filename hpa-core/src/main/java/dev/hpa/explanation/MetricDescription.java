package dev.hpa.explanation;

import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricStatus.MetricValueStatus;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.SafeText;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes the name, target and current value of one metric. Immutable. */
public final class MetricDescription {

  /** How the numbers of a metric are written. */
  public enum Unit {
    /** With decimal suffixes, such as {@code 1500} or {@code 40M}. */
    DECIMAL,
    /** With binary suffixes, such as {@code 500Mi}, as the target of the spec is. */
    BINARY,
    /** A share of the request, in percent. */
    PERCENT
  }

  /** The longest name, in characters; more are counted. */
  private static final int MAX_NAME = 200;

  private final MetricSpec spec;
  private final @Nullable MetricStatus status;

  public MetricDescription(MetricSpec spec, @Nullable MetricStatus status) {
    this.spec = spec;
    this.status = status;
  }

  /**
   * The name, with the selector, object or container that it belongs to; at most 200 characters and
   * the number of the others.
   */
  public String name() {
    return SafeText.cut(fullName(), MAX_NAME);
  }

  private String fullName() {
    if (spec.resource() != null) {
      return spec.resource().name() + " per pod";
    }
    if (spec.containerResource() != null) {
      return spec.containerResource().name()
          + " of container "
          + spec.containerResource().container();
    }
    if (spec.pods() != null) {
      return identified(spec.pods().metric()) + " per pod";
    }
    if (spec.object() != null) {
      MetricSpec.ObjectMetric object = spec.object();
      return identified(object.metric())
          + " of "
          + object.describedObject().kind()
          + "/"
          + object.describedObject().name();
    }
    if (spec.external() != null) {
      return "external metric " + identified(spec.external().metric());
    }
    return "metric of unknown type \"" + spec.type() + "\"";
  }

  /** The name of the resource; empty for Pods, Object and External metrics. */
  String resource() {
    return spec.resourceName();
  }

  private static String identified(MetricIdentifier metric) {
    return metric.selector() == null
        ? metric.name()
        : metric.name() + " {" + text(metric.selector()) + "}";
  }

  /** As text too if it is invalid, which API servers accept: the sync reports why. */
  private static String text(LabelSelector selector) {
    try {
      return selector.toSelector().toString();
    } catch (IllegalArgumentException invalid) {
      return selector.dump();
    }
  }

  /** The target with its unit. */
  public String target() {
    MetricTarget target = metricTarget();
    return target == null
        ? "unknown"
        : value(target.averageUtilization(), target.averageValue(), target.value());
  }

  /** Follows loads in the unit of the target: a percent sign for Utilization. */
  String loadUnit() {
    MetricTarget target = metricTarget();
    return target != null && target.averageUtilization() != null && target.averageValue() == null
        ? " %"
        : "";
  }

  private @Nullable MetricTarget metricTarget() {
    return Stream.of(
            spec.resource() == null ? null : spec.resource().target(),
            spec.containerResource() == null ? null : spec.containerResource().target(),
            spec.pods() == null ? null : spec.pods().target(),
            spec.object() == null ? null : spec.object().target(),
            spec.external() == null ? null : spec.external().target())
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Whether the target is a share of the request, in percent. */
  boolean isPercent() {
    return !loadUnit().isEmpty();
  }

  /** How the numbers are written; that of the target in the spec. */
  public Unit unit() {
    MetricTarget target = metricTarget();
    if (target == null || isPercent()) {
      return isPercent() ? Unit.PERCENT : Unit.DECIMAL;
    }
    Quantity goal = target.averageValue() == null ? target.value() : target.averageValue();
    return goal != null && goal.format() == Quantity.Format.BINARY_SI ? Unit.BINARY : Unit.DECIMAL;
  }

  /** The target as a number, in percent for Utilization; NaN if there is none. */
  public double targetNumber() {
    MetricTarget target = metricTarget();
    return target == null
        ? Double.NaN
        : number(target.averageUtilization(), target.averageValue(), target.value());
  }

  /** The measured value in the unit of the target; NaN if there is none, or it is an overflow. */
  public double currentNumber() {
    MetricValueStatus current = metricValue();
    if (current == null || hasNoAverage() || isOverflow()) {
      return Double.NaN;
    }
    MetricTarget target = metricTarget();
    return target == null || target.averageValue() == null
        ? number(current.averageUtilization(), current.averageValue(), current.value())
        : number(null, current.averageValue(), current.value());
  }

  private static double number(
      @Nullable Integer utilization, @Nullable Quantity average, @Nullable Quantity total) {
    if (utilization != null) {
      return utilization;
    }
    Quantity value = average == null ? total : average;
    return value == null ? Double.NaN : value.approximateDouble();
  }

  /** The measured value; {@code <unknown>} if there is none. */
  public String current() {
    MetricValueStatus current = metricValue();
    if (hasNoAverage()) {
      return "no average, because the status had 0 replicas";
    }
    if (isOverflow()) {
      return "an overflow of the sum";
    }
    return current == null
        ? "<unknown>"
        : value(current.averageUtilization(), current.averageValue(), current.value());
  }

  /** Whether the total was divided by 0 replicas, which gives the smallest number on amd64. */
  boolean hasNoAverage() {
    return isAverage(Long.MIN_VALUE);
  }

  /** Whether the sum does not fit 64 bits, or is negative: upstream then reports the largest. */
  boolean isOverflow() {
    return isAverage(Long.MAX_VALUE);
  }

  private boolean isAverage(long milli) {
    MetricValueStatus current = metricValue();
    return current != null
        && current.averageValue() != null
        && current.averageValue().milliValue() == milli;
  }

  private @Nullable MetricValueStatus metricValue() {
    return status == null ? null : value(status);
  }

  /** The numbers of a metric in a status, whatever its type is; null if there are none. */
  public static @Nullable MetricValueStatus value(MetricStatus known) {
    return Stream.of(
            known.resource() == null ? null : known.resource().current(),
            known.containerResource() == null ? null : known.containerResource().current(),
            known.pods() == null ? null : known.pods().current(),
            known.object() == null ? null : known.object().current(),
            known.external() == null ? null : known.external().current())
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** The measured value as one number with its unit; {@code <unknown>} if there is none. */
  String shortCurrent() {
    MetricValueStatus current = metricValue();
    if (current == null || hasNoAverage() || isOverflow()) {
      return current();
    }
    return shortValue(
        isPercent() ? current.averageUtilization() : null, current.averageValue(), current.value());
  }

  /** The target as one number with its unit. */
  String shortTarget() {
    MetricTarget target = metricTarget();
    return target == null
        ? "unknown"
        : shortValue(
            isPercent() ? target.averageUtilization() : null,
            target.averageValue(),
            target.value());
  }

  /** The name without what is the same for most metrics. */
  String shortName() {
    return spec.resource() == null ? name() : spec.resource().name();
  }

  private static String shortValue(
      @Nullable Integer utilization, @Nullable Quantity average, @Nullable Quantity total) {
    if (utilization != null) {
      return utilization + " %";
    }
    return String.valueOf(average == null ? total : average);
  }

  private static String value(
      @Nullable Integer utilization, @Nullable Quantity average, @Nullable Quantity total) {
    if (utilization != null) {
      return utilization
          + " % utilization"
          + (average == null ? "" : ", " + average + " per pod on average");
    }
    return average != null ? average + " per pod on average" : total + " in total";
  }
}
