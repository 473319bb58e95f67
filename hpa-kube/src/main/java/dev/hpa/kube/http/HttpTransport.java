package dev.hpa.kube.http;

import dev.hpa.kube.content.ContentType;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;

/**
 * Sends HTTP requests and returns responses regardless of their status code. Handles authentication
 * and TLS; {@link ApiCaller} handles retries and error messages. Thread-safe; calls block.
 */
public interface HttpTransport {

  /** The address of the server, which paths are appended to. */
  String server();

  /**
   * The content type that requests accept, and that is assumed for responses without a
   * Content-Type: {@code --kube-api-content-type}.
   */
  default ContentType contentType() {
    return ContentType.JSON;
  }

  /**
   * Sends a request once, with the {@code Accept} header for {@link ApiRequest#responseFormat} and
   * {@link #contentType}.
   *
   * @return the response; the caller closes it
   * @throws ConnectionLostException if the connection broke before a response
   * @throws IOException if the request cannot be sent
   */
  TransportResponse send(ApiRequest request) throws IOException;
}
