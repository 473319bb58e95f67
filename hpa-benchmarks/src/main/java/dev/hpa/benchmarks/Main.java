package dev.hpa.benchmarks;

import dev.hpa.app.cli.HpaCommand;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.logging.PatientLogManager;

/** The program {@code hpa} with {@code hpa bench} among its commands. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    PatientLogManager.install();
    int status = HpaCommand.executeWith(new BenchCommand(), args);
    Logging.flush();
    System.exit(status);
  }
}
