package dev.hpa.cli.lint;

/**
 * The lowest demand of a recorded load.
 *
 * @param name the file name, for messages
 * @param cores total CPU usage of the workload at that time, in cores; not negative
 */
public record IdleLoad(String name, double cores) {}
