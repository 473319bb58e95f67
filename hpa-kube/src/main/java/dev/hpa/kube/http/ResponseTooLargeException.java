package dev.hpa.kube.http;

import java.io.IOException;

/** A response that is larger than the limit, which depends on the maximum heap of the process. */
public final class ResponseTooLargeException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * @param limit in bytes
   */
  public ResponseTooLargeException(long limit) {
    super("the answer is larger than " + (limit >> 20) + " MiB, 1/16 of the maximum heap");
  }
}
