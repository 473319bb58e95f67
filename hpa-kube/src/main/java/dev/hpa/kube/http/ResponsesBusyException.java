package dev.hpa.kube.http;

import java.io.IOException;
import java.time.Duration;

/**
 * Other large responses take the memory that a response needs. It says nothing about that response
 * or its server.
 */
public final class ResponsesBusyException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * @param waited for them
   */
  ResponsesBusyException(Duration waited) {
    super(
        "the large responses that are read take all memory for them; none ended within "
            + waited.toSeconds()
            + " s");
  }
}
