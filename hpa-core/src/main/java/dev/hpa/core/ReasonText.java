package dev.hpa.core;

/** Reasons of rescale events that several classes use. */
final class ReasonText {

  static final String BELOW_MINIMUM = "Current number of replicas below Spec.MinReplicas";

  private ReasonText() {}
}
