package dev.hpa.conformance.rules;

import java.util.Locale;

/** How much depends on a rule. */
public enum Level {

  /** Users rely on it: who breaks it is not conformant. */
  REQUIRED,

  /** As Kubernetes does it, but workloads get on without: who breaks it stays conformant. */
  OPTIONAL,

  /** An implementation is free; the rule tells what Kubernetes does. */
  UNSPECIFIED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
