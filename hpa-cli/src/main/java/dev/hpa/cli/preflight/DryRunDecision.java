package dev.hpa.cli.preflight;

/**
 * The decision that the controller would make about an autoscaler.
 *
 * @param autoscaler as {@code NAMESPACE/NAME}
 * @param now current replicas of the target
 * @param then replicas that this controller would set
 * @param problem the problem that prevents a decision; empty if there is none
 */
public record DryRunDecision(String autoscaler, int now, int then, String problem) {

  /** Whether this controller would scale to another number. */
  public boolean differs() {
    return problem.isEmpty() && now != then;
  }
}
