package dev.hpa.app.cli;

import picocli.CommandLine;

/**
 * A command of {@code hpa}, found by {@link java.util.ServiceLoader}: a class with picocli's
 * annotations, a public constructor without parameters, and an entry in {@code META-INF/services}
 * of the module that contributes it.
 */
public interface Subcommand {

  /** Adjusts how the command line of this command is read and explained. */
  default void configure(CommandLine line) {}
}
