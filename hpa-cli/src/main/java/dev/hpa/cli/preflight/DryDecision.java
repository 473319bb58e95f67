package dev.hpa.cli.preflight;

/**
 * What would be decided about an autoscaler.
 *
 * @param autoscaler as {@code NAMESPACE/NAME}
 * @param now replicas the target is set to
 * @param then replicas that this controller would set
 * @param problem why nothing can be decided; empty if it can
 */
public record DryDecision(String autoscaler, int now, int then, String problem) {

  /** Whether this controller would scale to another number. */
  public boolean differs() {
    return problem.isEmpty() && now != then;
  }
}
