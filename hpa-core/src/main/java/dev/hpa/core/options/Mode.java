package dev.hpa.core.options;

/** What the controller does with its decisions about an autoscaler. */
public enum Mode {
  /** The scale is written, as upstream does. */
  ACTIVE("Active"),
  /** Everything is computed and reported, and the scale is not written. */
  DRY_RUN("DryRun"),
  /** The target keeps its replicas; minReplicas and maxReplicas are not enforced. */
  PAUSED("Paused"),
  /** Scale-downs are held. */
  SCALE_UP_ONLY("ScaleUpOnly");

  private final String text;

  Mode(String text) {
    this.text = text;
  }

  /** The value of the annotation. */
  @Override
  public String toString() {
    return text;
  }
}
