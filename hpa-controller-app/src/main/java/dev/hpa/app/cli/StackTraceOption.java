package dev.hpa.app.cli;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code --stack-traces} option of a program and all its commands. */
public final class StackTraceOption {

  @Option(
      names = "--stack-traces",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of errors.")
  private boolean given;

  /** Whether stack traces are requested. */
  public boolean isGiven() {
    return given;
  }
}
