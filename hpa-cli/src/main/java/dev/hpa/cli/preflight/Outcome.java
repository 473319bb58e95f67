package dev.hpa.cli.preflight;

import java.util.Locale;

/** What a check found. */
public enum Outcome {
  /** Nothing has to be done. */
  OK("\u2713"),
  /** Something to know or to do first; it does not change the exit status. */
  WARNING("!"),
  /** The controller cannot work like this. */
  FAILED("\u2717");

  private final String mark;

  Outcome(String mark) {
    this.mark = mark;
  }

  String mark() {
    return mark;
  }

  /** The word in output. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
