package dev.hpa.cli.simulate;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What counts as a gap in a recording, and what replaces it.
 *
 * @param sampleInterval the time between two samples, positive; null for the median of the
 *     recording
 */
public record GapOptions(GapRule rule, @Nullable Duration sampleInterval) {

  /** Straight lines through gaps; the interval is found in the recording. */
  public static final GapOptions DEFAULT = new GapOptions(GapRule.INTERPOLATE, null);
}
