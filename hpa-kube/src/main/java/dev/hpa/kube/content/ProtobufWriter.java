package dev.hpa.kube.content;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes Protobuf backward, from the end to the start, so that the length of a message is known
 * when it is written: the caller writes the fields with the highest numbers and the last elements
 * of lists first. As Go's encoders do the same, the bytes can equal those of an API server. Not
 * thread-safe.
 */
public final class ProtobufWriter {

  private static final int VARINT = 0;
  private static final int BYTES = 2;

  private byte[] bytes;

  /** The first byte written. */
  private int begin;

  public ProtobufWriter() {
    this(512);
  }

  /**
   * @param capacity number of bytes that are probably written; it grows if there are more
   */
  public ProtobufWriter(int capacity) {
    bytes = new byte[capacity];
    begin = capacity;
  }

  /** Writes a number, also if it is zero. */
  public void number(int field, long value) {
    varint(value);
    tag(field, VARINT);
  }

  /** Writes a string, also if it is empty. */
  public void text(int field, String value) {
    bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes bytes, or a message that is already encoded. */
  public void bytes(int field, byte[] value) {
    raw(value);
    varint(value.length);
    tag(field, BYTES);
  }

  /** Writes a message whose fields the content writes to this writer. */
  public void message(int field, Runnable content) {
    int end = size();
    content.run();
    varint(size() - end);
    tag(field, BYTES);
  }

  /** Writes bytes as they are. */
  public void raw(byte[] value) {
    reserve(value.length);
    begin -= value.length;
    System.arraycopy(value, 0, bytes, begin, value.length);
  }

  /** Everything that was written. */
  public byte[] toBytes() {
    return Arrays.copyOfRange(bytes, begin, bytes.length);
  }

  private int size() {
    return bytes.length - begin;
  }

  private void tag(int field, int wireType) {
    varint(((long) field << 3) | wireType);
  }

  private void varint(long value) {
    int length = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
    reserve(length);
    begin -= length;
    long rest = value;
    for (int i = 0; i < length; i++) {
      bytes[begin + i] = (byte) (i == length - 1 ? rest : (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
  }

  private void reserve(int length) {
    if (length > begin) {
      byte[] larger = new byte[Math.max(2 * bytes.length, size() + length)];
      int moved = larger.length - size();
      System.arraycopy(bytes, begin, larger, moved, size());
      begin = moved;
      bytes = larger;
    }
  }
}
