package dev.hpa.controller.history;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Columns of numbers as differences of variable length: small ones take 1 byte, and a run of equal
 * numbers 2 to 3. Not thread-safe.
 */
final class NumberColumns {

  private NumberColumns() {}

  /** Writes columns. */
  static final class Writer {
    private final DataOutputStream out;

    Writer(DataOutputStream out) {
      this.out = out;
    }

    void add(int[] column) throws IOException {
      long last = 0;
      int run = 0;
      for (int value : column) {
        long difference = value - last;
        last = value;
        if (difference == 0) {
          run++;
        } else {
          endRun(run);
          run = 0;
          write((difference << 1) ^ (difference >> 63));
        }
      }
      endRun(run);
    }

    /** A 0, and the length of the run. */
    private void endRun(int run) throws IOException {
      if (run > 0) {
        write(0);
        write(run);
      }
    }

    private void write(long value) throws IOException {
      long rest = value;
      while (rest >= 0x80) {
        out.writeByte((int) ((rest & 0x7F) | 0x80));
        rest >>>= 7;
      }
      out.writeByte((int) rest);
    }
  }

  /** Reads columns. */
  static final class Reader {
    private final DataInputStream in;
    private final int size;

    /**
     * @param size the length of each column
     */
    Reader(DataInputStream in, int size) {
      this.in = in;
      this.size = size;
    }

    /**
     * The next column.
     *
     * @throws IllegalArgumentException if a run is longer than the column
     */
    int[] next() throws IOException {
      int[] column = new int[size];
      long last = 0;
      for (int i = 0; i < size; ) {
        long code = read();
        long run = code == 0 ? read() : 1;
        last += (code >>> 1) ^ -(code & 1);
        if (run < 1 || run > size - i) {
          throw new IllegalArgumentException("a run has the length \"" + run + "\"");
        }
        for (long end = i + run; i < end; i++) {
          column[i] = (int) last;
        }
      }
      return column;
    }

    private long read() throws IOException {
      long value = 0;
      for (int shift = 0; shift < 64; shift += 7) {
        int next = in.readUnsignedByte();
        value |= (long) (next & 0x7F) << shift;
        if (next < 0x80) {
          return value;
        }
      }
      throw new IllegalArgumentException("a number is too long");
    }
  }
}
