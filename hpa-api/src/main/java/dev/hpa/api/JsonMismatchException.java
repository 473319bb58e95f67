package dev.hpa.api;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A value that does not match its type. */
final class JsonMismatchException extends IOException {

  private static final long serialVersionUID = 1L;

  JsonMismatchException(@Nullable String message, @Nullable Exception cause) {
    super(message, cause);
  }

  /** Go continues after a token of the wrong type, but not after a string that its type rejects. */
  boolean endsReading() {
    return getCause() != null;
  }
}
