package dev.hpa.kube.content;

import dev.hpa.api.ResponseMemory;
import java.io.IOException;
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

  /** Reads a response, whose values stay in use until both are known. */
  public static CountedMemory of(ResponseMemory.Reading<?> reading) throws IOException {
    AtomicLong counted = new AtomicLong();
    long before = used();
    Object values = ResponseMemory.of(counted::addAndGet, reading);
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
