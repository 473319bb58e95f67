package dev.hpa.conformance.environment;

import java.io.IOException;

/** The API server refused a request of the suite. */
final class RefusedException extends IOException {

  private static final long serialVersionUID = 1;

  private final int code;

  RefusedException(int code, String message) {
    super(message);
    this.code = code;
  }

  /** Returns the status code of the response. */
  int code() {
    return code;
  }
}
