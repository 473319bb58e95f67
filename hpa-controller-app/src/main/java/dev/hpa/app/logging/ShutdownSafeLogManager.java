package dev.hpa.app.logging;

import java.util.logging.LogManager;

/**
 * Keeps logging during shutdown. The JDK's LogManager resets its handlers in a shutdown hook, which
 * loses the last messages.
 */
public final class ShutdownSafeLogManager extends LogManager {

  /** Created by the JDK, by class name. */
  public ShutdownSafeLogManager() {}

  @Override
  public void reset() {
    // Called by the JDK's shutdown hook, too early.
  }
}
