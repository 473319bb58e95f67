package dev.hpa.kube.client;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** The time that a call has left for each read, in real time. */
final class CallDeadline {

  private final long patience;
  private final long end;
  private final boolean isLimited;

  /**
   * @param patience longest time of one read
   * @param limit time until all reads have ended; zero for no limit
   */
  CallDeadline(Duration patience, Duration limit) {
    this.patience = patience.toMillis();
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
      return (int) patience;
    }
    long left = Math.ceilDiv(end - System.nanoTime(), 1_000_000);
    if (left <= 0) {
      throw new SocketTimeoutException("timeout");
    }
    return (int) (patience == 0 ? left : Math.min(patience, left));
  }
}
