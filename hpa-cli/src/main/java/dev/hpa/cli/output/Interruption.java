package dev.hpa.cli.output;

import java.util.concurrent.locks.LockSupport;

/** Reports what is done of long work if a signal ends the process, as Ctrl-C does. */
public final class Interruption implements AutoCloseable {

  private final Thread hook;

  /**
   * @param report runs on another thread while the work continues; the process ends after it
   */
  public Interruption(Runnable report) {
    hook = new Thread(report, "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Ends the work. Does not return if the process ends: the report is printed instead. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      while (hook.getState() != Thread.State.NEW) {
        LockSupport.park();
      }
    }
  }
}
