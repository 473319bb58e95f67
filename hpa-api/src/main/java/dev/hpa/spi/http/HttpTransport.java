package dev.hpa.spi.http;

import dev.hpa.spi.ApiRequest;
import java.io.IOException;

/**
 * Sends requests over HTTP and hands back what comes, whatever its code. Redirects, authentication
 * and TLS are its business; retries and texts are {@link ApiCaller}'s. Thread-safe; calls block.
 */
public interface HttpTransport {

  /** The address of the server, which paths are appended to. */
  String server();

  /**
   * Sends a request once.
   *
   * @return the answer, to be closed by the caller
   * @throws ConnectionLostException when the connection broke before an answer came
   * @throws IOException when the request could not be sent
   */
  HttpAnswer send(ApiRequest request) throws IOException;
}
