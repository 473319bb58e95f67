package dev.hpa.core.options;

/** The requests that utilization is measured against. They differ during an in-place resize. */
public enum RequestBase {
  /** Those of the spec of a pod, as upstream. */
  SPEC("Spec"),
  /** Those that are in effect for the running pod, from its status. */
  ALLOCATED("Allocated");

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
