package dev.hpa.core.options;

/** What utilization is measured against. */
public enum RequestBase {
  /** The requests of the spec of a pod, as upstream. */
  SPEC("Spec"),
  /** Those that are in effect for the running pod during an in-place resize, from its status. */
  ALLOCATED("Allocated"),
  /** The limits of the spec. */
  LIMITS("Limits");

  private final String text;

  RequestBase(String text) {
    this.text = text;
  }

  /** The value of the annotation. */
  @Override
  public String toString() {
    return text;
  }
}
