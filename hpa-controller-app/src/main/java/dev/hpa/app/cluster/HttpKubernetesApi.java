package dev.hpa.app.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;

/**
 * Calls to the API server over HTTP. Failures become the texts Kubernetes clients show: the message
 * of the server's Status where there is one, otherwise one made from the code.
 */
public final class HttpKubernetesApi implements KubernetesApi {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ATTEMPTS = 11;

  /** What more of an answer without a Status is shown to nobody. */
  private static final int LONGEST_TEXT = 2048;

  private final ClusterConnection connection;

  public HttpKubernetesApi(ClusterConnection connection) {
    this.connection = connection;
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    return call(request, null, reader);
  }

  /** Like {@link #call(ApiRequest, BodyReader)}, with a content type, as patches need one. */
  public <T> T call(ApiRequest request, @Nullable String contentType, BodyReader<T> reader)
      throws KubernetesApiException {
    for (int attempt = 1; ; attempt++) {
      try (Response response = send(request, contentType)) {
        Duration wait = retryAfter(response);
        if (wait == null || attempt == ATTEMPTS) {
          return read(request, response, reader);
        }
        connection.timeline().sleep(wait);
      } catch (IOException failure) {
        throw unreachable(request, failure);
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        throw new KubernetesApiException(0, "", "interrupted while waiting to retry", stopping);
      }
    }
  }

  private Response send(ApiRequest request, @Nullable String contentType) throws IOException {
    byte[] body = request.body();
    RequestBody content =
        body == null
            ? null
            : RequestBody.create(
                body, MediaType.get(contentType == null ? "application/json" : contentType));
    return connection.newCall(request.method(), request.target(), content, contentType).execute();
  }

  /** How long the server asks to wait before another attempt, or null when it does not. */
  private static @Nullable Duration retryAfter(Response response) {
    String seconds = response.header("Retry-After");
    boolean retryable = response.code() == 429 || response.code() >= 500;
    if (!retryable || seconds == null) {
      return null;
    }
    try {
      return Duration.ofSeconds(Math.max(0, Long.parseLong(seconds)));
    } catch (NumberFormatException noNumber) {
      return null;
    }
  }

  private static <T> T read(ApiRequest request, Response response, BodyReader<T> reader)
      throws KubernetesApiException, IOException {
    ResponseBody body = response.body();
    if (!response.isSuccessful()) {
      throw failed(request, response.code(), body.bytes(), isText(body.contentType()));
    }
    try {
      return reader.read(body.byteStream());
    } catch (JsonProcessingException failure) {
      throw new KubernetesApiException(0, "", "the server did not answer with JSON", failure);
    } catch (IOException | RuntimeException failure) {
      String text = failure.getMessage();
      throw new KubernetesApiException(
          0, "", text == null ? "the answer cannot be read" : text, failure);
    }
  }

  /** Text is what says so and what says nothing. */
  private static boolean isText(@Nullable MediaType type) {
    return type == null || type.type().equals("text");
  }

  private static KubernetesApiException failed(
      ApiRequest request, int code, byte[] body, boolean isText) {
    JsonNode status = statusIn(body);
    if (status != null) {
      return new KubernetesApiException(
          status.path("code").asInt(code),
          status.path("reason").asText(""),
          status.path("message").asText(""),
          null);
    }
    int length = Math.min(body.length, LONGEST_TEXT);
    String text = isText ? new String(body, 0, length, StandardCharsets.UTF_8).strip() : "unknown";
    ReasonOfCode reason = ReasonOfCode.of(code, request.method(), text);
    String subject = request.subject().toString();
    String suffix =
        subject.isEmpty()
            ? ""
            : " (" + request.method().toLowerCase(Locale.ROOT) + " " + subject + ")";
    return new KubernetesApiException(code, reason.reason(), reason.message() + suffix, null);
  }

  private static @Nullable JsonNode statusIn(byte[] body) {
    try {
      JsonNode tree = JSON.readTree(body);
      boolean isFailure =
          tree.path("kind").asText().equals("Status")
              && tree.path("status").asText().equals("Failure");
      return isFailure ? tree : null;
    } catch (IOException noJson) {
      return null;
    }
  }

  private KubernetesApiException unreachable(ApiRequest request, IOException failure) {
    String verb =
        request.method().charAt(0) + request.method().substring(1).toLowerCase(Locale.ROOT);
    String why =
        switch (failure) {
          case ConnectException e -> "connection refused";
          case UnknownHostException e -> "no such host: " + e.getMessage();
          case SocketTimeoutException e -> "timed out";
          default -> failure.getMessage() == null ? "the connection broke" : failure.getMessage();
        };
    return new KubernetesApiException(
        0, "", verb + " \"" + connection.server() + request.target() + "\": " + why, failure);
  }
}
