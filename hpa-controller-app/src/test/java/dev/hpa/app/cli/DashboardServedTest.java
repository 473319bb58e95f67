package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.Manifests;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard on the secure port, beside an API server with roles. */
@Tag("security")
class DashboardServedTest {

  private static final Path ROLE =
      Path.of(
          System.getProperty("hpa.root"),
          "deploy/kustomize/components/dashboard/cluster-role.yaml");
  private static final String PAGE = "/dashboard/";
  private static final String ROWS = "/dashboard/api/autoscalers";
  private static final String CHANGES = "/dashboard/api/changes";

  @TempDir private Path folder;
  private final Timeline time = Timeline.real();
  private Sandbox sandbox;
  private HttpClient http;
  private @Nullable ServedController controller;

  @BeforeEach
  void startCluster() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(time)
                .withAuthorization(AuthorizationMode.RBAC)
                .withUsers(
                    List.of(
                        StaticUser.parse("jane=jane-token"),
                        StaticUser.parse("otto=otto-token,group=sre"))));
    sandbox.writeKubeconfig(folder.resolve("kubeconfig"));
    Manifests.create(sandbox, ResourceTypes.CLUSTER_ROLES, "", Files.readString(ROLE));
    Manifests.create(
        sandbox,
        ResourceTypes.CLUSTER_ROLE_BINDINGS,
        "",
        """
        kind: ClusterRoleBinding
        apiVersion: rbac.authorization.k8s.io/v1
        metadata: {name: dashboard}
        roleRef:
          {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: hpa-controller-dashboard}
        subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: sre}]
        """);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {new AnyCertificate()}, null);
    http = HttpClient.newBuilder().sslContext(tls).build();
  }

  @AfterEach
  void stop() {
    http.shutdownNow();
    if (controller != null) {
      controller.close();
    }
    sandbox.close();
    time.close();
  }

  private void start(String... flags) throws Exception {
    controller = ServedController.start(folder.resolve("kubeconfig"), time, flags);
  }

  private HttpRequest.Builder request(String path, String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(Objects.requireNonNull(controller).address().resolve(path));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private int status(String path, String token) throws Exception {
    HttpResponse<Stream<String>> response =
        http.send(request(path, token).build(), HttpResponse.BodyHandlers.ofLines());
    response.body().close();
    return response.statusCode();
  }

  @Test
  void onlyUsersWithTheRoleCanReadIt() throws Exception {
    start("--dashboard");
    for (String path : List.of("/dashboard", PAGE, PAGE + "app.js", ROWS, CHANGES)) {
      assertEquals(403, status(path, ""), path);
      assertEquals(401, status(path, "unknown"), path);
      assertEquals(403, status(path, "jane-token"), path);
      assertEquals(path.equals("/dashboard") ? 308 : 200, status(path, "otto-token"), path);
    }
    assertEquals(404, status(PAGE + "nothing", "otto-token"));
    assertEquals(403, status("/metrics", "otto-token"));
    // Without a body: the server may reject it before it is sent, which Java's client reports.
    HttpRequest write =
        request(ROWS, "otto-token").POST(HttpRequest.BodyPublishers.noBody()).build();
    assertEquals(403, http.send(write, HttpResponse.BodyHandlers.discarding()).statusCode());
  }

  /** A browser sends the client certificate of its user for every page. */
  @Test
  void pagesOfOtherSitesCannotRequestWhatIsComputed() throws Exception {
    start("--dashboard");
    for (String path :
        List.of(ROWS, CHANGES, ROWS + "/default/web/what-if", ROWS + "/default/web/trace")) {
      HttpRequest request =
          request(path, "otto-token").header("Sec-Fetch-Site", "cross-site").build();
      assertEquals(
          403, http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode(), path);
    }
    HttpRequest own = request(ROWS, "otto-token").header("Sec-Fetch-Site", "same-origin").build();
    assertEquals(200, http.send(own, HttpResponse.BodyHandlers.discarding()).statusCode());
    HttpRequest link = request(PAGE, "otto-token").header("Sec-Fetch-Site", "cross-site").build();
    assertEquals(200, http.send(link, HttpResponse.BodyHandlers.discarding()).statusCode());
  }

  @Test
  void itIsOffByDefault() throws Exception {
    start();
    assertEquals(404, status(PAGE, "otto-token"));
    assertEquals(404, status(ROWS, "otto-token"));
    assertEquals(403, status(PAGE, "jane-token"));
  }

  @Test
  void aSyncIsAnEvent() throws Exception {
    start("--dashboard", "--horizontal-pod-autoscaler-sync-period=1s");
    Manifests.create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        "default",
        """
        kind: HorizontalPodAutoscaler
        apiVersion: autoscaling/v2
        metadata: {name: web}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: absent}
          maxReplicas: 4
        """);
    Thread running = Thread.ofVirtual().start(Objects.requireNonNull(controller)::run);
    HttpResponse<Stream<String>> events =
        http.send(request(CHANGES, "otto-token").build(), HttpResponse.BodyHandlers.ofLines());
    try (Stream<String> lines = events.body()) {
      assertEquals(
          "text/event-stream; charset=utf-8",
          events.headers().firstValue("content-type").orElse(""));
      JsonNode row = firstRow(lines.iterator());
      assertEquals("web", row.path("name").asText());
      assertTrue(row.path("badges").toString().contains("failing"), row.toString());
    }
    running.interrupt();
    running.join();
  }

  private static JsonNode firstRow(Iterator<String> lines) {
    while (lines.hasNext()) {
      String line = lines.next();
      if (line.startsWith("data: ")) {
        JsonNode row = Json.tree(line.substring("data: ".length())).path("rows").path(0);
        if (row.has("at")) {
          return row;
        }
      }
    }
    throw new AssertionError("the stream has ended");
  }

  /** Accepts the self-signed certificate of the port. */
  private static final class AnyCertificate extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

    @Override
    public void checkClientTrusted(
        X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
