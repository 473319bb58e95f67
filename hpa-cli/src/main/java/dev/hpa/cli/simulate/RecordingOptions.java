package dev.hpa.cli.simulate;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * How a recording is read.
 *
 * @param rule how gaps are replaced
 * @param sampleInterval the time between two samples, positive; null for the median of the
 *     recording
 * @param zone the time zone of times without one
 */
public record RecordingOptions(GapRule rule, @Nullable Duration sampleInterval, ZoneId zone) {

  /** Times without a zone are in UTC. */
  public RecordingOptions(GapRule rule, @Nullable Duration sampleInterval) {
    this(rule, sampleInterval, ZoneOffset.UTC);
  }

  /** Interpolates gaps; the sample interval is the median of the recording. */
  public static final RecordingOptions DEFAULT = new RecordingOptions(GapRule.INTERPOLATE, null);
}
