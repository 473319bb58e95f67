package dev.hpa.conformance.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.conformance.cases.Metrics;
import dev.hpa.conformance.cases.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an implementation may read of the metrics APIs. */
@SuppressWarnings("NullAway.Init")
class MetricsServerTest {

  private static final String RESOURCE = "/apis/metrics.k8s.io/v1beta1";

  private MetricsServer server;
  private ClusterApi client;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    server = new MetricsServer(MetricsAddress.LOCAL);
    for (String namespace : List.of("hpa-1", "hpa-2")) {
      server.board(namespace).use(Sample.of("web-1", "cpu", "100m"));
    }
    client =
        ClusterApi.of(
            Files.writeString(
                folder.resolve("kubeconfig"),
                """
                apiVersion: v1
                kind: Config
                current-context: c
                clusters: [{name: c, cluster: {server: 'https://127.0.0.1:%d', insecure-skip-tls-verify: true}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                users: [{name: u, user: {}}]
                """
                    .formatted(server.port())));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private List<String> pods(String path) throws Exception {
    JsonNode list = client.get(path);
    assertEquals("PodMetricsList", list.path("kind").asText());
    return list.path("items")
        .valueStream()
        .map(each -> each.at("/metadata/namespace").asText())
        .sorted()
        .toList();
  }

  @Test
  void podsOfAllNamespacesAreListed() throws Exception {
    assertEquals(List.of("hpa-1", "hpa-2"), pods(RESOURCE + "/pods"));
    assertEquals(List.of(), pods(RESOURCE + "/pods?labelSelector=app%3Dother"));
    assertEquals(List.of("hpa-1"), pods(RESOURCE + "/namespaces/hpa-1/pods"));
    assertEquals("NodeMetricsList", client.get(RESOURCE + "/nodes").path("kind").asText());
  }

  @Test
  void aNamespaceWhoseApiFailsIsNotListed() throws Exception {
    server.board("hpa-2").answer(Metrics.Api.RESOURCE, 503);
    assertEquals(List.of("hpa-1"), pods(RESOURCE + "/pods"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        RESOURCE + "/other",
        RESOURCE + "/nodes/one",
        RESOURCE + "/namespaces/hpa-1",
        RESOURCE + "/namespaces/hpa-1/other",
        "/apis/custom.metrics.k8s.io/v1beta2/nodes/one/load",
        "/apis/custom.metrics.k8s.io/v1beta2/load",
        "/apis/custom.metrics.k8s.io/v1beta2/namespaces/hpa-1",
        "/apis/custom.metrics.k8s.io/v1beta2/namespaces/hpa-1/pods",
        "/apis/external.metrics.k8s.io/v1beta1/queue",
        "/apis/external.metrics.k8s.io/v1beta1/namespaces/hpa-1",
      })
  void whatIsNotServedIsNotFound(String path) {
    assertEquals(404, assertThrows(RefusedException.class, () -> client.get(path)).code());
  }

  @Test
  void anInvalidSelectorIsABadRequest() {
    String path = RESOURCE + "/namespaces/hpa-1/pods?labelSelector=a%20b%20c";
    assertEquals(400, assertThrows(RefusedException.class, () -> client.get(path)).code());
  }
}
