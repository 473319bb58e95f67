package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.metrics.ReviewListeners;
import dev.hpa.kube.client.CallListener;
import dev.hpa.kube.client.TestServer;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Responses of the HTTPS server, compared with recorded responses of upstream. */
@NullMarked
@Tag("security")
class SecureServerTest {

  private static final String UNAUTHORIZED =
      """
      {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Unauthorized",\
      "reason":"Unauthorized","code":401}
      """;

  @TempDir private Path folder;
  private final VirtualTimeline time = new VirtualTimeline(Instant.now());
  private final Pages pages = new Pages();
  private final AtomicReference<@Nullable X509Certificate> seen = new AtomicReference<>();
  private final List<String> reviews = new CopyOnWriteArrayList<>();
  private @Nullable SecureServer server;
  private @Nullable TestServer api;

  SecureServerTest() {
    HealthChecks healthz = new HealthChecks("healthz");
    healthz.add("leaderElection", () -> null);
    pages.put("/healthz", healthz);
    pages.put("/metrics", ask -> PageResponse.text(200, "all metrics\n"));
    pages.put("/debug/", ask -> PageResponse.text(200, ask.path() + ask.query()));
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
    if (api != null) {
      api.close();
    }
  }

  private static ServingOptions anyPort(@Nullable Path certificate, @Nullable Path key) {
    return new ServingOptions(
        "127.0.0.1",
        0,
        certificate,
        key,
        null,
        List.of(),
        "TLSv1.2",
        List.of(),
        List.of(),
        true,
        0,
        false);
  }

  private void start(AuthenticationOptions authentication, AuthorizationOptions authorization)
      throws Exception {
    server =
        SecureServer.start(
            anyPort(null, null),
            authentication,
            authorization,
            pages,
            time,
            new ReviewListeners(List.of(recording("token")), List.of(recording("access"))));
  }

  private CallListener recording(String what) {
    return new CallListener() {
      @Override
      public void answered(String host, ApiRequest request, int code, Duration took) {
        reviews.add(what + " " + request.subject().resource() + " " + code);
      }
    };
  }

  /** Starts the server with an API server whose only users are an admin and Jane. */
  private void startBesideAnApiServer(TestServer.@Nullable Answer configMap) throws Exception {
    api =
        new TestServer(
            request -> {
              if (request.target().contains("configmaps")) {
                return configMap == null ? TestServer.Answer.of(404, "{}") : configMap;
              }
              if (request.target().contains("tokenreviews")) {
                String user =
                    request.body().contains("\"admin-token\"")
                        ? "admin"
                        : request.body().contains("\"jane-token\"") ? "jane" : "";
                return TestServer.Answer.of(
                    201,
                    user.isEmpty()
                        ? "{\"status\":{\"user\":{},\"error\":\"invalid bearer token\"}}"
                        : "{\"status\":{\"authenticated\":true,\"user\":{\"username\":\""
                            + user
                            + "\",\"groups\":[\"people\"]}}}");
              }
              return TestServer.Answer.of(
                  201, "{\"status\":{\"allowed\":" + request.body().contains("admin") + "}}");
            });
    Path kubeconfig = TestServer.kubeconfig(folder, api.address());
    AuthenticationOptions who = AuthenticationOptions.DEFAULTS;
    AuthorizationOptions what = AuthorizationOptions.DEFAULTS;
    start(
        new AuthenticationOptions(
            kubeconfig, false, false, who.tokenCacheTtl(), null, who.frontProxy()),
        new AuthorizationOptions(
            kubeconfig, what.alwaysAllowed(), what.allowedTtl(), what.deniedTtl()));
  }

  private AuthenticationOptions trusting(TestAuthority clients) throws Exception {
    AuthenticationOptions usual = AuthenticationOptions.DEFAULTS;
    return new AuthenticationOptions(
        null,
        false,
        false,
        usual.tokenCacheTtl(),
        Files.writeString(folder.resolve("ca.crt"), clients.pem()),
        usual.frontProxy());
  }

  private HttpResponse<String> get(
      String path, TestAuthority.@Nullable Issued certificate, String... headers) throws Exception {
    KeyManager[] keys = null;
    if (certificate != null) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "me", certificate.key(), new char[0], new X509Certificate[] {certificate.certificate()});
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, new char[0]);
      keys = factory.getKeyManagers();
    }
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys, new TrustManager[] {new Looking()}, null);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + running().port() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try (HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  private SecureServer running() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server;
  }

  private static String forbidden(String user, String path) {
    return """
    {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"forbidden: \
    User \\"%s\\" cannot get path \\"%s\\"","reason":"Forbidden","details":{},"code":403}
    """
        .formatted(user, path);
  }

  /** The client offers AES first. */
  @Test
  void theServerPrefersChaCha20() throws Exception {
    start(AuthenticationOptions.DEFAULTS, AuthorizationOptions.DEFAULTS);
    assertEquals(
        "TLS_CHACHA20_POLY1305_SHA256",
        get("/healthz", null).sslSession().orElseThrow().getCipherSuite());
  }

  @Test
  void anonymousUsersCanReadHealthOnly() throws Exception {
    start(AuthenticationOptions.DEFAULTS, AuthorizationOptions.DEFAULTS);
    HttpResponse<String> health = get("/healthz", null);
    HttpResponse<String> verbose = get("/healthz?verbose", null);
    HttpResponse<String> metrics = get("/metrics", null, "Authorization", "Bearer anything");
    HttpResponse<String> single = get("/healthz/ping", null);
    assertAll(
        () -> assertEquals(200, health.statusCode()),
        () -> assertEquals("ok", health.body()),
        () ->
            assertEquals(
                "text/plain; charset=utf-8",
                health.headers().firstValue("content-type").orElse("")),
        () -> assertEquals("[+]leaderElection ok\nhealthz check passed\n", verbose.body()),
        () -> assertEquals(403, metrics.statusCode()),
        () -> assertEquals(forbidden("system:anonymous", "/metrics"), metrics.body()),
        () -> assertEquals(forbidden("system:anonymous", "/healthz/ping"), single.body()));
  }

  @Test
  void tokensAreReviewedByTheApiServer() throws Exception {
    startBesideAnApiServer(null);
    HttpResponse<String> admin = get("/metrics", null, "Authorization", "Bearer admin-token");
    HttpResponse<String> jane = get("/metrics", null, "Authorization", "Bearer jane-token");
    HttpResponse<String> stranger = get("/healthz", null, "Authorization", "Bearer made-up");
    HttpResponse<String> nobody = get("/metrics", null);
    HttpResponse<String> missing = get("/nosuch", null, "Authorization", "Bearer admin-token");
    assertAll(
        () -> assertEquals("all metrics\n", admin.body()),
        () -> assertEquals(forbidden("jane", "/metrics"), jane.body()),
        () -> assertEquals(401, stranger.statusCode()),
        () -> assertEquals(UNAUTHORIZED, stranger.body()),
        () -> assertEquals(forbidden("system:anonymous", "/metrics"), nobody.body()),
        () -> assertEquals(404, missing.statusCode()),
        () -> assertEquals("404 page not found\n", missing.body()));
  }

  @Test
  void reviewCallsAreReported() throws Exception {
    startBesideAnApiServer(null);
    reviews.clear();
    get("/metrics", null, "Authorization", "Bearer admin-token");
    assertEquals(List.of("token tokenreviews 201", "access subjectaccessreviews 201"), reviews);
  }

  @Test
  void reviewsAreCachedUntilTheTtl() throws Exception {
    startBesideAnApiServer(null);
    TestServer asked = api;
    if (asked == null) {
      throw new IllegalStateException();
    }
    get("/metrics", null, "Authorization", "Bearer admin-token");
    int first = asked.requests().size();
    get("/metrics", null, "Authorization", "Bearer admin-token");
    assertEquals(first, asked.requests().size());
    time.advance(Duration.ofSeconds(6));
    get("/metrics", null, "Authorization", "Bearer admin-token");
    assertEquals(first, asked.requests().size());
    time.advance(Duration.ofSeconds(5));
    get("/metrics", null, "Authorization", "Bearer admin-token");
    assertEquals(first + 2, asked.requests().size(), "the token and the access, though used");
  }

  private long accessReviews() {
    return reviews.stream().filter(each -> each.startsWith("access ")).count();
  }

  @Test
  void deniedDecisionsAreCached() throws Exception {
    startBesideAnApiServer(null);
    for (int i = 0; i < 5; i++) {
      assertEquals(forbidden("system:anonymous", "/metrics"), get("/metrics", null).body());
    }
    assertEquals(1, accessReviews());
    time.advance(Duration.ofSeconds(11));
    get("/metrics", null);
    assertEquals(2, accessReviews());
  }

  @Test
  void anonymousClientsCannotExhaustReviewsOfOthers() throws Exception {
    startBesideAnApiServer(null);
    int last = 0;
    for (int i = 0; i < 21; i++) {
      last = get("/nosuch" + i, null).statusCode();
    }
    assertEquals(429, last);
    assertEquals(20, accessReviews());
    HttpResponse<String> admin = get("/metrics", null, "Authorization", "Bearer admin-token");
    assertEquals("all metrics\n", admin.body());
    time.advance(Duration.ofSeconds(1));
    assertEquals(403, get("/nosuch99", null).statusCode());
  }

  @Test
  void invalidTokensCannotExhaustReviewsOfOthers() throws Exception {
    startBesideAnApiServer(null);
    String[] admin = {"Authorization", "Bearer admin-token"};
    assertEquals("all metrics\n", get("/metrics", null, admin).body());
    time.advance(Duration.ofSeconds(11));
    int last = 0;
    for (int i = 0; i < 21; i++) {
      last = get("/metrics", null, "Authorization", "Bearer wrong" + i).statusCode();
    }
    assertEquals(429, last);
    assertEquals("all metrics\n", get("/metrics", null, admin).body());
  }

  @Test
  void forbiddenLookupFailsTheStart() {
    IOException failure =
        assertThrows(
            IOException.class,
            () ->
                startBesideAnApiServer(
                    TestServer.Answer.of(
                        401,
                        """
                        {"kind":"Status","status":"Failure","message":"Unauthorized","code":401}
                        """)));
    assertTrue(
        String.valueOf(failure.getMessage())
            .startsWith("unable to load configmap based request-header-client-ca-file:"),
        failure::getMessage);
  }

  @Test
  void clientCertificatesAreAuthenticated() throws Exception {
    TestAuthority authority = new TestAuthority("people");
    start(trusting(authority), AuthorizationOptions.DEFAULTS);
    HttpResponse<String> master = get("/metrics", authority.issue("root", "system:masters"));
    HttpResponse<String> jane = get("/metrics", authority.issue("jane", "people"));
    HttpResponse<String> stranger =
        get("/healthz", new TestAuthority("others").issue("root", "system:masters"));
    HttpResponse<String> nobody = get("/healthz", null);
    assertAll(
        () -> assertEquals("all metrics\n", master.body()),
        () -> assertEquals(forbidden("jane", "/metrics"), jane.body()),
        () -> assertEquals(401, stranger.statusCode()),
        () -> assertEquals(200, nobody.statusCode()));
  }

  @Test
  void publishedFrontProxyIsTrusted() throws Exception {
    TestAuthority proxies = new TestAuthority("proxies");
    startBesideAnApiServer(
        TestServer.Answer.of(
            200,
            """
            {"data":{"requestheader-client-ca-file":%s,
            "requestheader-allowed-names":"[\\"front-proxy\\"]",
            "requestheader-username-headers":"[\\"X-Remote-User\\"]",
            "requestheader-group-headers":"[\\"X-Remote-Group\\"]",
            "requestheader-extra-headers-prefix":"[\\"X-Remote-Extra-\\"]"}}
            """
                .formatted(Json.text(proxies.pem()))));
    String[] admin = {"X-Remote-User", "admin", "X-Remote-Group", "people"};
    HttpResponse<String> proxied = get("/metrics", proxies.issue("front-proxy"), admin);
    HttpResponse<String> pretender = get("/metrics", proxies.issue("other-client"), admin);
    HttpResponse<String> claimed = get("/metrics", null, admin);
    assertAll(
        () -> assertEquals("all metrics\n", proxied.body()),
        () -> assertEquals(401, pretender.statusCode()),
        () -> assertEquals(forbidden("system:anonymous", "/metrics"), claimed.body()));
  }

  @Test
  void changedCertificateFilesAreReloaded() throws Exception {
    TestAuthority authority = new TestAuthority("servers");
    Path certificate = folder.resolve("tls.crt");
    Path key = folder.resolve("tls.key");
    authority.issue("first").write(certificate, key);
    server =
        SecureServer.start(
            anyPort(certificate, key),
            AuthenticationOptions.DEFAULTS,
            AuthorizationOptions.DEFAULTS,
            pages,
            time,
            ReviewListeners.NONE);
    assertEquals("CN=first", subjectSeen());
    authority.issue("second").write(certificate, key);
    time.advance(Duration.ofMinutes(1));
    String subject = subjectSeen();
    while (subject.equals("CN=first")) {
      subject = subjectSeen();
    }
    assertEquals("CN=second", subject);
  }

  @Test
  void mismatchedKeyIsRejected() throws Exception {
    TestAuthority authority = new TestAuthority("servers");
    Path certificate = folder.resolve("tls.crt");
    Path key = folder.resolve("tls.key");
    authority.issue("first").write(certificate, folder.resolve("unused"));
    authority.issue("second").write(folder.resolve("unused"), key);
    IOException failure =
        assertThrows(
            IOException.class,
            () ->
                SecureServer.start(
                    anyPort(certificate, key),
                    AuthenticationOptions.DEFAULTS,
                    AuthorizationOptions.DEFAULTS,
                    pages,
                    time,
                    ReviewListeners.NONE));
    assertTrue(
        String.valueOf(failure.getMessage()).endsWith("private key does not match public key"),
        failure::getMessage);
  }

  private String subjectSeen() throws Exception {
    assertEquals(200, get("/healthz", null).statusCode());
    X509Certificate certificate = seen.get();
    return certificate == null ? "" : certificate.getSubjectX500Principal().getName();
  }

  /** Trusts every server and records its certificate. */
  private final class Looking extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
      seen.set(chain[0]);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      seen.set(chain[0]);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
      seen.set(chain[0]);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
