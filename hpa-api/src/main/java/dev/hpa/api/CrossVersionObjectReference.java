package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A reference to an object in the same namespace. The version part of the apiVersion is only a
 * hint.
 *
 * @param kind kind
 * @param name object name
 * @param apiVersion apiVersion; null if unset
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CrossVersionObjectReference(
    String kind,
    String name,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable String apiVersion) {

  /** A reference with all fields unset. */
  public static final CrossVersionObjectReference EMPTY =
      new CrossVersionObjectReference("", "", null);

  @JsonCreator
  static CrossVersionObjectReference decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("name") @Nullable String name,
      @JsonProperty("apiVersion") @Nullable String apiVersion) {
    return new CrossVersionObjectReference(
        kind == null ? "" : kind, name == null ? "" : name, apiVersion);
  }

  /** The apiVersion, empty if unset. */
  public String apiVersionOrEmpty() {
    return apiVersion == null ? "" : apiVersion;
  }
}
