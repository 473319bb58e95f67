package dev.hpa.conformance.environment;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.conformance.cases.InjectedFault;
import dev.hpa.conformance.transcript.Observation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The implementation is a client with the kubeconfig that the proxy writes. */
@SuppressWarnings("NullAway.Init")
class RecordingProxyTest {

  private static final String SCALE =
      "/apis/conformance.hpa.dev/v1/namespaces/hpa-1/workloads/web/scale";
  private static final String FOUND = "{\"spec\":{\"replicas\":2}}";

  @TempDir private Path folder;
  private ScriptedServer server;
  private RecordingProxy proxy;
  private Path kubeconfig;
  private ClusterApi implementation;
  private final CaseLog log = new CaseLog("sample");

  @BeforeEach
  void start() throws Exception {
    server = new ScriptedServer();
    proxy = new RecordingProxy(ClusterApi.of(server.kubeconfig(folder)));
    kubeconfig = folder.resolve("implementation.kubeconfig");
    proxy.writeKubeconfig(kubeconfig);
    implementation = ClusterApi.of(kubeconfig);
    proxy.register("hpa-1", log);
  }

  @AfterEach
  void stop() {
    proxy.close();
    server.close();
  }

  private List<String> recorded() {
    return log.transcript().all(Observation.Request.class).map(Observation::line).toList();
  }

  private static InjectedFault fault(String method, int times, String reason) {
    return new InjectedFault(
        method, "/scale", times, 409, reason.isEmpty() ? null : reason, "changed");
  }

  @Test
  void kubeconfigIsReadableByItsOwnerOnly() throws IOException {
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig)));
  }

  @Test
  void requestIsForwardedWithTheCredentialsOfTheCluster() throws IOException {
    server.respond("PUT " + SCALE + "?dryRun=All", 200, "application/json", FOUND);
    byte[] body = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    try (Response response =
        implementation
            .call(
                "PUT",
                SCALE + "?dryRun=All",
                Map.of("Accept", "application/json", "User-Agent", "mine"),
                body,
                "application/json")
            .execute()) {
      assertEquals(200, response.code());
      assertEquals("application/json", response.header("Content-Type"));
      assertEquals(FOUND, response.body().string());
    }
    ScriptedServer.Received received = server.received().getFirst();
    assertEquals("PUT", received.method());
    assertEquals("{\"a\":1}", received.body());
    assertEquals("mine", received.header("User-agent"));
    assertEquals("application/json", received.header("Accept"));
    assertEquals("Bearer " + ScriptedServer.TOKEN, received.header("Authorization"));
  }

  @Test
  void requestWithoutTheTokenOfTheProxyIsRejected() throws Exception {
    Path other = folder.resolve("other.kubeconfig");
    Files.writeString(
        other, Files.readString(kubeconfig).replaceAll("token: '[^']*'", "token: 'guessed'"));
    RefusedException refusal =
        assertThrows(RefusedException.class, () -> ClusterApi.of(other).get(SCALE));
    assertEquals(401, refusal.code());
    assertEquals(List.of(), server.received());
    assertEquals(List.of(), recorded());
  }

  @Test
  void requestsOfRegisteredNamespacesAreRecorded() throws IOException {
    server.respond("GET " + SCALE, 200, "application/json", FOUND);
    String external =
        "/apis/external.metrics.k8s.io/v1beta1/namespaces/hpa-1/queue?labelSelector=a%3Db";
    implementation.get(SCALE);
    assertThrows(RefusedException.class, () -> implementation.get(external));
    assertThrows(RefusedException.class, () -> implementation.get("/api/v1/namespaces/hpa-2/pods"));
    assertThrows(RefusedException.class, () -> implementation.get("/api/v1/pods"));
    assertEquals(
        List.of(
            "GET /apis/conformance.hpa.dev/v1/namespaces/NS/workloads/web/scale 200",
            "GET /apis/external.metrics.k8s.io/v1beta1/namespaces/NS/queue?labelSelector=a=b 404"),
        recorded());
  }

  @Test
  void faultReplacesTheResponseOfSomeRequests() throws IOException {
    server.respond("GET " + SCALE, 200, "application/json", FOUND);
    proxy.fail("hpa-1", fault("GET", 2, "Conflict"));
    for (int count = 0; count < 2; count++) {
      RefusedException refusal =
          assertThrows(RefusedException.class, () -> implementation.get(SCALE));
      String message = String.valueOf(refusal.getMessage());
      assertEquals(
          Json.tree(
              """
              {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
                "message": "changed", "reason": "Conflict", "code": 409}
              """),
          Json.tree(message.substring(message.indexOf('{'))));
    }
    assertEquals(2, implementation.get(SCALE).at("/spec/replicas").asInt());
    assertEquals(1, server.received().size());
    assertEquals(
        List.of("409", "409", "200"),
        recorded().stream().map(each -> each.substring(each.lastIndexOf(' ') + 1)).toList());
  }

  @Test
  void faultWithoutReasonIsPlainText() {
    proxy.fail("hpa-1", fault("GET", 1, ""));
    RefusedException refusal =
        assertThrows(RefusedException.class, () -> implementation.get(SCALE));
    assertTrue(String.valueOf(refusal.getMessage()).endsWith(": changed"));
  }

  @Test
  void faultAppliesToItsMethodPathAndNamespaceOnly() throws IOException {
    server.respond("GET " + SCALE, 200, "application/json", FOUND);
    server.respond("GET " + SCALE.replace("hpa-1", "hpa-2"), 200, "application/json", FOUND);
    proxy.fail("hpa-1", fault("PUT", Integer.MAX_VALUE, "Conflict"));
    implementation.get(SCALE);
    proxy.fail("hpa-1", fault("GET", Integer.MAX_VALUE, "Conflict"));
    implementation.get(SCALE.replace("hpa-1", "hpa-2"));
    assertThrows(RefusedException.class, () -> implementation.get(SCALE));
    proxy.clearFaults("hpa-1");
    implementation.get(SCALE);
  }

  /** The case adds faults while the implementation sends requests. */
  @Test
  void faultsAreAddedDuringRequests() throws Exception {
    server.respond("GET " + SCALE, 200, "application/json", FOUND);
    Thread requests =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int count = 0; count < 100; count++) {
                    assertDoesNotThrow(() -> implementation.get(SCALE));
                  }
                });
    for (int count = 0; requests.isAlive(); count++) {
      if (count % 1_000 == 0) {
        proxy.clearFaults("hpa-1");
      }
      proxy.fail("hpa-1", fault("PUT", 1, "Conflict"));
    }
    assertEquals(100, recorded().size());
  }

  /** The event arrives although the response has not ended. */
  @Test
  void watchIsStreamed() throws Exception {
    try (Response response =
        implementation
            .call("GET", "/api/v1/pods?watch=true", Map.of(), new byte[0], "application/json")
            .execute()) {
      BlockingQueue<String> watch = server.nextWatch("/api/v1/pods");
      watch.add("{\"type\":\"ADDED\"}");
      assertEquals("{\"type\":\"ADDED\"}", response.body().source().readUtf8Line());
      watch.add("{\"type\":\"MODIFIED\"}");
      assertEquals("{\"type\":\"MODIFIED\"}", response.body().source().readUtf8Line());
      ScriptedServer.end(watch);
    }
  }
}
