package dev.hpa.kube.http;

import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bounds the memory that responses take, relative to the heap, so that no server can exhaust it:
 * the size of each response, and with what is kept of it that of all that are read at the same
 * time. They share a part of the pool, by API, so that a slow one does not hold all; the first for
 * which it does not suffice is read alone in another part, so that responses never wait for each
 * other in a circle. Thread-safe.
 */
public final class ResponseLimits {

  private final MemoryPool pool;
  private final MemoryPart shared;
  private final MemoryPart alone;
  private final Duration wait;
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();

  /**
   * @param wait longest wait for other large responses, in real time
   */
  ResponseLimits(MemoryPool pool, MemoryPart shared, MemoryPart alone, Duration wait) {
    this.pool = pool;
    this.shared = shared;
    this.alone = alone;
    this.wait = wait;
    this.maxBytes =
        Math.clamp(
            pool.heap() / Limit.RESPONSE_PART_OF_HEAP.asInt(),
            Limit.LEAST_RESPONSE_BYTES.asLong(),
            Limit.MOST_RESPONSE_BYTES.asLong());
  }

  /** The limits of calls. */
  public static ResponseLimits ofCalls(MemoryPool pool) {
    return new ResponseLimits(
        pool, MemoryPart.RESPONSES, MemoryPart.LARGE_RESPONSE, Duration.ofSeconds(20));
  }

  /** Those of lists, which take their time and must not wait for calls. */
  public static ResponseLimits ofLists(MemoryPool pool) {
    return new ResponseLimits(pool, MemoryPart.LISTS, MemoryPart.LARGE_LIST, Duration.ofMinutes(5));
  }

  /** Reads a body. */
  @FunctionalInterface
  public interface BodyReader<T> {
    T read(InputStream body) throws IOException;
  }

  /**
   * Reads a body, and counts it and its values among the responses. Does not close it.
   *
   * @param api from which it comes; any text, as long as it is the same for all its responses
   * @throws ResponseTooLargeException if the body is too large
   * @throws ResponsesBusyException if others take all memory for too long
   * @throws IOException if it cannot be read
   */
  public <T> T read(String api, InputStream body, BodyReader<T> reader) throws IOException {
    try (Response response = new Response(api, true)) {
      return reader.read(new CountedInput(body, response));
    }
  }

  /** The count of one response; used by one thread, and closed when the response has been read. */
  final class Response implements CountedInput.Budget, AutoCloseable {

    private final boolean isKept;
    private final MemoryPool.Account own;

    /** Of the part that only one response has. */
    private final MemoryPool.Account whole;

    private long bytes;

    /** The bytes that are kept, and what values and copies take beside them. */
    private long memory;

    private long allowed = Limit.SMALL_RESPONSE_BYTES.asInt();

    /**
     * @param api from which it comes
     * @param isKept whether it takes memory as it is read; one of which little is kept is limited
     *     by the time for it, and by {@link Limit#MOST_RESPONSE_BYTES}
     */
    Response(String api, boolean isKept) {
      this.isKept = isKept;
      this.own = pool.account(shared, api);
      this.whole = pool.account(alone, api);
    }

    /**
     * Counts bytes that were read; waits while the other large responses take the memory.
     *
     * @throws ResponseTooLargeException if the response is too large
     * @throws ResponsesBusyException if the others take too long
     */
    @Override
    public void count(long read) throws IOException {
      bytes += read;
      if (bytes > (isKept ? maxBytes : Limit.MOST_RESPONSE_BYTES.asLong())) {
        throw isKept
            ? new ResponseTooLargeException(maxBytes)
            : ResponseTooLargeException.ofStream(Limit.MOST_RESPONSE_BYTES.asLong());
      }
      if (isKept) {
        take(read);
      }
    }

    /** As {@link #count}; the limit of its size does not include them. */
    @Override
    public void take(long more) throws IOException {
      memory += more;
      if (memory > 2 * maxBytes) {
        throw ResponseTooLargeException.inMemory(2 * maxBytes);
      }
      if (memory > allowed) {
        long parts =
            Math.ceilDiv(memory - allowed, Limit.SMALL_RESPONSE_BYTES.asInt())
                * Limit.SMALL_RESPONSE_BYTES.asInt();
        await(this, parts);
        allowed += parts;
      }
    }

    private boolean isTaken(long more) {
      return whole.bytes() > 0 || own.take(more) || whole.take(pool.size(alone));
    }

    @Override
    public void close() {
      if (allowed > Limit.SMALL_RESPONSE_BYTES.asInt()) {
        lock.lock();
        try {
          own.close();
          whole.close();
          released.signalAll();
        } finally {
          lock.unlock();
        }
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
      while (!response.isTaken(more)) {
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
}
