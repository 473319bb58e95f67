package dev.hpa.app.cli;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** {@code --stack-traces}, of a program and all its commands. */
public final class StackTraceOption {

  @Option(
      names = "--stack-traces",
      scope = ScopeType.INHERIT,
      description = "Show where in the program an error came from.")
  private boolean given;

  /** Whether stack traces are wanted. */
  public boolean isGiven() {
    return given;
  }
}
