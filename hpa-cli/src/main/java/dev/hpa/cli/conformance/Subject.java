package dev.hpa.cli.conformance;

/**
 * The implementation under test.
 *
 * @param version as given by the user; empty if not given
 * @param command the command template; empty for the in-process decisions of this program
 */
public record Subject(String name, String version, String command) {}
