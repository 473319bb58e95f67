package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The name of a metric and, optionally, which of its series are meant; no selector and an empty one
 * both mean all.
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
