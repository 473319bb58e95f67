package dev.hpa.app;

import dev.hpa.app.cli.HpaCommand;

/** The program {@code hpa}. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(HpaCommand.execute(args));
  }
}
