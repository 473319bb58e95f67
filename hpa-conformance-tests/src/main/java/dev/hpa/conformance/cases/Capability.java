package dev.hpa.conformance.cases;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A capability that an implementation may declare unsupported. */
public enum Capability {
  RESOURCE_METRICS("metrics of type Resource"),
  AVERAGE_VALUES("averageValue targets of resources, and resources other than CPU"),
  CONTAINER_METRICS("metrics of type ContainerResource"),
  CUSTOM_METRICS("metrics of type Pods and Object"),
  EXTERNAL_METRICS("metrics of type External"),
  BEHAVIOR("spec.behavior"),
  TOLERANCE("tolerances in spec.behavior"),
  POD_LEVEL_RESOURCES("pod-level resource requests"),
  EVENTS("events"),
  SCALE_TO_ZERO("the feature gate HPAScaleToZero");

  private final String description;

  Capability(String description) {
    this.description = description;
  }

  /** Returns a short description. */
  public String description() {
    return description;
  }

  /**
   * The capability with this name.
   *
   * @throws IllegalArgumentException if no capability has this name
   */
  public static Capability named(String name) {
    for (Capability each : values()) {
      if (each.toString().equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException("\"" + name + "\": unknown capability");
  }

  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
