package dev.hpa.cli;

import dev.hpa.app.cli.CommandLines;

/** The program {@code hpa}. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    CommandLines.exitWith(() -> HpaCommand.execute(args));
  }
}
