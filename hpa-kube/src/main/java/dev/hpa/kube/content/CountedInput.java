package dev.hpa.kube.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Supplier;

/** Counts the bytes that are read or skipped in a budget, which may fail at a limit. */
public class CountedInput extends FilterInputStream {

  private static final int USUAL_BYTES = 1 << 12;

  private final Budget budget;

  public CountedInput(InputStream in, Budget budget) {
    super(in);
    this.budget = budget;
  }

  /** What may be read of a body and kept of it. Used by one thread. */
  @FunctionalInterface
  public interface Budget {

    /**
     * Counts bytes that were read.
     *
     * @param bytes more than 0
     * @throws IOException if they exceed a limit
     */
    void count(long bytes) throws IOException;

    /**
     * Takes memory for values and copies that are kept of the body: a value of two bytes takes 100
     * in memory.
     *
     * @throws IOException if they exceed a limit
     */
    default void take(long bytes) throws IOException {}

    /** A budget of a number of bytes. */
    static Budget atMost(long limit, Supplier<IOException> beyond) {
      long[] all = {0};
      return read -> {
        all[0] += read;
        if (all[0] > limit) {
          throw beyond.get();
        }
      };
    }

    /** The budget of a body; unlimited if it has none. */
    static Budget of(InputStream body) {
      return switch (body) {
        case CountedInput counted -> counted.budget;
        case ProtobufBody protobuf -> protobuf.budget();
        default -> read -> {};
      };
    }
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    if (next >= 0) {
      budget.count(1);
    }
    return next;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    if (read > 0) {
      budget.count(read);
    }
    return read;
  }

  /** Not with 16 KB at first, as the superclass does; most responses have 3 KB. */
  @Override
  public byte[] readAllBytes() throws IOException {
    byte[] first = readNBytes(USUAL_BYTES);
    if (first.length < USUAL_BYTES) {
      return first;
    }
    byte[] rest = super.readAllBytes();
    byte[] all = Arrays.copyOf(first, first.length + rest.length);
    System.arraycopy(rest, 0, all, first.length, rest.length);
    return all;
  }

  @Override
  public long skip(long length) throws IOException {
    long skipped = super.skip(length);
    if (skipped > 0) {
      budget.count(skipped);
    }
    return skipped;
  }
}
