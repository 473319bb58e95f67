package dev.hpa.app;

import dev.hpa.app.cli.CommandLines;
import dev.hpa.app.cli.RunCommand;

/** The program {@code hpa-controller}. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    CommandLines.exitWith(() -> RunCommand.standalone().execute(args));
  }
}
