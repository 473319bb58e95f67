package dev.hpa.kube.http;

import dev.hpa.api.ResponseMemory;
import dev.hpa.kube.content.CountedInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the memory that responses take, relative to the maximum heap, so that no server can
 * exhaust it: the size of each response, what is kept of it, and both of all that are read at the
 * same time. Responses share a budget of as many bytes as one may have, of which those of one API
 * take at most as much as they leave free, so that a slow one does not hold all; the first for
 * which it does not suffice is read regardless, so that responses never wait for each other in a
 * circle. It takes at most twice as much with all that is kept of it. Thread-safe.
 */
public final class ResponseLimits {

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

  /**
   * Most responses have a few KB; any number of those that are not larger are read at once. Larger
   * ones take parts of this size from the budget.
   */
  static final int PART = 1 << 18;

  private final long maxBytes;
  private final Duration wait;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();

  /** What responses have taken of the budget, by API. */
  private final Map<String, Long> taken = new HashMap<>();

  private long budget;
  private @Nullable Response exempt;

  /**
   * @param heap maximum size of the heap in bytes
   * @param wait longest wait for other large responses, in real time
   */
  ResponseLimits(long heap, Duration wait) {
    this.maxBytes = Math.clamp(heap / 16, MIN_BYTES, MAX_BYTES);
    this.budget = maxBytes;
    this.wait = wait;
  }

  private static ResponseLimits ofHeap(Duration wait) {
    return new ResponseLimits(Runtime.getRuntime().maxMemory(), wait);
  }

  /** Reads a body. */
  @FunctionalInterface
  public interface BodyReader<T> {
    T read(InputStream body) throws IOException;
  }

  /**
   * Reads a body, and counts it and its values among the responses of calls. Does not close it.
   *
   * @param api from which it comes; any text, as long as it is the same for all its responses
   * @throws ResponseTooLargeException if the body is too large
   * @throws ResponsesBusyException if others take all memory for too long
   * @throws IOException if it cannot be read
   */
  public static <T> T ofCalls(String api, InputStream body, BodyReader<T> reader)
      throws IOException {
    try (Response response = OF_CALLS.new Response(api, true)) {
      InputStream counted =
          new CountedInput(body) {
            @Override
            protected void count(long read) throws IOException {
              response.add((int) read);
            }
          };
      return ResponseMemory.of(response, () -> reader.read(counted));
    }
  }

  /** The count of one response; used by one thread, and closed when the response has been read. */
  final class Response implements ResponseMemory.Budget, AutoCloseable {

    private final String api;
    private final boolean isKept;
    private long bytes;

    /** The bytes that are kept, and what values and copies take beside them. */
    private long memory;

    private long allowed = PART;

    /** Of the budget; guarded by the lock. */
    private long taken;

    /**
     * @param api from which it comes
     * @param isKept whether it takes memory as it is read; one of which little is kept is limited
     *     by the time for it, and by {@link #MAX_BYTES}
     */
    Response(String api, boolean isKept) {
      this.api = api;
      this.isKept = isKept;
    }

    /**
     * Counts bytes that were read; waits while the other large responses take the whole budget.
     *
     * @throws ResponseTooLargeException if the response is too large
     * @throws IOException if the others take too long
     */
    void add(int count) throws IOException {
      bytes += count;
      if (bytes > (isKept ? maxBytes : MAX_BYTES)) {
        throw isKept
            ? new ResponseTooLargeException(maxBytes)
            : ResponseTooLargeException.ofStream(MAX_BYTES);
      }
      if (isKept) {
        take(count);
      }
    }

    /**
     * Counts memory that values and copies of the response take beside its bytes, as {@link #add};
     * the limit of its size does not include them.
     *
     * @throws ResponseTooLargeException if all of it takes too much
     * @throws IOException if the others take too long
     */
    @Override
    public void take(int more) throws IOException {
      memory += more;
      if (memory > 2 * maxBytes) {
        throw ResponseTooLargeException.inMemory(2 * maxBytes);
      }
      if (memory > allowed) {
        awaitFor(memory);
      }
    }

    /** Uncounts memory that is not used any more; other responses have it after this one. */
    void giveBack(int less) {
      memory -= less;
    }

    private void awaitFor(long needed) throws IOException {
      long more = Math.ceilDiv(needed - allowed, PART) * PART;
      await(this, more);
      allowed += more;
    }

    @Override
    public void close() {
      if (allowed > PART) {
        allowed = PART;
        release(this);
      }
    }
  }

  private void await(Response response, long more) throws IOException {
    RateLimitWaitListener observer =
        RateLimitWaitListener.OBSERVER.orElse(RateLimitWaitListener.NONE);
    observer.begun();
    lock.lock();
    try {
      long left = wait.toNanos();
      while (!isTaken(response, more)) {
        if (left <= 0) {
          throw new ResponsesBusyException(wait);
        }
        left = released.awaitNanos(left);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while other large responses are read");
    } finally {
      lock.unlock();
      observer.ended();
    }
  }

  private boolean isTaken(Response response, long more) {
    long ofApi = taken.getOrDefault(response.api, 0L) + more;
    if (ofApi <= budget - more) {
      budget -= more;
      response.taken += more;
      taken.put(response.api, ofApi);
      return true;
    }
    if (exempt == null) {
      exempt = response;
    }
    return exempt == response;
  }

  private void release(Response response) {
    lock.lock();
    try {
      budget += response.taken;
      long returned = response.taken;
      taken.computeIfPresent(
          response.api, (any, all) -> all == returned ? null : Long.valueOf(all - returned));
      response.taken = 0;
      if (exempt == response) {
        exempt = null;
      }
      released.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
