package dev.hpa.kube.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.ApiRequest.ResponseFormat;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("security")
class ApiCallerTest {

  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");
  private static final String STATUS =
      "{\"kind\":\"Status\",\"status\":\"Failure\",\"message\":\"no way\",\"reason\":\"Forbidden\","
          + "\"code\":403}";
  private static final ApiRequest LIST = list(ResponseFormat.TYPED);

  private final WaitingTimeline timeline = new WaitingTimeline();
  private final Deque<Object> answers = new ArrayDeque<>();
  private ContentType form = ContentType.JSON;
  private int sent;

  private static ApiRequest list(ResponseFormat answer) {
    return ApiRequest.get(
        "/x", Map.of(), new ApiRequest.Subject("pods", "metrics.k8s.io", ""), answer);
  }

  /** A timeline that advances during waits. */
  private static final class WaitingTimeline implements Timeline {
    private final VirtualTimeline time = new VirtualTimeline(START);

    Duration waited() {
      return Duration.between(START, now());
    }

    @Override
    public Instant now() {
      return time.now();
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
      return time.schedule(delay, task);
    }

    @Override
    public Duration toReal(Duration duration) {
      return time.toReal(duration);
    }

    @Override
    public void sleep(Duration duration) {
      time.advance(duration);
    }

    @Override
    public void close() {
      time.close();
    }
  }

  private record Fixed(int code, Map<String, String> headers, InputStream body)
      implements TransportResponse {
    @Override
    public @Nullable String header(String name) {
      return headers.get(name);
    }

    @Override
    public void distrust() {}

    @Override
    public void close() {}
  }

  /** Gives the answers in turn, the last for ever. */
  private final class FixedTransport implements HttpTransport {
    @Override
    public String server() {
      return "http://server";
    }

    @Override
    public ContentType contentType() {
      return form;
    }

    @Override
    public TransportResponse send(ApiRequest request) throws IOException {
      sent++;
      Object next = answers.size() > 1 ? answers.pop() : answers.element();
      if (next instanceof IOException failure) {
        throw failure;
      }
      return (TransportResponse) next;
    }
  }

  private void answer(int code, Map<String, String> headers, String body) {
    answers.add(
        new Fixed(code, headers, new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))));
  }

  private String read(ApiRequest request) throws KubernetesApiException {
    return new ApiCaller(new FixedTransport(), timeline)
        .call(request, body -> new String(body.readAllBytes(), StandardCharsets.UTF_8));
  }

  private KubernetesApiException failure(ApiRequest request) {
    return assertThrows(KubernetesApiException.class, () -> read(request));
  }

  @Test
  void waitsAsLongAsTheServerAsks() throws KubernetesApiException {
    answer(429, Map.of("Retry-After", "7"), "");
    answer(503, Map.of("Retry-After", "+2"), "");
    answer(500, Map.of("Retry-After", "-5"), "");
    answer(200, Map.of(), "at last");
    assertEquals("at last", read(LIST));
    assertEquals(Duration.ofSeconds(9), timeline.waited());
  }

  @Test
  void givesUpAtTheEleventhAttempt() {
    answer(429, Map.of("Retry-After", "1"), "slow");
    assertEquals(429, failure(LIST).code());
    assertEquals(11, sent);
    assertEquals(Duration.ofSeconds(10), timeline.waited());
  }

  @Test
  void doesNotWaitForHours() {
    answer(429, Map.of("Retry-After", "3600"), "slow");
    assertEquals(429, failure(LIST).code());
    assertEquals(1, sent);
    assertEquals(Duration.ZERO, timeline.waited());
  }

  @Test
  void waitsForHalfAMinuteInAll() {
    answer(503, Map.of("Retry-After", "12"), "slow");
    assertEquals(503, failure(LIST).code());
    assertEquals(3, sent);
    assertEquals(Duration.ofSeconds(24), timeline.waited());
  }

  @Test
  void aWaitOfHalfAMinuteIsStillObeyed() throws KubernetesApiException {
    answer(429, Map.of("Retry-After", "30"), "");
    answer(200, Map.of(), "at last");
    assertEquals("at last", read(LIST));
    assertEquals(Duration.ofSeconds(30), timeline.waited());
  }

  /** As with the selector of a metric: servers reset its connection, each time. */
  @Test
  void aRequestThatIsTooLongForServersIsNotSent() throws KubernetesApiException {
    answer(200, Map.of(), "{}");
    String path = "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/qps";
    int left = 1_000_000 - path.length() - "?labelSelector=".length();
    read(ApiRequest.get(path, Map.of("labelSelector", "x".repeat(left)), ApiRequest.Subject.NONE));
    assertEquals(1, sent);
    KubernetesApiException failure =
        failure(
            ApiRequest.get(
                path, Map.of("labelSelector", "x".repeat(left + 1)), ApiRequest.Subject.NONE));
    assertEquals(
        "the request for \""
            + path
            + "\" is not sent: its URL has 1000001 characters, more than 1000000; use shorter names"
            + " and selectors",
        failure.getMessage());
    assertEquals(1, sent);
    assertTrue(
        failure(ApiRequest.get("/" + "n".repeat(1_000_000), Map.of(), ApiRequest.Subject.NONE))
                .text()
                .length()
            < 500);
  }

  @Test
  void aLostConnectionIsTriedAgainAndItsReasonKept() {
    answers.add(new ConnectionLostException("EOF", null));
    answers.add(new ConnectException("refused"));
    assertEquals(
        "Get \"http://server/x\": refused - error from a previous attempt: EOF",
        failure(LIST).text());
    assertEquals(Duration.ofSeconds(1), timeline.waited());
  }

  @Test
  void aStatusContainsTheReason() {
    answer(403, Map.of("Content-Type", "application/json"), STATUS);
    assertEquals("no way", failure(LIST).text());
  }

  @Test
  void discoveryDoesNotLookIntoFailures() {
    answer(403, Map.of("Content-Type", "application/json"), STATUS);
    ApiRequest discovery =
        ApiRequest.get("/apis", Map.of(), ApiRequest.Subject.NONE, ResponseFormat.DISCOVERY);
    assertEquals("unknown", failure(discovery).text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/html|x|serializer for text/html doesn't exist",
        "application/json|''|0-length response with status code: 200 and content type:"
            + " application/json",
        "application/vnd.kubernetes.protobuf|x|provided data does not appear to be a protobuf"
            + " message, expected prefix [107 56 115 0]",
        "application/json; =|x|Internal error occurred: mime: invalid media parameter",
      })
  void aTypedAnswerHasToBeWhatItSays(String type, String body, String text) {
    answer(200, Map.of("Content-Type", type), body);
    assertEquals(text, failure(LIST).text());
  }

  @Test
  void aSelfDescribingAnswerMaySayAnythingOfItself() throws KubernetesApiException {
    answer(200, Map.of("Content-Type", "text/html"), "hello");
    assertEquals("hello", read(list(ResponseFormat.SELF_DESCRIBING)));
  }

  @Test
  void readersOfTypedAnswersGetJson() throws KubernetesApiException {
    answer(200, Map.of("Content-Type", "application/yaml"), "kind: A");
    assertEquals("{\"kind\":\"A\"}", read(LIST));
  }

  @Test
  void aStatusContainsTheReasonInEveryFormat() {
    answer(
        404,
        Map.of("Content-Type", "application/yaml"),
        "{kind: Status, status: Failure, message: in yaml}");
    assertEquals("in yaml", failure(LIST).text());
  }

  @Test
  void whatDoesNotTellItsFormHasTheOneThatWasAskedFor() throws KubernetesApiException {
    form = ContentType.PROTOBUF;
    answer(200, Map.of(), "{}");
    answer(200, Map.of(), "{}");
    assertEquals(
        "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]",
        failure(LIST).text());
    assertEquals("{}", read(list(ResponseFormat.JSON)));
  }

  @Test
  void aBodyOfAnySizeIsReadWhole() throws KubernetesApiException {
    for (int size : new int[] {1, 4095, 4096, 4097, 16_384, 100_000, 1_048_576, 3_000_000}) {
      answers.clear();
      answer(200, Map.of(), "0123456789".repeat(size / 10) + "x".repeat(size % 10));
      assertEquals(
          "0123456789".repeat(size / 10) + "x".repeat(size % 10), read(list(ResponseFormat.JSON)));
    }
  }

  @Test
  void aBodyThatBreaksOffIsNoAnswer() {
    answers.add(new Fixed(200, Map.of(), new Cut()));
    assertEquals(
        "unexpected error when reading response body. Please retry. Original error: cut",
        failure(LIST).text());
  }

  @Test
  void aBodyWithoutEndIsNoAnswer() {
    answers.add(new Fixed(200, Map.of(), new Endless()));
    assertEquals(
        "the answer is larger than 19 MiB, 1/16 of the maximum heap",
        assertThrows(
                KubernetesApiException.class,
                () ->
                    new ApiCaller(
                            new FixedTransport(),
                            timeline,
                            ResponseLimits.ofCalls(new MemoryPool(307L << 20)),
                            1)
                        .call(LIST, body -> body.transferTo(OutputStream.nullOutputStream())))
            .text());
  }

  /** It says nothing about the response, and no deadline of the server includes it. */
  @Test
  void aWaitForOtherResponsesIsNoFaultOfTheResponse() throws IOException {
    answers.add(new Fixed(200, Map.of("Content-Type", "application/json"), new Endless()));
    List<String> waits = new ArrayList<>();
    RateLimitWaitListener observer =
        new RateLimitWaitListener() {
          @Override
          public void begun() {
            waits.add("begun");
          }

          @Override
          public void ended() {
            waits.add("ended");
          }
        };
    ResponseLimits limits = ResponseLimitsTest.limits();
    try (ResponseLimits.Response one = limits.new Response("one", true);
        ResponseLimits.Response two = limits.new Response("two", true)) {
      one.count(16 << 20);
      two.count(4 << 20);
      KubernetesApiException failure =
          ScopedValue.where(RateLimitWaitListener.OBSERVER, observer)
              .call(
                  () ->
                      assertThrows(
                          KubernetesApiException.class,
                          () ->
                              new ApiCaller(new FixedTransport(), timeline, limits, 1)
                                  .call(
                                      LIST,
                                      body -> body.transferTo(OutputStream.nullOutputStream()))));
      assertInstanceOf(ResponsesBusyException.class, failure.getCause());
    }
    assertEquals(List.of("begun", "ended"), waits.subList(0, 2));
  }

  @Test
  void oneThingIsReadOfAFailureWithoutEnd() {
    answers.add(new Fixed(500, Map.of("Content-Type", "text/plain"), new Endless()));
    assertTrue(failure(LIST).text().startsWith("an error on the server"), failure(LIST).text());
  }

  private static final KubernetesApi.BodyReader<String> OF_SHOP =
      body -> {
        String namespace = new String(body.readAllBytes(), StandardCharsets.UTF_8);
        MisdirectedResponseException.check("namespace", "shop", namespace);
        return namespace;
      };

  @Test
  void aResponseOfAnotherRequestIsAskedForOnceMore() throws KubernetesApiException {
    answer(200, Map.of(), "ops");
    answer(200, Map.of(), "shop");
    assertEquals("shop", new ApiCaller(new FixedTransport(), timeline).call(LIST, OF_SHOP));
  }

  @Test
  void whatIsAlwaysTheResponseOfAnotherRequestFails() {
    answer(200, Map.of(), "ops");
    answer(200, Map.of(), "ops");
    answer(200, Map.of(), "shop");
    KubernetesApiException failure =
        assertThrows(
            KubernetesApiException.class,
            () -> new ApiCaller(new FixedTransport(), timeline).call(LIST, OF_SHOP));
    assertEquals("the response is about the namespace \"ops\", not \"shop\"", failure.text());
    assertInstanceOf(MisdirectedResponseException.class, failure.getCause());
  }

  private static final class Endless extends InputStream {
    @Override
    public int read() {
      return ' ';
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      return length;
    }
  }

  private static final class Cut extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("cut");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      throw new IOException("cut");
    }
  }
}
