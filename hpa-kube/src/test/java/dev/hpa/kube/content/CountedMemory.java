package dev.hpa.kube.content;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the values of a response really take, and what was counted of it.
 *
 * @param kept in bytes; other threads that allocate memory at the same time make it inexact
 * @param counted in bytes
 */
public record CountedMemory(long kept, long counted) {

  /** Reads a response. */
  @FunctionalInterface
  public interface Reading {
    Object read(InputStream body) throws IOException;
  }

  /** A body whose bytes and values are counted. */
  public static InputStream body(byte[] response, AtomicLong counted) {
    return new CountedInput(
        new ByteArrayInputStream(response),
        new CountedInput.Budget() {
          @Override
          public void count(long bytes) {
            counted.addAndGet(bytes);
          }

          @Override
          public void take(long bytes) {
            counted.addAndGet(bytes);
          }
        });
  }

  /** Reads a response, whose values stay in use until both are known. */
  public static CountedMemory of(byte[] response, Reading reading) throws IOException {
    AtomicLong counted = new AtomicLong();
    long before = used();
    Object values = reading.read(body(response, counted));
    try {
      return new CountedMemory(used() - before, counted.get());
    } finally {
      Reference.reachabilityFence(values);
    }
  }

  private static long used() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }
}
