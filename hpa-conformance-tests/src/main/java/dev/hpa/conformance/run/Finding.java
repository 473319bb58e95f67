package dev.hpa.conformance.run;

/**
 * What became of an expectation.
 *
 * @param rule its id
 * @param step the number of its step
 * @param expected in words
 * @param observed what was seen instead; empty unless it failed
 */
public record Finding(
    String rule, String caseName, int step, Verdict verdict, String expected, String observed) {}
