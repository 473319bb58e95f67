package dev.hpa.cli.simulate;

import java.time.Duration;

/**
 * A sample of a recording.
 *
 * @param at time since the start of the recording
 * @param value NaN if the sample has no number
 */
public record LoadSample(Duration at, double value) {}
