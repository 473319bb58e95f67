package dev.hpa.app;

import dev.hpa.app.cli.HpaCommand;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.logging.PatientLogManager;

/** The program {@code hpa}. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    PatientLogManager.install();
    int status = HpaCommand.execute(args);
    Logging.flush();
    System.exit(status);
  }
}
