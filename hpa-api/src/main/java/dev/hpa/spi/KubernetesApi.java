package dev.hpa.spi;

import java.io.IOException;
import java.io.InputStream;

/**
 * A way to the API server. Authentication, TLS, retries after {@code Retry-After} and the
 * translation of failures are settled behind it. Thread-safe; calls block.
 */
public interface KubernetesApi {

  /**
   * Sends a request and reads the body of a successful answer as a stream.
   *
   * @throws KubernetesApiException when the server could not be reached, refused, or the reader
   *     could not make sense of the body
   */
  <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException;

  /**
   * Turns the body of an answer into a value, reading no more than it needs; the stream is closed
   * by the caller.
   */
  @FunctionalInterface
  interface BodyReader<T> {
    T read(InputStream body) throws IOException;

    /**
     * The same for a reader of answers that come in several forms.
     *
     * @param contentType the header as it was sent, {@code application/json} when it was not
     */
    default T read(InputStream body, String contentType) throws IOException {
      return read(body);
    }
  }
}
