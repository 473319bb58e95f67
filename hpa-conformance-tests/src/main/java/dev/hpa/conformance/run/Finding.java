package dev.hpa.conformance.run;

/**
 * The result of an expectation.
 *
 * @param rule the id of its rule
 * @param step the number of its step, from 0
 * @param expected a description of the expectation
 * @param observed what was observed instead; empty unless it failed
 */
public record Finding(
    String rule, String caseName, int step, Verdict verdict, String expected, String observed) {}
