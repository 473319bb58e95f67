package dev.hpa.kube.http;

import java.io.IOException;

/**
 * A whole response that its reader could not decode, as the cause of a failed call: a property of
 * the response, unlike a broken connection. The message is that of the reader.
 */
public final class UndecodableResponseException extends IOException {

  private static final long serialVersionUID = 1;

  UndecodableResponseException(Exception cause) {
    super(cause.getMessage(), cause);
  }
}
