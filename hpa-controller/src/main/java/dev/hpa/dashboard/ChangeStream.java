package dev.hpa.dashboard;

import org.jspecify.annotations.Nullable;

/** A stream of server-sent events for one client. */
public interface ChangeStream extends AutoCloseable {

  /**
   * Blocks until the next events, at most 15 s.
   *
   * @return events as they are sent, which other streams share; null at the end of the stream
   */
  byte @Nullable [] next() throws InterruptedException;

  @Override
  void close();
}
