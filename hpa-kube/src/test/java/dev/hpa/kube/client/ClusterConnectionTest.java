package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Pattern;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterConnectionTest {

  private static final String CONTEXT =
      "current-context: x\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n";

  @TempDir private Path folder = Path.of("");

  private static String refusal(Path file, @Nullable String master) {
    String message =
        String.valueOf(
            assertThrows(
                    KubeconfigException.class,
                    () -> ClusterConnection.open(file, master, new VirtualTimeline(Instant.EPOCH)))
                .getMessage());
    assertEquals(1, message.lines().count(), message);
    assertFalse(message.contains("java."), message);
    return message;
  }

  private String refusal(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("config"), text);
    String message = refusal(file, null);
    assertTrue(message.contains(file.toString()), message);
    return message
        .replaceFirst("^error loading config file \"[^\"]*\": ", "")
        .replaceFirst("^" + Pattern.quote(file + ": "), "");
  }

  @Test
  void aMissingFileIsNamed() {
    Path file = folder.resolve("none");
    assertEquals(
        file + ": no such file; give the kubeconfig of a cluster with --kubeconfig",
        refusal(file, null));
  }

  @Test
  void aDirectoryIsNamed() {
    assertEquals(
        folder + ": is a directory; give the kubeconfig of a cluster with --kubeconfig",
        refusal(folder, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|invalid configuration: no configuration has been provided; give --kubeconfig FILE or"
            + " --master URL, or run inside a pod",
        "hello|couldn't get version/kind; it is not a map of contexts and clusters",
        "[1, 2]|couldn't get version/kind; it is not a map of contexts and clusters",
        "contexts: 7|contexts is not a list",
      })
  void anInvalidKubeconfigIsReported(String text, String why) throws IOException {
    assertEquals(why, refusal(text));
  }

  @Test
  void invalidYamlIsReported() throws IOException {
    assertEquals("yaml: line 1: mapping values are not allowed here", refusal("a: b: c"));
  }

  @ParameterizedTest
  @CsvSource({
    "'kind: Config', no configuration has been provided",
    "'current-context: x', '[context was not found for specified context: x, cluster has no server"
        + " defined]'",
    "'current-context: x\ncontexts: []\nclusters: []\nusers: []', '[context was not found for"
        + " specified context: x, cluster has no server defined]'",
  })
  void aContextIsNeeded(String text, String why) throws IOException {
    String refusal = refusal(text);
    assertTrue(refusal.startsWith("invalid configuration: " + why), refusal);
  }

  @Test
  void invalidCertificatesAndAddressesAreReported() throws IOException {
    assertEquals(
        "invalid configuration: unable to read certificate-authority /no/such for c due to open"
            + " /no/such: no such file or directory",
        refusal(
            CONTEXT
                + "clusters: [{name: c, cluster: {server: 'https://127.0.0.1:1',"
                + " certificate-authority: /no/such}}]\n"));
    assertEquals(
        "unable to load root certificates: No certificate data found",
        refusal(
            CONTEXT
                + "clusters: [{name: c, cluster: {server: 'https://127.0.0.1:1',"
                + " certificate-authority-data: aGVsbG8=}}]\n"));
    assertTrue(
        refusal(CONTEXT + "clusters: [{name: c, cluster: {server: 'not a url'}}]\n")
            .endsWith("host must be a URL or a host:port pair: \"not a url\""));
  }

  @ParameterizedTest
  @CsvSource({"not a url", "ftp://x", "''"})
  void aMasterHasToBeAnAddress(String master) throws IOException {
    Path file = TestServer.kubeconfig(folder, "https://127.0.0.1:1");
    assertEquals(
        file + ": --master \"" + master + "\" is not a URL; write it like https://127.0.0.1:6443",
        refusal(file, master));
  }

  @Test
  void theMasterTakesThePlaceOfTheKubeconfigsServer() throws Exception {
    Path file = TestServer.kubeconfig(folder, "https://127.0.0.1:1");
    VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
    try (ClusterConnection connection =
        ClusterConnection.open(file, "http://127.0.0.1:2", timeline)) {
      assertEquals("http://127.0.0.1:2", connection.server());
    }
  }

  @Test
  void anAddressAloneIsReachedWithoutCredentials() throws Exception {
    VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
    try (ClusterConnection connection =
        ClusterConnection.open(null, "http://127.0.0.1:2", timeline)) {
      assertEquals("http://127.0.0.1:2", connection.server());
    }
  }

  @ParameterizedTest
  @CsvSource({"'',''", "/,''", "/k8s/clusters/c-1,/k8s/clusters/c-1", "/k8s/,/k8s"})
  void aServerMayStandBelowAPath(String path, String root) throws Exception {
    VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
    try (TestServer server = new TestServer(request -> TestServer.Answer.of(200, "ok"));
        ClusterConnection connection =
            ClusterConnection.open(
                TestServer.kubeconfig(folder, server.address() + path), null, timeline)) {
      new HttpKubernetesApi(connection)
          .call(
              ApiRequest.get(
                  "/apis/example.com/v1/" + ApiRequest.segment("a b:c|é"),
                  Map.of("labelSelector", "app in (a,b)"),
                  ApiRequest.Subject.NONE),
              body -> body.readAllBytes());
      assertEquals(
          root + "/apis/example.com/v1/a%20b:c%7C%C3%A9?labelSelector=app+in+%28a%2Cb%29",
          server.requests().getFirst().target());
    }
  }

  @ParameterizedTest
  @CsvSource({"//other.example/x,//other.example/x", "/\\other.example/x,/%5Cother.example/x"})
  void noPathLeadsToAnotherHost(String path, String asked) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ClusterConnection connection =
            ClusterConnection.open(
                TestServer.kubeconfig(folder, "http://127.0.0.1:" + server.getLocalPort()),
                null,
                new VirtualTimeline(Instant.EPOCH))) {
      FutureTask<String> received = new FutureTask<>(() -> firstLine(server));
      Thread.startVirtualThread(received);
      new HttpKubernetesApi(connection)
          .call(
              ApiRequest.get(path, Map.of(), ApiRequest.Subject.NONE), body -> body.readAllBytes());
      assertEquals("GET " + asked + " HTTP/1.1", received.get());
    }
  }

  /** The first line of a request as it came: HTTP servers may reject such targets. */
  private static String firstLine(ServerSocket server) throws IOException {
    try (Socket accepted = server.accept();
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(accepted.getInputStream(), StandardCharsets.US_ASCII))) {
      String first = in.readLine();
      while (!in.readLine().isEmpty()) {
        // Without a body a request ends with an empty line.
      }
      accepted
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII));
      return first;
    }
  }

  private static final HeldCertificate CERTIFICATE =
      new HeldCertificate.Builder().addSubjectAlternativeName("127.0.0.1").build();

  private static TestServer secure() throws IOException {
    return TestServer.secure(CERTIFICATE, CERTIFICATE, ClusterConnectionTest::onlyFresh);
  }

  private Path kubeconfig(TestServer server) throws IOException {
    Path authority = Files.writeString(folder.resolve("ca.pem"), CERTIFICATE.certificatePem());
    Path file = TestServer.kubeconfig(folder, server.address());
    return Files.writeString(
        file,
        Files.readString(file)
            .replace("{server:", "{certificate-authority: '" + authority + "', server:"));
  }

  @Test
  void theClientPrefersTheCipherThatIsFastWithoutTheSecondCompiler() throws Exception {
    VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
    try (TestServer server =
            TestServer.secure(
                CERTIFICATE, CERTIFICATE, request -> TestServer.Answer.of(200, "fine"));
        ClusterConnection connection = ClusterConnection.open(kubeconfig(server), null, timeline)) {
      assertEquals("fine", text(new HttpKubernetesApi(connection)));
      assertEquals("TLS_CHACHA20_POLY1305_SHA256", server.requests().getFirst().cipher());
    }
  }

  @Test
  void aSecureServerThatDoesNotAnswerIsGivenUp() throws Exception {
    VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
    CompletableFuture<TestServer.Answer> late = new CompletableFuture<>();
    try (TestServer server =
            TestServer.secure(
                CERTIFICATE,
                CERTIFICATE,
                request ->
                    request.target().equals("/hang")
                        ? late.join()
                        : TestServer.Answer.of(200, "fine"));
        ClusterConnection connection = ClusterConnection.open(kubeconfig(server), null, timeline)) {
      assertEquals("fine", text(new HttpKubernetesApi(connection)));
      ApiRequest hanging = ApiRequest.get("/hang", Map.of(), ApiRequest.Subject.NONE);
      SocketTimeoutException failure =
          assertThrows(
              SocketTimeoutException.class,
              () ->
                  connection.send(
                      hanging, Duration.ofSeconds(50), Duration.ofMillis(100), () -> true));
      assertEquals("timeout", failure.getMessage());
      late.complete(TestServer.Answer.of(200, "late"));
    }
  }

  @Test
  void aTokenTheServerRefusesIsReadAgain() throws Exception {
    VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
    try (TestServer server = secure()) {
      Path file = kubeconfig(server);
      try (ClusterConnection connection = ClusterConnection.open(file, null, timeline)) {
        HttpKubernetesApi api = new HttpKubernetesApi(connection);
        timeline.advance(Duration.ofMinutes(1));
        Files.writeString(file, Files.readString(file).replace("secret", "fresh"));
        assertEquals("fine", text(api));
        assertEquals(2, server.requests().size());
      }
    }
  }

  @Test
  void aFileWrittenSinceIsReadAtOnce() throws Exception {
    VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
    try (TestServer server = secure()) {
      Path file = kubeconfig(server);
      try (ClusterConnection connection = ClusterConnection.open(file, null, timeline)) {
        HttpKubernetesApi api = new HttpKubernetesApi(connection);
        timeline.advance(Duration.ofMinutes(1));
        assertEquals(401, assertThrows(KubernetesApiException.class, () -> text(api)).code());
        Files.writeString(file, Files.readString(file).replace("token: secret", "token: fresh"));
        // Some file systems store modification times with a resolution coarser than this test.
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
        assertEquals("fine", text(api));
      }
    }
  }

  @Test
  void aFileWrittenWhileItIsReadAgainIsReadOnceMore() throws Exception {
    VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
    AtomicReference<Path> file = new AtomicReference<>();
    Function<TestServer.Request, TestServer.Answer> replacing =
        request -> {
          String token = request.authorization();
          if (!token.equals("Bearer fresh")) {
            replace(
                file.get(),
                token.endsWith("secret") ? "secret" : "older",
                token.endsWith("secret") ? "older" : "fresh");
          }
          return onlyFresh(request);
        };
    try (TestServer server = TestServer.secure(CERTIFICATE, CERTIFICATE, replacing)) {
      file.set(kubeconfig(server));
      try (ClusterConnection connection = ClusterConnection.open(file.get(), null, timeline)) {
        assertEquals("fine", text(new HttpKubernetesApi(connection)));
        assertEquals(3, server.requests().size());
      }
    }
  }

  private static void replace(Path file, String token, String by) {
    try {
      FileTime before = Files.getLastModifiedTime(file);
      Files.writeString(file, Files.readString(file).replace("token: " + token, "token: " + by));
      // Some file systems store modification times with a resolution coarser than this test.
      Files.setLastModifiedTime(
          file, FileTime.from(before.toInstant().plus(Duration.ofMinutes(1))));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void aTokenThatStaysWrongIsNotAskedForAgainAndAgain() throws Exception {
    VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
    try (TestServer server = secure();
        ClusterConnection connection = ClusterConnection.open(kubeconfig(server), null, timeline)) {
      HttpKubernetesApi api = new HttpKubernetesApi(connection);
      timeline.advance(Duration.ofMinutes(1));
      for (int attempt = 0; attempt < 3; attempt++) {
        assertEquals(401, assertThrows(KubernetesApiException.class, () -> text(api)).code());
      }
      // The first was sent once more with what the file says now.
      assertEquals(4, server.requests().size());
    }
  }

  private static TestServer.Answer onlyFresh(TestServer.Request request) {
    return request.authorization().equals("Bearer fresh")
        ? TestServer.Answer.of(200, "fine")
        : TestServer.Answer.of(401, "");
  }

  private static String text(HttpKubernetesApi api) throws KubernetesApiException {
    return api.call(
        ApiRequest.get(
            "/version",
            Map.of(),
            ApiRequest.Subject.NONE,
            ApiRequest.ResponseFormat.SELF_DESCRIBING),
        body -> new String(body.readAllBytes(), StandardCharsets.UTF_8));
  }

  /** The limit may pass before there is a call that could be cancelled. */
  @ParameterizedTest
  @ValueSource(longs = {1, 50_000_000})
  void aWatchWhoseConnectionHangsIsGivenUp(long nanos) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path file = TestServer.kubeconfig(folder, "https://127.0.0.1:" + silent.getLocalPort());
      try (ClusterConnection connection =
          ClusterConnection.open(file, null, new VirtualTimeline(Instant.EPOCH))) {
        ApiRequest watch = ApiRequest.get("/api/v1/pods", Map.of(), ApiRequest.Subject.NONE);
        IOException failure =
            assertThrows(
                IOException.class,
                () -> connection.watch(watch, Duration.ofNanos(nanos), new CallHandle()));
        assertEquals(
            "the watch was not opened within " + GoDuration.format(Duration.ofNanos(nanos)),
            failure.getMessage());
      }
    }
  }

  /** As the reflector does that is closed. */
  @Test
  void aWatchIsCancelledDuringTheHandshake() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path file = TestServer.kubeconfig(folder, "https://127.0.0.1:" + silent.getLocalPort());
      try (ClusterConnection connection =
          ClusterConnection.open(file, null, new VirtualTimeline(Instant.EPOCH))) {
        ApiRequest watch = ApiRequest.get("/api/v1/pods", Map.of(), ApiRequest.Subject.NONE);
        CallHandle handle = new CallHandle();
        Thread.startVirtualThread(() -> cancelAfterHello(silent, handle));
        assertThrows(IOException.class, () -> connection.watch(watch, Duration.ofHours(1), handle));
      }
    }
  }

  private static void cancelAfterHello(ServerSocket silent, CallHandle handle) {
    try (Socket accepted = silent.accept()) {
      accepted.getInputStream().read();
      handle.cancel();
      accepted.getInputStream().readAllBytes();
    } catch (IOException over) {
      handle.cancel();
    }
  }

  @Test
  void aWatchThatIsCancelledBeforeItBeginsFails() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path file = TestServer.kubeconfig(folder, "https://127.0.0.1:" + silent.getLocalPort());
      try (ClusterConnection connection =
          ClusterConnection.open(file, null, new VirtualTimeline(Instant.EPOCH))) {
        ApiRequest watch = ApiRequest.get("/api/v1/pods", Map.of(), ApiRequest.Subject.NONE);
        CallHandle handle = new CallHandle();
        handle.cancel();
        assertThrows(IOException.class, () -> connection.watch(watch, Duration.ofHours(1), handle));
      }
    }
  }
}
