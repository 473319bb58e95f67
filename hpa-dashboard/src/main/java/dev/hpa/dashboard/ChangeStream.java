package dev.hpa.dashboard;

import org.jspecify.annotations.Nullable;

/** A stream of server-sent events for one client. */
public interface ChangeStream extends AutoCloseable {

  /**
   * Blocks until the next events, at most 15 s. Call it from a virtual thread.
   *
   * @return events as they are sent; null at the end of the stream
   */
  @Nullable String next() throws InterruptedException;

  @Override
  void close();
}
