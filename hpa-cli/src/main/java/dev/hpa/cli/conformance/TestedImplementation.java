package dev.hpa.cli.conformance;

/**
 * The implementation that a run tested.
 *
 * @param version the version that the user set; may be empty
 * @param command the command template; empty for decisions in the same JVM
 */
public record TestedImplementation(String name, String version, String command) {}
