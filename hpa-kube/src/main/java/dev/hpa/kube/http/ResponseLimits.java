package dev.hpa.kube.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the memory that responses take, relative to the maximum heap, so that no server can
 * exhaust it: the size of each response, and how many large ones are read at the same time.
 * Thread-safe.
 */
final class ResponseLimits {

  /** The limits of all calls of the process, as they share its heap. */
  static final ResponseLimits OF_CALLS = ofHeap(Duration.ofSeconds(20));

  /** Those of lists, which take their time and must not wait for calls. */
  static final ResponseLimits OF_LISTS = ofHeap(Duration.ofMinutes(5));

  private static final long MIN_BYTES = 4L << 20;

  /**
   * More than the metrics of the largest supported clusters, 150,000 pods, need in any content
   * type.
   */
  private static final long MAX_BYTES = 256L << 20;

  /** Most responses have a few KB; any number of those that are not larger are read at once. */
  private static final int LARGE = 1 << 18;

  private static final int LARGE_AT_ONCE = 2;

  private final long maxBytes;
  private final Duration wait;
  private final Semaphore large = new Semaphore(LARGE_AT_ONCE, true);

  /**
   * @param heap maximum size of the heap in bytes
   * @param wait longest wait for other large responses, in real time
   */
  ResponseLimits(long heap, Duration wait) {
    this.maxBytes = Math.clamp(heap / 16, MIN_BYTES, MAX_BYTES);
    this.wait = wait;
  }

  private static ResponseLimits ofHeap(Duration wait) {
    return new ResponseLimits(Runtime.getRuntime().maxMemory(), wait);
  }

  /** The count of one response; used by one thread, and closed when the response has been read. */
  final class Response implements AutoCloseable {

    private long bytes;
    private boolean isLarge;

    /**
     * Counts bytes that were read; waits while too many other large responses are read.
     *
     * @throws ResponseTooLargeException if the response is too large
     * @throws IOException if the others take too long
     */
    void add(int count) throws IOException {
      bytes += count;
      if (bytes > maxBytes) {
        throw new ResponseTooLargeException(maxBytes);
      }
      if (bytes > LARGE && !isLarge) {
        isLarge = acquired();
      }
    }

    private boolean acquired() throws IOException {
      try {
        if (large.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)) {
          return true;
        }
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while other large responses are read");
      }
      throw new IOException(
          "too many large responses at the same time; none ended within "
              + wait.toSeconds()
              + " s");
    }

    @Override
    public void close() {
      if (isLarge) {
        isLarge = false;
        large.release();
      }
    }
  }
}
