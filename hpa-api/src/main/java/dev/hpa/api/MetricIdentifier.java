package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A metric name and an optional selector of its series.
 *
 * @param name metric name
 * @param selector null and an empty selector both select all series
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MetricIdentifier(String name, @Nullable LabelSelector selector) {

  @JsonCreator
  static MetricIdentifier decode(
      @JsonProperty("name") @Nullable String name,
      @JsonProperty("selector") @Nullable LabelSelector selector) {
    return new MetricIdentifier(name == null ? "" : name, selector);
  }

  static MetricIdentifier orEmpty(@Nullable MetricIdentifier value) {
    return value == null ? new MetricIdentifier("", null) : value;
  }
}
