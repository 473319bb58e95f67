package dev.hpa.core;

/** Texts that stand in more than one place. */
final class ReasonText {

  static final String BELOW_MINIMUM = "Current number of replicas below Spec.MinReplicas";

  private ReasonText() {}
}
