package dev.hpa.kube.content;

import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads protobuf field by field: {@link #next} advances, and one method reads the value. {@link
 * #enter} continues with the fields of a message. Errors have the messages of the Go decoders.
 * Groups, which the Kubernetes API does not use, are not supported. Not thread-safe.
 */
public final class ProtobufReader {

  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED_32 = 5;

  private static final int MAX_VARINT = 10;

  private final byte[] bytes;
  private int position;
  private int limit;
  private int field;
  private int wireType;

  /**
   * @param from first byte
   * @param to end, exclusive
   */
  public ProtobufReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.position = from;
    this.limit = to;
  }

  /** Goes to the next field of the message, if there is one. */
  public boolean next() throws IOException {
    if (position == limit) {
      return false;
    }
    long tag = varint();
    field = (int) (tag >>> 3);
    wireType = (int) (tag & 7);
    if (field <= 0) {
      throw new IOException("proto: illegal tag " + field + " (wire type " + wireType + ")");
    }
    return true;
  }

  /** The number of the field. */
  public int field() {
    return field;
  }

  /** Goes to the next field if it has the same number as the last one. */
  boolean nextIs(int number) throws IOException {
    int before = position;
    int fieldBefore = field;
    int wireTypeBefore = wireType;
    if (next() && field == number) {
      return true;
    }
    position = before;
    field = fieldBefore;
    wireType = wireTypeBefore;
    return false;
  }

  /**
   * Reads a whole number.
   *
   * @throws IOException if the value is none, or malformed; so do the other methods
   */
  public long number() throws IOException {
    require(VARINT);
    return varint();
  }

  /** Continues with the message that is the value; returns the limit to {@link #leave} it with. */
  public int enter() throws IOException {
    require(BYTES);
    long length = varint();
    requireRemaining(length);
    int outer = limit;
    limit = position + (int) length;
    return outer;
  }

  /** Goes to the end of the message. */
  public void leave(int outer) {
    position = limit;
    limit = outer;
  }

  /**
   * Reads the fields 1 and 2 of a message of numbers, such as seconds and nanoseconds.
   *
   * @return the numbers at the indexes 1 and 2; 0 if a field is absent
   */
  public long[] numbers() throws IOException {
    long[] parts = new long[3];
    int outer = enter();
    while (next()) {
      switch (field) {
        case 1, 2 -> parts[field] = number();
        default -> skip();
      }
    }
    leave(outer);
    return parts;
  }

  /** Goes behind the value; returns the position of its first byte. */
  public int skipBytes() throws IOException {
    require(BYTES);
    long length = varint();
    requireRemaining(length);
    int from = position;
    position += (int) length;
    return from;
  }

  /** The index of the next byte. */
  public int position() {
    return position;
  }

  /** The end of the message, exclusive. */
  int limit() {
    return limit;
  }

  /** Whether the value is empty; does not read it. */
  boolean isEmpty() {
    return wireType == BYTES && position < limit && bytes[position] == 0;
  }

  /**
   * Reads a string; malformed UTF-8 becomes U+FFFD.
   *
   * @throws IOException if the message is malformed, or the string has more than 2 MiB: objects of
   *     API servers have less, and it takes several times as much memory
   */
  public String text() throws IOException {
    return text(bytes, skipBytes(), position);
  }

  /** The string in a part of a message, as {@link #text()}. */
  static String text(byte[] bytes, int from, int to) throws IOException {
    int length = to - from;
    if (length > Limit.PROTOBUF_TEXT_BYTES.asInt()) {
      throw new IOException(
          "a string has %d bytes, more than %d"
              .formatted(length, Limit.PROTOBUF_TEXT_BYTES.asInt()));
    }
    return new String(bytes, from, length, StandardCharsets.UTF_8);
  }

  /**
   * Reads a string like {@link #text()}.
   *
   * @param before a string that this reader has read, or {@link Text#NONE}; returned if the value
   *     is the same, so that no other string is created
   */
  public Text text(Text before) throws IOException {
    int from = skipBytes();
    return Arrays.equals(bytes, from, position, bytes, before.from, before.to)
        ? before
        : new Text(text(bytes, from, position), from, position);
  }

  /** A string, and where its reader has read it. */
  public static final class Text {
    /** The empty string, before any other is read. */
    public static final Text NONE = new Text("", 0, 0);

    private final String value;
    private final int from;
    private final int to;

    private Text(String value, int from, int to) {
      this.value = value;
      this.from = from;
      this.to = to;
    }

    /** The string; the same object for all repetitions that {@link #text(Text)} found. */
    public String value() {
      return value;
    }
  }

  /** Skips the value, of any type. */
  public void skip() throws IOException {
    switch (wireType) {
      case VARINT -> varint();
      case FIXED_64 -> skip(Long.BYTES);
      case BYTES -> skipBytes();
      case FIXED_32 -> skip(Integer.BYTES);
      default -> throw new IOException("proto: illegal wireType " + wireType);
    }
  }

  private void skip(int length) throws IOException {
    requireRemaining(length);
    position += length;
  }

  private void require(int wanted) throws IOException {
    if (wireType != wanted) {
      throw new IOException("proto: wrong wireType = " + wireType + " for field " + field);
    }
  }

  private void requireRemaining(long length) throws IOException {
    if (length < 0) {
      throw new IOException("proto: negative length found during unmarshaling");
    }
    if (length > limit - position) {
      throw new IOException("unexpected EOF");
    }
  }

  private long varint() throws IOException {
    // Most are tags and lengths of one byte.
    return position < limit && bytes[position] >= 0 ? bytes[position++] : longVarint();
  }

  private long longVarint() throws IOException {
    long value = 0;
    for (int i = 0; i < MAX_VARINT; i++) {
      requireRemaining(1);
      byte part = bytes[position++];
      value |= (long) (part & 0x7f) << (7 * i);
      if (part >= 0) {
        return value;
      }
    }
    throw new IOException("proto: integer overflow");
  }
}
