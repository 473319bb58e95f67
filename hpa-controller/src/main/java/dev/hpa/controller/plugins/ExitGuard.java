package dev.hpa.controller.plugins;

import java.time.Duration;
import java.util.Arrays;

/**
 * Detects that a plug-in calls {@code System.exit} while it is discovered or created, and delays
 * the end of the process until the command has reported it. Thread-safe.
 */
public final class ExitGuard {

  /** Longest delay of the end of the process. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static volatile boolean exitCalled;

  private ExitGuard() {}

  /**
   * Whether a plug-in has called {@code System.exit} during a guarded call. The process is then
   * shutting down with the plug-in's exit status; only a halt can change it.
   */
  public static boolean hasExitCalled() {
    return exitCalled;
  }

  /** A guarded call, from its construction until it is closed. */
  static final class Guard implements AutoCloseable {

    private final Runnable onExit;
    private final Thread hook = new Thread(this::shutdownBegins, "exit-guard");
    private final boolean isInstalled;

    /**
     * @param onExit called when a plug-in has called {@code System.exit}; ends the wait for it
     */
    Guard(Runnable onExit) {
      this.onExit = onExit;
      this.isInstalled = install();
    }

    private boolean install() {
      try {
        Runtime.getRuntime().addShutdownHook(hook);
        return true;
      } catch (IllegalStateException shuttingDown) {
        return false;
      }
    }

    private void shutdownBegins() {
      if (!isExitCalled()) {
        return;
      }
      onExit.run();
      try {
        // The command reports what happened and halts the process.
        Thread.sleep(LONGEST);
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      if (isInstalled) {
        try {
          Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
          // The hook runs, and ends by itself.
        }
      }
    }
  }

  /**
   * Whether some thread has called {@code System.exit}. During a guarded call that is one of the
   * plug-in's: a signal ends the process by another method.
   */
  static boolean isExitCalled() {
    if (!exitCalled) {
      exitCalled =
          Thread.getAllStackTraces().values().stream()
              .flatMap(Arrays::stream)
              .anyMatch(
                  frame ->
                      frame.getClassName().equals(Runtime.class.getName())
                          && frame.getMethodName().equals("exit"));
    }
    return exitCalled;
  }
}
