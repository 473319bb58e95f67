package dev.hpa.kube.client;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** The time that a call has left for each read, in real time. */
final class CallDeadline {

  private final long timeout;
  private final long end;
  private final boolean isLimited;

  /**
   * @param timeout longest time of one read
   * @param limit time until all reads have ended; zero for no limit
   */
  CallDeadline(Duration timeout, Duration limit) {
    this.timeout = timeout.toMillis();
    this.isLimited = !limit.isZero();
    this.end = System.nanoTime() + limit.toNanos();
  }

  /**
   * The timeout of the next read in milliseconds, at least 1; 0 for none.
   *
   * @throws InterruptedIOException if no time is left
   */
  int next() throws InterruptedIOException {
    if (!isLimited) {
      return (int) timeout;
    }
    long left = Math.ceilDiv(end - System.nanoTime(), 1_000_000);
    if (left <= 0) {
      throw new SocketTimeoutException("timeout");
    }
    return (int) (timeout == 0 ? left : Math.min(timeout, left));
  }
}
