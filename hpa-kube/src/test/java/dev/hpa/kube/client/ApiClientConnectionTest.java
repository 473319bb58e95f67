package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiClientConnectionTest {

  private final HttpServer server;
  private final List<String> received = new CopyOnWriteArrayList<>();
  private int calls;

  ApiClientConnectionTest() throws IOException {
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          received.add(
              exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization"));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static void read(ApiClient client) throws Exception {
    Duration limit = Duration.ofMinutes(1);
    try (ClusterConnection connection =
            ApiClientConnection.open(client, new VirtualTimeline(Instant.EPOCH), ContentType.JSON);
        TransportResponse first = get(connection, limit);
        TransportResponse second = get(connection, limit)) {
      assertEquals(List.of(200, 200), List.of(first.code(), second.code()));
    }
  }

  private static TransportResponse get(ClusterConnection connection, Duration limit)
      throws IOException {
    return connection.send(
        ApiRequest.get("/version", Map.of(), ApiRequest.Subject.NONE), limit, limit, () -> true);
  }

  private ApiClient client(OkHttpClient http) {
    return new ApiClient(http).setBasePath("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Test
  void theTokenMayComeFromAnInterceptorWhichIsAskedForEachRequest() throws Exception {
    OkHttpClient http =
        new OkHttpClient.Builder()
            .addInterceptor(
                chain ->
                    chain.proceed(
                        chain
                            .request()
                            .newBuilder()
                            .header("Authorization", "Bearer " + ++calls)
                            .build()))
            .build();
    read(client(http));
    assertEquals(List.of("/version Bearer 1", "/version Bearer 2"), received);
  }

  @Test
  void theTokenMayBeAnApiKey() throws Exception {
    ApiClient client = client(new OkHttpClient());
    client.setApiKeyPrefix("Bearer");
    client.setApiKey("secret");
    read(client);
    assertEquals(List.of("/version Bearer secret", "/version Bearer secret"), received);
  }

  @Test
  void requestsGoThroughTheProxyOfTheClient() throws Exception {
    Proxy proxy = new Proxy(Proxy.Type.HTTP, server.getAddress());
    ApiClient client = new ApiClient(new OkHttpClient.Builder().proxy(proxy).build());
    read(client.setBasePath("http://cluster.example:6443"));
    assertEquals("http://cluster.example:6443/version null", received.getFirst());
  }

  @Test
  void aBasePathThatIsNoUrlIsRefused() {
    ApiClient client = new ApiClient(new OkHttpClient()).setBasePath("cluster");
    assertThrows(KubeconfigException.class, () -> read(client));
  }
}
