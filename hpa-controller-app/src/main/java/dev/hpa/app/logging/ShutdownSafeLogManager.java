package dev.hpa.app.logging;

import java.util.logging.LogManager;

/**
 * Goes on logging while the process ends in order. Java's own stops as soon as the process is asked
 * to end, before what is told last is told.
 */
public final class ShutdownSafeLogManager extends LogManager {

  /** Made by Java, by name. */
  public ShutdownSafeLogManager() {}

  /** Has to come before anything is logged. */
  public static void install() {
    System.setProperty("java.util.logging.manager", ShutdownSafeLogManager.class.getName());
  }

  @Override
  public void reset() {
    // Asked for when the process begins to end, which is too early.
  }
}
