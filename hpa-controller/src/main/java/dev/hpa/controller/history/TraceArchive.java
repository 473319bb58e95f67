package dev.hpa.controller.history;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
    final List<Long> times = new ArrayList<>(BLOCK);
    final List<byte[]> traces = new ArrayList<>(BLOCK);

    Block(byte[] dictionary) {
      this.dictionary = dictionary;
    }
  }

  void add(KeptTrace trace) {
    long at = trace.at().toEpochMilli();
    byte[] text = trace.text().getBytes(StandardCharsets.UTF_8);
    Block block = blocks.peekLast();
    if (block == null || block.times.size() == BLOCK) {
      block = new Block(deflate(text, null));
      blocks.addLast(block);
    }
    block.times.add(at);
    block.traces.add(deflate(text, inflate(block.dictionary, null)));
  }

  /** Removes the blocks whose last trace is older. */
  void removeBefore(long millis) {
    while (!blocks.isEmpty() && blocks.getFirst().times.getLast() < millis) {
      blocks.removeFirst();
    }
  }

  /** The trace of a time in milliseconds; null if there is none. */
  @Nullable KeptTrace at(long millis) {
    for (Block block : blocks) {
      int index = block.times.lastIndexOf(millis);
      if (index >= 0) {
        byte[] text = inflate(block.traces.get(index), inflate(block.dictionary, null));
        return KeptTrace.parse(
            Instant.ofEpochMilli(millis), new String(text, StandardCharsets.UTF_8));
      }
    }
    return null;
  }

  /** The size in memory, in bytes, with 56 for the objects of each trace. */
  long bytes() {
    long bytes = 0;
    for (Block block : blocks) {
      bytes += 160 + block.dictionary.length;
      for (byte[] trace : block.traces) {
        bytes += 56 + trace.length;
      }
    }
    return bytes;
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
