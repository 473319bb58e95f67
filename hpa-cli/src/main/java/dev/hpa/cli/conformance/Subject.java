package dev.hpa.cli.conformance;

/**
 * Who was tried.
 *
 * @param version as the user calls it; empty if not told
 * @param command as given; empty for the decisions of this very program
 */
public record Subject(String name, String version, String command) {}
