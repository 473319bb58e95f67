package dev.hpa.cli.preflight;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The outcome of a check. */
public enum Outcome {
  /** No action is needed. */
  OK("\u2713"),
  /** A recommendation; it does not affect the exit status. */
  WARNING("!"),
  /** The controller cannot run. */
  FAILED("\u2717");

  private final String mark;

  Outcome(String mark) {
    this.mark = mark;
  }

  String mark() {
    return mark;
  }

  /** The name in output. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
