package dev.hpa.cli.commands;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code --stack-traces} option of a program and all its commands. */
public final class StackTraceOption {

  /** The name, without dashes. */
  public static final String NAME = "stack-traces";

  @Option(
      names = "--" + NAME,
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of errors.")
  private boolean given;

  /** Whether stack traces are requested. */
  public boolean isGiven() {
    return given;
  }
}
