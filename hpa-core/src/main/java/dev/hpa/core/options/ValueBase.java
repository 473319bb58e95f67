package dev.hpa.core.options;

/** What the ratio of a {@code Value} target is multiplied by. */
public enum ValueBase {
  /** The pods that are running and ready, as upstream. */
  READY("Ready"),
  /** The requested replicas, {@code spec.replicas} of the target. */
  SPEC("Spec");

  private final String text;

  ValueBase(String text) {
    this.text = text;
  }

  /** The value of the annotation. */
  @Override
  public String toString() {
    return text;
  }
}
