package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The target value of a metric.
 *
 * @param type {@code Utilization}, {@code Value} or {@code AverageValue}; an open string
 * @param value target value
 * @param averageValue target average over the pods
 * @param averageUtilization target average in percent of the requests
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MetricTarget(
    String type,
    @Nullable Quantity value,
    @Nullable Quantity averageValue,
    @Nullable Integer averageUtilization) {

  public static final String UTILIZATION = "Utilization";
  public static final String VALUE = "Value";
  public static final String AVERAGE_VALUE = "AverageValue";

  @JsonCreator
  static MetricTarget decode(
      @JsonProperty("type") @Nullable String type,
      @JsonProperty("value") @Nullable Quantity value,
      @JsonProperty("averageValue") @Nullable Quantity averageValue,
      @JsonProperty("averageUtilization") @Nullable Integer averageUtilization) {
    return new MetricTarget(type == null ? "" : type, value, averageValue, averageUtilization);
  }

  static MetricTarget orEmpty(@Nullable MetricTarget value) {
    return value == null ? new MetricTarget("", null, null, null) : value;
  }

  public static MetricTarget utilization(int percent) {
    return new MetricTarget(UTILIZATION, null, null, percent);
  }

  public static MetricTarget value(Quantity value) {
    return new MetricTarget(VALUE, value, null, null);
  }

  public static MetricTarget averageValue(Quantity value) {
    return new MetricTarget(AVERAGE_VALUE, null, value, null);
  }
}
