package dev.hpa.app.cli;

import dev.hpa.app.logging.Logging;
import java.util.Locale;
import java.util.function.IntSupplier;

/** Runs the programs of this project, each in its process. */
public final class Programs {

  /**
   * By name: the JDK reads the property when LogManager is initialized, which a reference to the
   * subclass would cause before the property is set.
   */
  private static final String LOG_MANAGER = "dev.hpa.app.logging.ShutdownSafeLogManager";

  private Programs() {}

  /** Runs a program and exits with the status that it returns. */
  public static void exitWith(IntSupplier program) {
    System.setProperty("java.util.logging.manager", LOG_MANAGER);
    Locale.setDefault(Locale.ROOT); // digits and separators are the same in every environment
    Shutdown.limit();
    int status = program.getAsInt();
    Logging.flush();
    System.exit(status);
  }
}
