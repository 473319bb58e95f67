package dev.hpa.cli.simulate;

import java.util.Locale;

/** What replaces the samples that a recording lacks. */
public enum GapRule {
  /** The last sample before the gap, up to the first one after it. */
  HOLD,
  /** A straight line from the last sample before the gap to the first one after it. */
  INTERPOLATE,
  /** Nothing: a recording with gaps in the counted time is refused. */
  FAIL;

  /** As the command line has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
