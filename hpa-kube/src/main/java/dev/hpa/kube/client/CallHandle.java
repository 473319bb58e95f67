package dev.hpa.kube.client;

import org.jspecify.annotations.Nullable;

/** Cancels a call at any time, also before it has a connection. Thread-safe. */
public final class CallHandle {

  private boolean isCancelled;
  private @Nullable Runnable abort;

  /** Cancels the call; it fails soon. */
  public void cancel() {
    Runnable current;
    synchronized (this) {
      isCancelled = true;
      current = abort;
    }
    if (current != null) {
      current.run();
    }
  }

  /**
   * Sets how the call is aborted from now on, and aborts it if it was cancelled before.
   *
   * @param how must be thread-safe
   */
  public void abortBy(Runnable how) {
    synchronized (this) {
      abort = how;
      if (!isCancelled) {
        return;
      }
    }
    how.run();
  }
}
