package dev.hpa.controller.world;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The body of a response on its way to a client: bytes, and an end or a failure, in order. */
final class Pipe {

  private final World world;
  private final Deque<byte[]> arrived = new ArrayDeque<>();
  private @Nullable Thread reader;
  private @Nullable IOException failure;
  private boolean isEnded;
  private boolean isAborted;
  private int offset;
  private Instant lastArrival = Instant.MIN;

  Pipe(World world) {
    this.world = world;
  }

  /** Lets something arrive after a delay, and after all that was sent before. */
  private void arrive(Duration delay, Runnable what) {
    Instant at = world.now().plus(delay);
    Instant then = at.isAfter(lastArrival) ? at : lastArrival;
    lastArrival = then;
    world.after(
        Duration.between(world.now(), then),
        () -> {
          what.run();
          wake();
        });
  }

  void wake() {
    if (reader != null) {
      LockSupport.unpark(reader);
    }
  }

  void send(byte[] bytes, Duration delay) {
    if (bytes.length > 0) {
      arrive(delay, () -> arrived.add(bytes));
    }
  }

  void end(Duration delay) {
    arrive(delay, () -> isEnded = true);
  }

  void fail(IOException how, Duration delay) {
    arrive(delay, () -> failure = how);
  }

  /** The connection breaks now: what has not been read is lost. */
  void breakDown(IOException how) {
    arrived.clear();
    offset = 0;
    failure = how;
    wake();
  }

  /** The client has closed the connection. */
  void abort() {
    isAborted = true;
    wake();
  }

  boolean isAborted() {
    return isAborted;
  }

  /** Waits for a condition on the thread of the client. */
  void await(BooleanSupplier condition, @Nullable Instant end) throws IOException {
    reader = Thread.currentThread();
    World.Cancellation alarm =
        end == null ? () -> {} : world.after(Duration.between(world.now(), end), this::wake);
    try {
      while (!condition.getAsBoolean()) {
        if (isAborted) {
          throw new SocketException("Socket closed");
        }
        if (Thread.currentThread().isInterrupted()) {
          isAborted = true;
          throw new SocketException("Closed by interrupt");
        }
        if (end != null && !world.now().isBefore(end)) {
          throw new SocketTimeoutException("timeout");
        }
        LockSupport.park(this);
      }
    } finally {
      alarm.cancel();
    }
  }

  /**
   * What the client reads.
   *
   * @param timeout of each read
   * @param end of all reads; null for none
   */
  InputStream input(Duration timeout, @Nullable Instant end) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        Instant latest = world.now().plus(timeout);
        await(
            () -> !arrived.isEmpty() || failure != null || isEnded,
            end == null || latest.isBefore(end) ? latest : end);
        byte[] first = arrived.peek();
        if (first == null) {
          if (failure != null) {
            throw failure;
          }
          return -1;
        }
        int count = Math.min(length, first.length - offset);
        System.arraycopy(first, offset, bytes, from, count);
        offset += count;
        if (offset == first.length) {
          arrived.remove();
          offset = 0;
        }
        return count;
      }
    };
  }
}
