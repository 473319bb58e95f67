package dev.hpa.cli.commands;

import picocli.CommandLine;

/**
 * A command of {@code hpa}, found by {@link java.util.ServiceLoader}: a class with picocli's
 * annotations, a public constructor without parameters, and an entry in {@code META-INF/services}
 * of its module.
 */
public interface Subcommand {

  /** Where the help of the program lists this command. */
  CommandGroup group();

  /** Configures the parser and the help text of this command. */
  default void configure(CommandLine line) {}
}
