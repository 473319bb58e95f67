package dev.hpa.api;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the values of a response take beside its bytes: a value as short as two bytes
 * takes 100 in memory. Who reads a response binds its budget to the reading thread; whatever keeps
 * values of it counts them there. Outside of a response nothing is counted.
 */
public final class ResponseMemory {

  private static final ThreadLocal<@Nullable Budget> CURRENT = new ThreadLocal<>();

  private ResponseMemory() {}

  /** What one response may take. */
  @FunctionalInterface
  public interface Budget {
    /**
     * Takes bytes until the response has been read; may wait for other responses.
     *
     * @throws IOException if the response takes too much, or others take too long
     */
    void take(int bytes) throws IOException;
  }

  /** Reads a response. */
  @FunctionalInterface
  public interface Reading<T> {
    T read() throws IOException;
  }

  /** Reads a response, whose values take memory of a budget. */
  public static <T> T of(Budget budget, Reading<T> reading) throws IOException {
    Budget outer = CURRENT.get();
    CURRENT.set(budget);
    try {
      return reading.read();
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /**
   * Takes memory for values or copies of the response that this thread reads, if it reads one.
   *
   * @throws IOException as {@link Budget#take}
   */
  public static void take(int bytes) throws IOException {
    Budget budget = CURRENT.get();
    if (budget != null) {
      budget.take(bytes);
    }
  }
}
