package dev.hpa.conformance.environment;

import java.io.IOException;

/** The API server refused what a case asked it for. */
final class RefusedException extends IOException {

  private static final long serialVersionUID = 1;

  private final int code;

  RefusedException(int code, String message) {
    super(message);
    this.code = code;
  }

  /** The status of the answer. */
  int code() {
    return code;
  }
}
