package dev.hpa.kube.content;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A message in Protobuf, as a part of a byte array that must not change. Immutable. */
public final class ProtobufSlice {

  private final byte[] bytes;
  private final int from;
  private final int to;
  private final ProtobufMessage type;

  /**
   * @param from first byte of the message
   * @param to its end, exclusive
   */
  ProtobufSlice(byte[] bytes, int from, int to, ProtobufMessage type) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.type = type;
  }

  /**
   * The message at whose start a parser is. The parser does not move.
   *
   * @return null if the parser does not read Protobuf, or is not at the start of a message
   */
  public static @Nullable ProtobufSlice of(JsonParser in) {
    return in instanceof ProtobufParser parser ? parser.slice() : null;
  }

  /**
   * The message of an object in the body of a response. The body does not move.
   *
   * @return null if the body is not an object of this type in Protobuf
   */
  public static @Nullable ProtobufSlice of(InputStream body, String apiVersion, String kind) {
    return body instanceof ProtobufBody protobuf ? protobuf.slice(apiVersion, kind) : null;
  }

  /** Reads the fields of the message. */
  public ProtobufReader reader() {
    return new ProtobufReader(bytes, from, to);
  }

  /** The tokens of the message in JSON, positioned at the first one. */
  public JsonParser parser() throws IOException {
    JsonParser parser = new ProtobufParser(bytes, from, to, type);
    parser.nextToken();
    return parser;
  }

  /**
   * The value of a field that is a message.
   *
   * @return an empty message if the field is absent
   * @throws IOException if the message is malformed
   * @throws IllegalArgumentException if the type has no such field
   */
  public ProtobufSlice message(int number) throws IOException {
    ProtobufMessage.Field field = type.field(number);
    if (field == null || field.kind() != ProtobufMessage.Kind.MESSAGE) {
      throw new IllegalArgumentException("the message has no message " + number);
    }
    ProtobufReader in = find(number);
    int begin = in == null ? to : in.skipBytes();
    return new ProtobufSlice(bytes, begin, in == null ? to : in.position(), field.message());
  }

  /**
   * The value of a field that is a string.
   *
   * @return empty if the field is absent
   * @throws IOException if the message is malformed
   */
  public String text(int number) throws IOException {
    ProtobufReader in = find(number);
    return in == null ? "" : in.text();
  }

  private @Nullable ProtobufReader find(int number) throws IOException {
    ProtobufReader in = reader();
    while (in.next()) {
      if (in.field() == number) {
        return in;
      }
      in.skip();
    }
    return null;
  }

  /**
   * The bytes of the message without some of its fields.
   *
   * @throws IOException if the message is malformed
   */
  public byte[] without(int... numbers) throws IOException {
    byte[] rest = new byte[to - from];
    int length = 0;
    ProtobufReader in = reader();
    int begin = from;
    while (in.next()) {
      in.skip();
      if (!contains(numbers, in.field())) {
        System.arraycopy(bytes, begin, rest, length, in.position() - begin);
        length += in.position() - begin;
      }
      begin = in.position();
    }
    return Arrays.copyOf(rest, length);
  }

  private static boolean contains(int[] numbers, int wanted) {
    for (int each : numbers) {
      if (each == wanted) {
        return true;
      }
    }
    return false;
  }

  /** Whether the message consists of these bytes. */
  public boolean hasBytes(byte[] expected) {
    return Arrays.equals(bytes, from, to, expected, 0, expected.length);
  }

  /** A copy of the bytes of the message. */
  public byte[] toBytes() {
    return Arrays.copyOfRange(bytes, from, to);
  }
}
