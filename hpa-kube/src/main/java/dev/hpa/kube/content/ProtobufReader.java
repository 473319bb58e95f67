package dev.hpa.kube.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads protobuf field by field: {@link #next} advances, and one method reads the value. Errors
 * have the messages of the Go decoders. Groups, which the Kubernetes API does not use, are not
 * supported. Not thread-safe.
 */
final class ProtobufReader {

  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED_32 = 5;

  private static final int LONGEST_VARINT = 10;

  private final ByteBuffer in;
  private int field;
  private int wireType;

  ProtobufReader(ByteBuffer in) {
    this.in = in;
  }

  /** Goes to the next field, if there is one. */
  boolean next() throws IOException {
    if (!in.hasRemaining()) {
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

  int field() {
    return field;
  }

  long number() throws IOException {
    require(VARINT);
    return varint();
  }

  ByteBuffer bytes() throws IOException {
    require(BYTES);
    return take(varint());
  }

  String text() throws IOException {
    return StandardCharsets.UTF_8.decode(bytes()).toString();
  }

  void skip() throws IOException {
    switch (wireType) {
      case VARINT -> varint();
      case FIXED_64 -> take(Long.BYTES);
      case BYTES -> take(varint());
      case FIXED_32 -> take(Integer.BYTES);
      default -> throw new IOException("proto: illegal wireType " + wireType);
    }
  }

  private void require(int wanted) throws IOException {
    if (wireType != wanted) {
      throw new IOException("proto: wrong wireType = " + wireType + " for field " + field);
    }
  }

  private long varint() throws IOException {
    long value = 0;
    for (int i = 0; i < LONGEST_VARINT; i++) {
      byte part = take(1).get();
      value |= (long) (part & 0x7f) << (7 * i);
      if (part >= 0) {
        return value;
      }
    }
    throw new IOException("proto: integer overflow");
  }

  private ByteBuffer take(long length) throws IOException {
    if (length < 0) {
      throw new IOException("proto: negative length found during unmarshaling");
    }
    if (length > in.remaining()) {
      throw new IOException("unexpected EOF");
    }
    ByteBuffer taken = in.slice(in.position(), (int) length);
    in.position(in.position() + (int) length);
    return taken;
  }
}
