package dev.hpa.conformance.rules;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The requirement level of a rule, after RFC 2119. */
public enum Level {

  /** MUST: an implementation that fails the rule is not conformant. */
  REQUIRED,

  /** SHOULD: an implementation that fails the rule stays conformant. */
  OPTIONAL,

  /** MAY: the rule records what Kubernetes does; an implementation may differ. */
  UNSPECIFIED;

  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
