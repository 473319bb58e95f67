package dev.hpa.sandbox.server;

import java.io.IOException;

/** An answer ends before its end, because a fault wants it so. */
final class AbortedResponseException extends IOException {

  private static final long serialVersionUID = 1;

  AbortedResponseException() {
    super("broken off by a fault on demand");
  }
}
