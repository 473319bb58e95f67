package dev.hpa.api;

import org.jspecify.annotations.Nullable;

/** JSON that is malformed or does not match the target type; the message names the field path. */
public final class JsonFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JsonFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
