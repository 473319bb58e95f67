package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.client.TestServer.Answer;
import dev.hpa.kube.content.ContentType;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpKubernetesApiTest {

  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");
  private static final ApiRequest LIST =
      ApiRequest.get(
          "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods",
          Map.of("labelSelector", "app in (a,b)"),
          new ApiRequest.Subject("pods", "metrics.k8s.io", ""));

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final Path folder;
  private final TestServer server;
  private final HttpKubernetesApi api;

  HttpKubernetesApiTest(@TempDir Path folder) throws Exception {
    this.folder = folder;
    server = new TestServer(request -> answers.size() > 1 ? answers.pop() : answers.element());
    api = new HttpKubernetesApi(server.connect(folder, timeline));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void answer(Answer... list) {
    answers.addAll(Arrays.asList(list));
  }

  private String read(ApiRequest request) throws KubernetesApiException {
    return api.call(request, body -> new String(body.readAllBytes(), StandardCharsets.UTF_8));
  }

  private KubernetesApiException failure(ApiRequest request) {
    return assertThrows(KubernetesApiException.class, () -> read(request));
  }

  @Test
  void anAnswerIsRead() throws KubernetesApiException {
    answer(Answer.of(200, "hello"));
    assertEquals("hello", read(LIST));
    assertEquals(
        "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods?labelSelector=app+in+%28a%2Cb%29",
        server.requests().getFirst().target());
  }

  @Test
  void anAnswerThatDoesNotTellItsFormHasTheOneThatWasAskedFor() throws Exception {
    answer(Answer.of(200, "{}"));
    ApiRequest typed =
        ApiRequest.get("/x", Map.of(), LIST.subject(), ApiRequest.ResponseFormat.TYPED);
    Path kubeconfig = TestServer.kubeconfig(folder, server.address());
    try (ClusterConnection protobuf =
        ClusterConnection.open(kubeconfig, null, timeline, ContentType.PROTOBUF)) {
      KubernetesApiException failure =
          assertThrows(
              KubernetesApiException.class,
              () -> new HttpKubernetesApi(protobuf).call(typed, body -> body));
      assertEquals(
          "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]",
          failure.text());
    }
  }

  @Test
  void bodiesGoOutAsJsonOrAsThePatchTheyAre() throws KubernetesApiException {
    answer(Answer.of(200, "{}"));
    ApiRequest put =
        ApiRequest.put(
            "/x", new ApiRequest.Subject("pods", "", "a"), "{}".getBytes(StandardCharsets.UTF_8));
    read(put);
    read(
        ApiRequest.patch(
            "/x",
            put.subject(),
            "application/merge-patch+json",
            "{}".getBytes(StandardCharsets.UTF_8)));
    assertEquals("application/json", server.requests().get(0).contentType());
    assertEquals("application/merge-patch+json", server.requests().get(1).contentType());
    assertEquals("{}", server.requests().get(1).body());
  }

  @Test
  void theServersOwnMessageIsVerbatim() {
    answer(
        Answer.of(
            409,
            "{\"kind\":\"Status\",\"status\":\"Failure\",\"message\":\"Operation \\\"x\\\"\\nfailed\","
                + "\"reason\":\"Conflict\",\"code\":409}"));
    KubernetesApiException failure = failure(LIST);
    assertEquals("Operation \"x\"\nfailed", failure.text());
    assertEquals(409, failure.code());
    assertTrue(failure.isConflict());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400|BadRequest|the server rejected our request for an unknown reason",
        "401|Unauthorized|the server has asked for the client to provide credentials",
        "403|Forbidden|oh \"no\"",
        "404|NotFound|the server could not find the requested resource",
        "405|MethodNotAllowed|the server does not allow this method on the requested resource",
        "406|NotAcceptable|oh \"no\"",
        "409|Conflict|the server reported a conflict",
        "415|UnsupportedMediaType|oh \"no\"",
        "418|''|the server responded with the status code 418 but did not return more information",
        "422|Invalid|the server rejected our request due to an error in our request",
        "429|TooManyRequests|the server has received too many requests and has asked us to try"
            + " again later",
        "500|InternalError|an error on the server (\"oh \\\"no\\\"\") has prevented the request from"
            + " succeeding",
        "503|ServiceUnavailable|the server is currently unable to handle the request",
        "504|Timeout|the server was unable to return a response in the time allotted, but may still"
            + " be processing the request",
      })
  void withoutAStatusTheCodeMakesTheText(int code, String reason, String text) {
    answer(Answer.of(code, "oh \"no\"\n"));
    KubernetesApiException failure = failure(LIST);
    assertEquals(text + " (get pods.metrics.k8s.io)", failure.text());
    assertEquals(reason, failure.reason());
    assertEquals(code, failure.code());
  }

  @Test
  void theSubjectIsNamedAsFarAsItIsKnown() {
    answer(Answer.of(404, ""));
    assertEquals(
        "the server could not find the requested resource (get deployments web)",
        failure(ApiRequest.get("/x", Map.of(), new ApiRequest.Subject("deployments", "", "web")))
            .text());
    assertEquals(
        "the server could not find the requested resource",
        failure(ApiRequest.get("/apis", Map.of(), new ApiRequest.Subject("", "", ""))).text());
  }

  @Test
  void whatIsNoTextIsNotShown() {
    answer(new Answer(500, Map.of("Content-Type", "application/json"), "{\"a\":1}"));
    assertEquals(
        "an error on the server (\"unknown\") has prevented the request from succeeding"
            + " (get pods.metrics.k8s.io)",
        failure(LIST).text());
  }

  @Test
  void aResponseThatIsNotJsonIsReportedInOneLine() {
    answer(Answer.of(200, "<html>\n"));
    KubernetesApiException failure =
        assertThrows(
            KubernetesApiException.class, () -> api.call(LIST, new ObjectMapper()::readTree));
    assertEquals("the server did not answer with JSON", failure.text());
    assertEquals(0, failure.code());
  }

  @Test
  void aServerThatIsNotThereIsNamed() {
    server.close();
    String text = failure(LIST).text();
    assertEquals(
        "Get \""
            + server.address()
            + "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods?labelSelector=app+in+%28a%2Cb%29\":"
            + " connection refused",
        text);
  }

  @Test
  void aServerThatAsksToWaitIsAskedAgainAfterThat() throws Exception {
    answer(
        new Answer(429, Map.of("Retry-After", "7"), ""),
        new Answer(500, Map.of("Retry-After", "1"), ""),
        Answer.of(200, "at last"));
    CompletableFuture<String> result = reading();
    awaitDue(START.plusSeconds(7));
    assertEquals(1, server.requests().size());
    timeline.advance(Duration.ofSeconds(7));
    awaitDue(START.plusSeconds(8));
    timeline.advance(Duration.ofSeconds(1));
    assertEquals("at last", result.get());
    assertEquals(3, server.requests().size());
  }

  private CompletableFuture<String> reading() {
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                result.complete(read(LIST));
              } catch (KubernetesApiException failure) {
                result.completeExceptionally(failure);
              }
            });
    return result;
  }

  @Test
  void aLostConnectionIsTriedAgainAfterASecond() throws Exception {
    answer(Answer.NONE, Answer.of(200, "at last"));
    CompletableFuture<String> result = reading();
    awaitDue(START.plusSeconds(1));
    assertEquals(1, server.requests().size());
    timeline.advance(Duration.ofSeconds(1));
    assertEquals("at last", result.get());
  }

  @Test
  void aWriteThatWasLostIsNotSentAgain() {
    answer(Answer.NONE);
    ApiRequest put = ApiRequest.put("/x", LIST.subject(), "{}".getBytes(StandardCharsets.UTF_8));
    assertEquals("Put \"" + server.address() + "/x\": EOF", failure(put).text());
  }

  private void awaitDue(Instant time) {
    while (!time.equals(timeline.nextDue())) {
      Thread.onSpinWait();
    }
  }

  @Test
  void withoutAskingItIsNotAskedAgain() {
    answer(new Answer(429, Map.of("Retry-After", "soon"), ""));
    assertEquals(429, failure(LIST).code());
    answer(new Answer(404, Map.of("Retry-After", "1"), ""));
    failure(LIST);
    assertEquals(2, server.requests().size());
  }
}
