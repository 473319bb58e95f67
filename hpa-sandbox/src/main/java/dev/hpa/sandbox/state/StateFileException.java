package dev.hpa.sandbox.state;

import java.io.IOException;

/** A file that holds no state that can be taken up; the message says so in one line. */
public final class StateFileException extends IOException {

  private static final long serialVersionUID = 1;

  StateFileException(String message, Throwable cause) {
    super(message, cause);
  }

  StateFileException(String message) {
    super(message);
  }
}
