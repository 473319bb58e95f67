package dev.hpa.cli.simulate;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How gaps in a recording are detected and replaced.
 *
 * @param sampleInterval the time between two samples, positive; null for the median of the
 *     recording
 */
public record GapOptions(GapRule rule, @Nullable Duration sampleInterval) {

  /** Interpolates gaps; the sample interval is the median of the recording. */
  public static final GapOptions DEFAULT = new GapOptions(GapRule.INTERPOLATE, null);
}
