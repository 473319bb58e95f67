package dev.hpa.sandbox.proto;

/**
 * Bytes that are not a Kubernetes protobuf body, or an object that cannot be encoded as protobuf.
 */
public final class ProtobufFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ProtobufFormatException(String message) {
    super(message);
  }

  ProtobufFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
