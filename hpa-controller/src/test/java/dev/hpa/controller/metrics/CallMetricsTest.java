package dev.hpa.controller.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.TestServer;
import dev.hpa.kube.client.TestServer.Answer;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.ApiRequest.Subject;
import dev.hpa.spi.KubernetesApiException;
import io.prometheus.client.CollectorRegistry;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of HTTP calls, with a clock 1000 times as fast as real time. */
class CallMetricsTest {

  private final Timeline timeline = Timeline.scaled(1000, Instant.parse("2026-01-01T00:00:00Z"));
  private final CollectorRegistry registry = new CollectorRegistry();
  private final CallMetrics calls =
      new CallMetrics(new MetricFamilies(registry, MetricsOptions.DEFAULTS));
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final TestServer server;
  private final ClusterConnection connection;
  private final HttpKubernetesApi api;
  private final String host;

  CallMetricsTest(@TempDir Path folder) throws Exception {
    server = new TestServer(request -> answers.remove());
    connection = server.connect(folder, timeline);
    connection.onCall(calls);
    api = new HttpKubernetesApi(connection);
    host = URI.create(server.address()).getAuthority();
  }

  @AfterEach
  void stop() {
    connection.close();
    server.close();
    timeline.close();
  }

  private void call(ApiRequest request) throws KubernetesApiException {
    api.call(request, InputStream::readAllBytes);
  }

  private double value(String family, String labels) {
    return new ReadPage(PrometheusText.of(registry))
        .value(family + "{" + labels.replace("HOST", host) + "}");
  }

  @Test
  void aRetriedCallIsOneCallWithTwoResponses() throws KubernetesApiException {
    answers.addAll(
        List.of(new Answer(503, Map.of("Retry-After", "1"), ""), Answer.of(200, "{\"a\": 1}")));
    call(
        ApiRequest.put(
            "/apis/apps/v1/namespaces/shop/deployments/web/scale",
            new Subject("deployments", "", "web"),
            new byte[70]));
    String result = "host=\"HOST\",method=\"PUT\"";
    assertEquals(1, value("rest_client_requests_total", "code=\"503\"," + result));
    assertEquals(1, value("rest_client_requests_total", "code=\"200\"," + result));
    String verb = "host=\"HOST\",verb=\"PUT\"";
    assertEquals(1, value("rest_client_request_retries_total", "code=\"503\"," + verb));
    assertEquals(1, value("rest_client_request_duration_seconds_count", verb));
    assertEquals(70, value("rest_client_request_size_bytes_sum", verb));
    assertEquals(8, value("rest_client_response_size_bytes_sum", verb));
    assertEquals(2, value("rest_client_rate_limiter_duration_seconds_count", verb));
    assertEquals(
        1,
        value(
            "hpa_api_requests_total",
            "code=\"200\",resource=\"deployments/scale\",verb=\"update\""));
  }

  @Test
  void aServerThatIsAwayIsAnError() {
    server.close();
    ApiRequest list = ApiRequest.get("/api/v1/pods", Map.of(), new Subject("pods", "", ""));
    assertThrows(KubernetesApiException.class, () -> call(list));
    assertEquals(
        1, value("rest_client_requests_total", "code=\"<error>\",host=\"HOST\",method=\"GET\""));
    assertEquals(
        1, value("hpa_api_requests_total", "code=\"<error>\",resource=\"pods\",verb=\"list\""));
  }

  @Test
  void namesOfExternalMetricsAreNoResources() throws KubernetesApiException {
    answers.add(Answer.of(200, "{}"));
    call(
        ApiRequest.get(
            "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue_depth",
            Map.of(),
            new Subject("queue_depth", "external.metrics.k8s.io", "")));
    assertEquals(
        1,
        value(
            "hpa_api_requests_total",
            "code=\"200\",resource=\"external.metrics.k8s.io\",verb=\"list\""));
  }

  @Test
  void discoveryRequestsAreNotLists() throws KubernetesApiException {
    answers.add(Answer.of(200, "{}"));
    call(ApiRequest.get("/apis", Map.of(), Subject.NONE));
    assertEquals(
        1, value("hpa_api_requests_total", "code=\"200\",resource=\"discovery\",verb=\"get\""));
  }
}
