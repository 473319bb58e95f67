package dev.hpa.kube.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.time.Timeline;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.ApiRequest.ResponseFormat;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of the API server with the request semantics of client-go.
 *
 * <ul>
 *   <li>A response 429 or 5xx with a whole number of seconds in {@code Retry-After} is retried
 *       after that time, and a GET whose connection was lost after 1 s; at most 11 attempts. Unlike
 *       client-go, a call waits for at most 30 s in total: a response that requests a longer wait
 *       fails immediately, so that a server cannot block the caller for hours.
 *   <li>Readers receive JSON regardless of the content type of the response; self-describing
 *       responses are passed unchanged.
 *   <li>Responses of more than 1/16 of the maximum heap fail, at least 4 and at most 256 MiB, and
 *       those of more than 256 KiB share a part of it ({@link ResponseLimits}). Of the response of
 *       a failure 64 KiB are read.
 *   <li>A request target of more than 1,000,000 characters fails without being sent: API servers
 *       accept 1 MiB of headers, and reset the connection of larger ones.
 *   <li>A GET whose response is about another object is sent once more on a new connection.
 *   <li>Errors carry the message of the Status of the server, otherwise one derived from the HTTP
 *       status code.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class ApiCaller implements KubernetesApi {

  private static final Logger LOG = LoggerFactory.getLogger(ApiCaller.class);
  private static final int ATTEMPTS = 11;
  private static final Duration AFTER_LOSS = Duration.ofSeconds(1);

  /** The characters of one that is encoded in a query: three bytes of UTF-8. */
  private static final int MAX_ENCODED = 9;

  private final HttpTransport transport;
  private final Timeline timeline;
  private final int attempts;
  private final ResponseLimits limits;

  /**
   * @param timeline on which retries wait
   */
  public ApiCaller(HttpTransport transport, Timeline timeline) {
    this(transport, timeline, ResponseLimits.ofCalls(MemoryPool.ofHeap()));
  }

  /**
   * @param limits of its responses, with those of others
   */
  public ApiCaller(HttpTransport transport, Timeline timeline, ResponseLimits limits) {
    this(transport, timeline, limits, ATTEMPTS);
  }

  /**
   * Creates a client with a limited number of attempts.
   *
   * @param attempts maximum number of attempts, at least 1
   */
  public ApiCaller(
      HttpTransport transport, Timeline timeline, ResponseLimits limits, int attempts) {
    this.transport = transport;
    this.timeline = timeline;
    this.attempts = attempts;
    this.limits = limits;
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    requireShortTarget(request);
    IOException earlier = null;
    boolean isMisdirected = false;
    Duration left = RetryAfter.LIMIT;
    for (int attempt = 1; ; attempt++) {
      Duration wait;
      try (TransportResponse answer = transport.send(request)) {
        wait = RetryAfter.of(answer.code(), answer.header("Retry-After"));
        if (wait == null || attempt >= attempts || wait.compareTo(left) > 0) {
          return read(request, answer, reader);
        }
      } catch (MisdirectedResponseException other) {
        if (isMisdirected || !request.method().equals("GET")) {
          throw new KubernetesApiException(0, "", text(other), other);
        }
        isMisdirected = true;
        wait = Duration.ZERO;
      } catch (IOException failure) {
        if (attempt >= attempts || !isRetryable(request, failure)) {
          throw unreachable(request, failure, earlier);
        }
        earlier = failure;
        wait = AFTER_LOSS;
      }
      pause(wait);
      left = left.minus(wait);
    }
  }

  private static void requireShortTarget(ApiRequest request) throws KubernetesApiException {
    if (longestTarget(request) <= Limit.TARGET_CHARS.asInt()) {
      return;
    }
    int length = request.target().length();
    if (length > Limit.TARGET_CHARS.asInt()) {
      String path = request.path();
      throw new KubernetesApiException(
          0,
          "",
          "the request for \"%s\" is not sent: its URL has %d characters, more than %d; use shorter names and selectors"
              .formatted(Limit.SHOWN_CHARS.cut(path), length, Limit.TARGET_CHARS.asInt()),
          null);
    }
  }

  /** At least the length of the target, without encoding it. */
  private static long longestTarget(ApiRequest request) {
    long length = request.path().length();
    for (Map.Entry<String, String> each : request.query().entrySet()) {
      length += (long) MAX_ENCODED * (each.getKey().length() + each.getValue().length()) + 2;
    }
    return length;
  }

  private static boolean isRetryable(ApiRequest request, IOException failure) {
    return request.method().equals("GET") && failure instanceof ConnectionLostException;
  }

  private void pause(Duration wait) throws KubernetesApiException {
    if (wait.isZero()) {
      return;
    }
    try {
      timeline.sleep(wait);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new KubernetesApiException(0, "", "interrupted while waiting to retry", stopping);
    }
  }

  private KubernetesApiException unreachable(
      ApiRequest request, IOException failure, @Nullable IOException earlier) {
    String verb =
        request.method().charAt(0) + request.method().substring(1).toLowerCase(Locale.ROOT);
    String why = text(failure);
    String before = earlier == null ? why : text(earlier);
    return new KubernetesApiException(
        0,
        "",
        verb
            + " \""
            + transport.server()
            + request.target()
            + "\": "
            + why
            + (before.equals(why) ? "" : " - error from a previous attempt: " + before),
        failure);
  }

  private static String text(Exception failure) {
    String message = failure.getMessage();
    return message == null ? "the connection broke" : message;
  }

  private <T> T read(ApiRequest request, TransportResponse answer, BodyReader<T> reader)
      throws KubernetesApiException, MisdirectedResponseException {
    String header = answer.header("Content-Type");
    ContentType requested =
        ContentNegotiation.requested(request.responseFormat(), transport.contentType());
    // A response without a Content-Type is assumed to have the requested one.
    String contentType = header == null || header.isBlank() ? requested.mediaType() : header;
    MediaType media = parse(contentType);
    boolean isSuccess = answer.code() >= 200 && answer.code() <= 206;
    boolean isKept = request.responseFormat() != ResponseFormat.DISCOVERY;
    try (Body received = new Body(answer.body());
        ResponseLimits.Response limit = limits.new Response(request.subject().group(), isKept);
        CountedInput body = new CountedInput(received, limit)) {
      if (!isSuccess) {
        boolean isText = header == null || header.isBlank() || media.isText();
        throw failed(
            request, answer.code(), body.readNBytes(Limit.FAILURE_BYTES.asInt()), media, isText);
      }
      return switch (request.responseFormat()) {
        case JSON, TYPED, METADATA -> {
          ContentType form = form(answer.code(), contentType, media, received);
          yield reader.read(form == ContentType.JSON ? body : form.json(body), contentType);
        }
        case NATIVE, SELF_DESCRIBING, DISCOVERY -> reader.read(body, contentType);
      };
    } catch (MisdirectedResponseException other) {
      answer.distrust();
      throw other;
    } catch (BrokenBody broken) {
      throw new KubernetesApiException(
          0,
          "",
          "unexpected error when reading response body. Please retry. Original error: "
              + broken.getMessage(),
          broken);
    } catch (ResponseTooLargeException | ResponsesBusyException failure) {
      throw new KubernetesApiException(0, "", text(failure), failure);
    } catch (JsonProcessingException failure) {
      throw undecodable("the server did not answer with JSON", failure);
    } catch (IOException failure) {
      throw undecodable(failure.getMessage(), failure);
    } catch (RuntimeException failure) {
      // A bug of the reader, unless the response is malformed in a way it reports so.
      LOG.debug("{}: the response cannot be decoded", request.path(), failure);
      throw undecodable(failure.getMessage(), failure);
    }
  }

  private static KubernetesApiException undecodable(@Nullable String message, Exception failure) {
    return new KubernetesApiException(
        0,
        "",
        message == null ? "the answer cannot be read" : message,
        new UndecodableResponseException(failure));
  }

  private static MediaType parse(String contentType) throws KubernetesApiException {
    try {
      return MediaType.parse(contentType);
    } catch (IllegalArgumentException failure) {
      throw new KubernetesApiException(
          500, "InternalError", "Internal error occurred: " + failure.getMessage(), failure);
    }
  }

  private static ContentType form(int code, String contentType, MediaType media, Body body)
      throws IOException {
    ContentType form =
        media
            .form()
            .orElseThrow(() -> new IOException("serializer for " + contentType + " doesn't exist"));
    if (body.isEmpty()) {
      throw new IOException(
          "0-length response with status code: " + code + " and content type: " + contentType);
    }
    return form;
  }

  private static KubernetesApiException failed(
      ApiRequest request, int code, byte[] body, MediaType media, boolean isText) {
    Status status =
        request.responseFormat() == ResponseFormat.DISCOVERY ? null : statusIn(body, media);
    if (status != null) {
      return new KubernetesApiException(
          status.code(),
          Objects.requireNonNullElse(status.reason(), ""),
          Objects.requireNonNullElse(status.message(), ""),
          null);
    }
    int length = Math.min(body.length, Limit.FAILURE_TEXT_BYTES.asInt());
    String text = isText ? new String(body, 0, length, StandardCharsets.UTF_8).strip() : "unknown";
    StatusReason reason = StatusReason.of(code, request.method(), text);
    String subject = request.subject().toString();
    String suffix =
        subject.isEmpty()
            ? ""
            : " (" + request.method().toLowerCase(Locale.ROOT) + " " + subject + ")";
    return new KubernetesApiException(code, reason.reason(), reason.message() + suffix, null);
  }

  /** The Status that API servers return for failures. */
  private record Status(
      @Nullable String kind,
      @Nullable String status,
      @Nullable String reason,
      @Nullable String message,
      int code) {}

  private static @Nullable Status statusIn(byte[] body, MediaType media) {
    ContentType form = media.form().orElse(null);
    if (form == null) {
      return null;
    }
    try {
      Status status = Json.read(form.toJson(body), Status.class);
      return "Status".equals(status.kind()) && "Failure".equals(status.status()) ? status : null;
    } catch (IOException | JsonFormatException noStatus) {
      return null;
    }
  }

  /** The connection failed while the body was read. */
  private static final class BrokenBody extends IOException {
    private static final long serialVersionUID = 1;

    BrokenBody(IOException cause) {
      super(text(cause), cause);
    }
  }

  /** Distinguishes failures of the body from those of its reader. */
  private static final class Body extends PushbackInputStream {

    Body(InputStream in) {
      super(in, 1);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (IOException failure) {
        throw new BrokenBody(failure);
      }
    }

    boolean isEmpty() throws IOException {
      int first = read();
      if (first >= 0) {
        unread(first);
      }
      return first < 0;
    }

    /** The caller closes the response. */
    @Override
    public void close() {}
  }
}
