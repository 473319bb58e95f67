package dev.hpa.kube.http;

import java.io.IOException;

/** A response that is larger than the limit, which depends on the maximum heap of the process. */
public final class ResponseTooLargeException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * @param limit in bytes, of responses that take memory
   */
  public ResponseTooLargeException(long limit) {
    this(limit, ", 1/16 of the maximum heap");
  }

  private ResponseTooLargeException(long limit, String part) {
    super("the answer is larger than " + (limit >> 20) + " MiB" + part);
  }

  /**
   * Of a response of which little is kept.
   *
   * @param limit in bytes, whatever the heap is
   */
  static ResponseTooLargeException ofStream(long limit) {
    return new ResponseTooLargeException(limit, "");
  }
}
