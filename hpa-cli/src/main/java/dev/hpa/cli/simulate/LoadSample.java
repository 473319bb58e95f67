package dev.hpa.cli.simulate;

import java.time.Duration;

/**
 * A recorded number.
 *
 * @param at counted from where all samples of a recording are counted from
 * @param value NaN where the recording has no number at this time
 */
record LoadSample(Duration at, double value) {}
