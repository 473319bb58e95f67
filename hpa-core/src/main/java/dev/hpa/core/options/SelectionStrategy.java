package dev.hpa.core.options;

/** Which of the pods that the target's selector matches are counted (KEP-5325). */
public enum SelectionStrategy {
  /** All of them, as upstream. */
  LABEL_SELECTOR("LabelSelector"),
  /** Those whose chain of controller references ends at the scale target. */
  OWNER_REFERENCE("OwnerReference");

  private final String text;

  SelectionStrategy(String text) {
    this.text = text;
  }

  /** The value of the annotation. */
  @Override
  public String toString() {
    return text;
  }
}
