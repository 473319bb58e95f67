package dev.hpa.conformance.cases;

import java.util.Locale;

/** What an implementation may do without, if it says so. */
public enum Capability {
  RESOURCE_METRICS("metrics of type Resource"),
  AVERAGE_VALUES("average values of resources, and other resources than the CPU"),
  CONTAINER_METRICS("metrics of type ContainerResource"),
  CUSTOM_METRICS("metrics of type Pods and Object"),
  EXTERNAL_METRICS("metrics of type External"),
  BEHAVIOR("spec.behavior"),
  TOLERANCE("tolerances in spec.behavior"),
  POD_LEVEL_RESOURCES("requests of whole pods"),
  EVENTS("events"),
  SCALE_TO_ZERO("the feature gate HPAScaleToZero");

  private final String words;

  Capability(String words) {
    this.words = words;
  }

  /** What it is, in words. */
  public String words() {
    return words;
  }

  /**
   * The capability with this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Capability named(String name) {
    for (Capability each : values()) {
      if (each.toString().equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException("there is no capability \"" + name + "\"");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
