package dev.hpa.core.options;

/** How proposals are computed while the target rolls out. */
public enum RolloutStrategy {
  /** As at any other time, as upstream. */
  IGNORE("Ignore"),
  /** Based on the requested replicas, without the additional pods of the rollout. */
  COMPENSATE("Compensate");

  private final String text;

  RolloutStrategy(String text) {
    this.text = text;
  }

  /** The value of the annotation. */
  @Override
  public String toString() {
    return text;
  }
}
