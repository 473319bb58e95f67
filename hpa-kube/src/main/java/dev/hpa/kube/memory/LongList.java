package dev.hpa.kube.memory;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * An unmodifiable list that takes 8 bytes for each value, a third of what a list of objects takes.
 */
public final class LongList extends AbstractList<Long> implements RandomAccess {

  private final long[] values;

  private LongList(long[] values) {
    this.values = values;
  }

  /** Collects values in their order. Not thread-safe. */
  public static final class Builder {
    private long[] values = new long[4];
    private int size;

    /** Adds a value at the end. */
    public void add(long value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, size + (size >> 1));
      }
      values[size++] = value;
    }

    /** The number of values so far. */
    public int size() {
      return size;
    }

    /** Removes all values. */
    public void clear() {
      size = 0;
    }

    /** The values so far. */
    public LongList build() {
      return new LongList(Arrays.copyOf(values, size));
    }
  }

  @Override
  public Long get(int index) {
    return values[index];
  }

  @Override
  public int size() {
    return values.length;
  }
}
