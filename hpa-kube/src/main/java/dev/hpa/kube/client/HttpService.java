package dev.hpa.kube.client;

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

  private final CallSender calls;
  private final int maxBytes;

  /**
   * Connects on the first request.
   *
   * @param url with the scheme http or https; its path is above those of requests
   * @param authorities PEM certificates of the authorities; null for those of the system
   * @param maxBytes the largest response
   * @throws IllegalArgumentException if the URL or a certificate cannot be used
   */
  public HttpService(String url, byte @Nullable [] authorities, int maxBytes) {
    ServerAddress address = ServerAddress.parse(url);
    if (address == null) {
      throw new IllegalArgumentException("the URL is invalid; use http or https with a host");
    }
    this.maxBytes = maxBytes;
    try {
      this.calls = new TlsClientConfig(authorities, false, "", null, null, null).calls(address);
    } catch (KubeconfigException unusable) {
      throw new IllegalArgumentException(unusable.getMessage(), unusable);
    }
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
    return send("GET", path, headers, null, limit);
  }

  /**
   * Sends a POST request with a form.
   *
   * @param form percent-encoded
   * @throws TimeoutException as {@link #get}
   * @throws IOException as {@link #get}
   */
  public Response post(String path, Map<String, String> headers, String form, Duration limit)
      throws IOException, TimeoutException {
    return send("POST", path, headers, form.getBytes(StandardCharsets.UTF_8), limit);
  }

  private Response send(
      String method,
      String path,
      Map<String, String> headers,
      byte @Nullable [] form,
      Duration limit)
      throws IOException, TimeoutException {
    ApiRequest request =
        new ApiRequest(
            method,
            path,
            Map.of(),
            ApiRequest.Subject.NONE,
            ApiRequest.ResponseFormat.JSON,
            null,
            form);
    List<HttpHeader> all =
        headers.entrySet().stream()
            .map(each -> new HttpHeader(each.getKey(), each.getValue()))
            .toList();
    try (TransportResponse response =
        calls.send(new HttpCall(request, all, limit, limit, () -> true))) {
      return new Response(response.code(), read(response.body()));
    } catch (InterruptedIOException late) {
      TimeoutException timeout =
          new TimeoutException("no response within " + limit.toSeconds() + " s");
      timeout.initCause(late);
      throw timeout;
    }
  }

  private byte[] read(InputStream body) throws IOException {
    byte[] read = body.readNBytes(maxBytes + 1);
    if (read.length > maxBytes) {
      throw new IOException("the response has more than " + maxBytes + " bytes");
    }
    return read;
  }

  /** Aborts all calls. */
  @Override
  public void close() {
    calls.close();
  }
}
