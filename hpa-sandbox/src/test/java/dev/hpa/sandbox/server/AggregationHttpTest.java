package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.hpa.sandbox.metrics.MetricsApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that are proxied to another server. */
class AggregationHttpTest {

  private static final String API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";

  private final ServedSandbox served =
      new ServedSandbox(options -> options.withMetricsApis(Set.<MetricsApi>of()));
  private final SandboxClient client = served.client;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpsServer other;

  @BeforeEach
  void startOther() throws Exception {
    Certificates certificates = Certificates.selfSigned(Instant.now());
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(certificates.keyStore(), certificates.keyPassword().toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    other = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.setHttpsConfigurator(new HttpsConfigurator(context));
    other.createContext("/", this::answer);
    other.start();
  }

  @AfterEach
  void stop() {
    other.stop(0);
    served.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String uri = exchange.getRequestURI().toString();
      asked.add(uri + " " + exchange.getRequestHeaders().getFirst("X-Remote-User"));
      String body =
          uri.equals("/apis/metrics.k8s.io/v1beta1")
              ? "{'resources':[{'name':'pods','kind':'PodMetrics','namespaced':true,'verbs':['list']}]}"
              : "{'kind':'PodMetricsList','items':[]}";
      byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(uri.contains("teapot") ? 418 : 200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private void register(String type) {
    served.create(
        "/api/v1/namespaces/kube-system/services",
        "{'metadata':{'name':'metrics'},'spec':{'type':'%s','externalName':'localhost','ports':[{'port':443}]}}"
            .formatted(type));
    served.create(
        API_SERVICES,
        """
        {'metadata':{'name':'v1beta1.metrics.k8s.io'},
         'spec':{'group':'metrics.k8s.io','version':'v1beta1','insecureSkipTLSVerify':true,
          'groupPriorityMinimum':100,'versionPriority':100,
          'service':{'namespace':'kube-system','name':'metrics','port':%d}}}
        """
            .formatted(other.getAddress().getPort()));
  }

  /** Waits for the condition of the APIService. */
  private String judged() {
    try (SandboxClient.Events events = client.watch(API_SERVICES + "?watch=true")) {
      while (true) {
        JsonNode event = events.next();
        assertNotNull(event);
        String status = event.at("/object/status/conditions/0/status").asText();
        if (!status.isEmpty()) {
          return status;
        }
      }
    }
  }

  @Test
  void discoversAndProxiesAnAvailableServer() {
    register("ExternalName");

    assertEquals("True", judged());
    JsonNode groups = client.get("/apis").json().path("groups");
    assertTrue(groups.findValuesAsText("name").contains("metrics.k8s.io"), () -> groups.toString());
    String list = "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods?labelSelector=app%3Dweb";
    assertEquals("PodMetricsList", client.get(list).json().path("kind").asText());
    assertTrue(asked.contains(list + " system:admin"), () -> asked.toString());
  }

  @Test
  void passesTheResponseThrough() {
    register("ExternalName");

    assertEquals("True", judged());
    assertEquals(418, client.get("/apis/metrics.k8s.io/v1beta1/teapot").code());
  }

  @Test
  void unreachableServiceIsUnavailable() {
    register("ClusterIP");

    assertEquals("False", judged());
    assertEquals(503, client.get("/apis/metrics.k8s.io/v1beta1/pods").code());
    assertTrue(!client.get("/apis").json().findValuesAsText("name").contains("metrics.k8s.io"));
  }

  @Test
  void deletingTheApiServiceRemovesTheGroup() {
    register("ExternalName");
    assertEquals("True", judged());

    client.delete(API_SERVICES + "/v1beta1.metrics.k8s.io");

    assertEquals(404, client.get("/apis/metrics.k8s.io/v1beta1/pods").code());
  }
}
