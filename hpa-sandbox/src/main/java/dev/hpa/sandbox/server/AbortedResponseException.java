package dev.hpa.sandbox.server;

import java.io.IOException;

/** A fault aborts a response. */
final class AbortedResponseException extends IOException {

  private static final long serialVersionUID = 1;

  AbortedResponseException() {
    super("aborted by an injected fault");
  }
}
