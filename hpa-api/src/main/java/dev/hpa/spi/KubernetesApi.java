package dev.hpa.spi;

import java.io.IOException;
import java.io.InputStream;

/**
 * A client of the API server. Implementations handle authentication, TLS, retries after {@code
 * Retry-After} and the translation of error responses. Thread-safe; calls block.
 */
public interface KubernetesApi {

  /**
   * Sends a request and decodes the body of a successful response from a stream.
   *
   * @param reader decodes the body, on the calling thread; called at most once, or twice for a GET
   *     whose first response is about something else
   * @throws KubernetesApiException if the server is unreachable, rejects the request, or returns a
   *     body that the reader cannot decode
   */
  <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException;

  /** Decodes a response body. Reads no more than it needs; the caller closes the stream. */
  @FunctionalInterface
  interface BodyReader<T> {
    /**
     * Decodes a response body.
     *
     * @throws IOException if the body cannot be read or decoded
     */
    T read(InputStream body) throws IOException;

    /**
     * Decodes a response body in one of several formats. Calls {@link #read(InputStream)} by
     * default.
     *
     * @param contentType the Content-Type header as sent, {@code application/json} if absent
     */
    default T read(InputStream body, String contentType) throws IOException {
      return read(body);
    }
  }
}
