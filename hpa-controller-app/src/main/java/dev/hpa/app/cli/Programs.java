package dev.hpa.app.cli;

import dev.hpa.app.logging.Logging;
import dev.hpa.app.logging.ShutdownSafeLogManager;
import dev.hpa.controller.plugins.ExitGuard;
import java.util.function.IntSupplier;

/** Runs the programs of this project, each in its process. */
public final class Programs {

  private Programs() {}

  /** Runs a program and exits with the status that it returns. */
  public static void exitWith(IntSupplier program) {
    ShutdownSafeLogManager.install();
    Shutdown.limit();
    int status = program.getAsInt();
    Logging.flush();
    if (ExitGuard.hasExitCalled()) {
      Runtime.getRuntime().halt(status);
    }
    System.exit(status);
  }
}
