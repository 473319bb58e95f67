package dev.hpa.kube.client;

import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server that is not the API server, such as Prometheus, over connections like those to the
 * API server. Redirects are not followed. Thread-safe; calls block.
 */
public final class HttpService implements AutoCloseable {

  private final String root;
  private final Sender sender;
  private final Runnable closing;
  private final long maxBytes;

  /**
   * Connects on the first request.
   *
   * @param url with the scheme http or https; its path is above those of requests
   * @param tls the certificates
   * @param maxBytes the largest response
   * @throws IllegalArgumentException if the URL or a certificate cannot be used
   */
  public HttpService(String url, Tls tls, long maxBytes) {
    ServerAddress address = ServerAddress.parse(url);
    if (address == null) {
      throw new IllegalArgumentException("the URL is invalid; use http or https with a host");
    }
    this.maxBytes = maxBytes;
    try {
      CallSender calls =
          new TlsClientConfig(tls.authorities(), false, "", tls.certificate(), tls.key(), null)
              .calls(address);
      this.root = "";
      this.sender =
          (request, headers, limit) ->
              calls.send(new HttpCall(request, headers, limit, limit, () -> true));
      this.closing = calls::close;
    } catch (KubeconfigException unusable) {
      throw new IllegalArgumentException(unusable.getMessage(), unusable);
    }
  }

  private HttpService(ClusterConnection connection, String root, long maxBytes) {
    this.root = root;
    this.sender = connection::sendToOther;
    this.closing = () -> {};
    this.maxBytes = maxBytes;
  }

  /**
   * A server behind the service proxy of an API server, with the credentials of the connection,
   * which the API server does not pass on. Ends with the connection.
   *
   * @param path of the proxy, percent-encoded, without a slash at its end
   * @param maxBytes the largest response
   */
  public static HttpService behind(ClusterConnection connection, String path, long maxBytes) {
    return new HttpService(connection, path, maxBytes);
  }

  @FunctionalInterface
  private interface Sender {
    TransportResponse send(ApiRequest request, List<HttpHeader> headers, Duration limit)
        throws IOException;
  }

  /**
   * PEM files.
   *
   * @param authorities certificates of the authorities; null for those of the system
   * @param certificate the certificate of this client, with its {@code key}; null for none
   */
  public record Tls(
      byte @Nullable [] authorities, byte @Nullable [] certificate, byte @Nullable [] key) {

    /** The authorities of the system, and no certificate of this client. */
    public static final Tls DEFAULT = new Tls(null, null, null);
  }

  /** Reads a response while it arrives. */
  @FunctionalInterface
  public interface ResponseReader<T> {

    /**
     * @param body fails after the largest response, if there is one
     * @throws IOException if the response is not the expected one
     */
    T read(int code, InputStream body) throws IOException;
  }

  /** A response. */
  public record Response(int code, byte[] body) {

    /** The body in UTF-8. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /**
   * Sends a GET request.
   *
   * @param path with its query, percent-encoded
   * @param limit the longest time of the whole call, in real time
   * @throws TimeoutException if the whole response was not received within the limit
   * @throws IOException if the server cannot be reached, or the response is too large
   */
  public Response get(String path, Map<String, String> headers, Duration limit)
      throws IOException, TimeoutException {
    return send(path, headers, null, limit, HttpService::whole);
  }

  private static Response whole(int code, InputStream body) throws IOException {
    return new Response(code, body.readAllBytes());
  }

  /**
   * Sends a request and reads its response, which has at most the bytes of this service.
   *
   * @param form of a POST request, percent-encoded; null for a GET request
   * @throws TimeoutException as {@link #get}
   * @throws IOException as {@link #get}, and what the reader throws
   */
  public <T> T send(
      String path,
      Map<String, String> headers,
      @Nullable String form,
      Duration limit,
      ResponseReader<T> reader)
      throws IOException, TimeoutException {
    CountedInput.Budget budget =
        CountedInput.Budget.atMost(
            maxBytes, () -> new IOException("the response has more than " + maxBytes + " bytes"));
    return stream(
        path,
        headers,
        form,
        limit,
        (code, body) -> reader.read(code, new CountedInput(body, budget)));
  }

  /**
   * As {@link #send}, for a reader that keeps little of a response of any size.
   *
   * @throws TimeoutException as {@link #get}
   * @throws IOException if the server cannot be reached, and what the reader throws
   */
  public <T> T stream(
      String path,
      Map<String, String> headers,
      @Nullable String form,
      Duration limit,
      ResponseReader<T> reader)
      throws IOException, TimeoutException {
    ApiRequest request =
        new ApiRequest(
            form == null ? "GET" : "POST",
            root + path,
            Map.of(),
            ApiRequest.Subject.NONE,
            ApiRequest.ResponseFormat.JSON,
            null,
            form == null ? null : form.getBytes(StandardCharsets.UTF_8));
    List<HttpHeader> all =
        headers.entrySet().stream()
            .map(each -> new HttpHeader(each.getKey(), each.getValue()))
            .toList();
    try (TransportResponse response = sender.send(request, all, limit)) {
      return reader.read(response.code(), response.body());
    } catch (InterruptedIOException late) {
      TimeoutException timeout =
          new TimeoutException("no response within " + limit.toSeconds() + " s");
      timeout.initCause(late);
      throw timeout;
    }
  }

  /** Aborts all calls. */
  @Override
  public void close() {
    closing.run();
  }
}
