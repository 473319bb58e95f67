package dev.hpa.kube.http;

import java.io.IOException;

/** A response that is larger than the limit, which depends on the maximum heap of the process. */
public final class ResponseTooLargeException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * @param limit in bytes, of responses that take memory
   */
  public ResponseTooLargeException(long limit) {
    super("the answer is larger than %d MiB, 1/16 of the maximum heap".formatted(limit >> 20));
  }

  private ResponseTooLargeException(String message) {
    super(message);
  }

  /**
   * Of a response of which little is kept.
   *
   * @param limit in bytes, whatever the heap is
   */
  static ResponseTooLargeException ofStream(long limit) {
    return new ResponseTooLargeException("the answer is larger than %d MiB".formatted(limit >> 20));
  }

  /**
   * Of a response whose values take too much memory.
   *
   * @param limit in bytes
   */
  static ResponseTooLargeException inMemory(long limit) {
    return new ResponseTooLargeException(
        "the answer takes more than %d MiB of memory, 1/8 of the maximum heap"
            .formatted(limit >> 20));
  }
}
