package dev.hpa.cli.lint;

/**
 * The lowest demand of a recorded load.
 *
 * @param name the file it came from, for messages
 * @param cores CPU that all pods of the workload together use at that time; not negative
 */
public record IdleLoad(String name, double cores) {}
