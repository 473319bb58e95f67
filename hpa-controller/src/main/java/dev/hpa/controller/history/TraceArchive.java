package dev.hpa.controller.history;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Explanations of one autoscaler, compressed in blocks: the first of a block is the dictionary of
 * the others, from which they differ in a few numbers. Not thread-safe.
 */
final class TraceArchive {

  /** More make the blocks smaller, and keep outdated ones longer. */
  private static final int BLOCK = 16;

  private final Deque<Block> blocks = new ArrayDeque<>();

  private static final class Block {
    final byte[] dictionary;
    private final long[] times = new long[BLOCK];
    private final int[] ends = new int[BLOCK];
    private byte[] data = {};
    private int size;

    Block(byte[] dictionary) {
      this.dictionary = dictionary;
    }

    boolean isFull() {
      return size == BLOCK;
    }

    long last() {
      return times[size - 1];
    }

    void add(long at, byte[] trace) {
      int start = data.length;
      data = Arrays.copyOf(data, start + trace.length);
      System.arraycopy(trace, 0, data, start, trace.length);
      times[size] = at;
      ends[size] = data.length;
      size++;
    }

    /** The last trace of a time; null if there is none. */
    byte @Nullable [] at(long time) {
      for (int i = size - 1; i >= 0; i--) {
        if (times[i] == time) {
          return Arrays.copyOfRange(data, i == 0 ? 0 : ends[i - 1], ends[i]);
        }
      }
      return null;
    }

    /** With the headers of the objects. */
    long bytes() {
      return 120L + dictionary.length + BLOCK * (Long.BYTES + Integer.BYTES) + data.length;
    }
  }

  void add(KeptTrace trace) {
    long at = trace.at().toEpochMilli();
    byte[] text = trace.text().getBytes(StandardCharsets.UTF_8);
    Block block = blocks.peekLast();
    if (block == null || block.isFull()) {
      block = new Block(deflate(text, null));
      blocks.addLast(block);
    }
    block.add(at, deflate(text, inflate(block.dictionary, null)));
  }

  /** Removes the blocks whose last trace is older. */
  void removeBefore(long millis) {
    while (!blocks.isEmpty() && blocks.getFirst().last() < millis) {
      blocks.removeFirst();
    }
  }

  /** Removes the oldest block; false if there is none. */
  boolean removeFirst() {
    return blocks.pollFirst() != null;
  }

  /** The trace of a time in milliseconds; null if there is none. */
  @Nullable KeptTrace at(long millis) {
    for (Block block : blocks) {
      byte[] found = block.at(millis);
      if (found != null) {
        byte[] text = inflate(found, inflate(block.dictionary, null));
        return KeptTrace.parse(
            Instant.ofEpochMilli(millis), new String(text, StandardCharsets.UTF_8));
      }
    }
    return null;
  }

  /** The size in memory, in bytes. */
  long bytes() {
    return blocks.stream().mapToLong(Block::bytes).sum();
  }

  private static byte[] deflate(byte[] text, byte @Nullable [] dictionary) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    try {
      if (dictionary != null) {
        deflater.setDictionary(dictionary);
      }
      deflater.setInput(text);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream(text.length / 2 + 16);
      byte[] buffer = new byte[1024];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private static byte[] inflate(byte[] deflated, byte @Nullable [] dictionary) {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(deflated);
      if (dictionary != null) {
        inflater.setDictionary(dictionary);
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
      byte[] buffer = new byte[1024];
      while (!inflater.finished()) {
        out.write(buffer, 0, inflater.inflate(buffer));
      }
      return out.toByteArray();
    } catch (DataFormatException impossible) {
      throw new IllegalStateException("a kept trace is damaged", impossible);
    } finally {
      inflater.end();
    }
  }
}
