package dev.hpa.cli;

import dev.hpa.app.cli.Programs;

/** The program {@code hpa}. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    Programs.exitWith(() -> HpaCommand.execute(args));
  }
}
