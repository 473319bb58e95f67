package dev.hpa.cli.simulate;

import java.util.Locale;

/** How gaps in a recording are replaced. */
public enum GapRule {
  /** The last sample before the gap, up to the first one after it. */
  HOLD,
  /** A straight line from the last sample before the gap to the first one after it. */
  INTERPOLATE,
  /** Rejects recordings with gaps in the counted time. */
  FAIL;

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
