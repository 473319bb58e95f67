package dev.hpa.app.serving;

/**
 * A rate limit.
 *
 * @param perSecond sustained rate, more than 0
 * @param burst number that is allowed at once, at least 1
 */
record Rate(double perSecond, int burst) {}
