package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.metrics.ReviewListeners;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Anonymous callers that hold connections do not keep others from being answered. */
@NullMarked
@Tag("security")
class HostileConnectionsTest {

  private static final ConnectionLimits LIMITS =
      new ConnectionLimits(
          48,
          new Rate(1, 200),
          200,
          new Rate(1, 1 << 24),
          16,
          Duration.ofSeconds(32),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(90),
          1 << 14,
          new RequestLimits(new Rate(1, 200), 64, Duration.ZERO));

  private static final String DRIPPING =
      """
      PUT /readyz HTTP/1.1\r
      Host: x\r
      Content-Length: 9\r
      Expect: 100-continue\r
      \r
      """;

  private final VirtualTimeline time = new VirtualTimeline(Instant.now());
  private final Pages pages = new Pages();
  private final List<RawConnection> connections = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private SecureServer server;

  HostileConnectionsTest() {
    HealthChecks livez = new HealthChecks("livez");
    livez.add("loop", () -> null);
    pages.put("/livez", livez);
    pages.put("/readyz", new Echo());
  }

  @BeforeEach
  void start() throws Exception {
    server = start(List.of());
  }

  private SecureServer start(List<String> suites) throws Exception {
    return SecureServer.start(
        new ServingOptions(
            "127.0.0.1",
            0,
            null,
            null,
            null,
            List.of(),
            "TLSv1.2",
            suites,
            List.of(),
            true,
            0,
            false),
        AuthenticationOptions.DEFAULTS,
        AuthorizationOptions.DEFAULTS,
        pages,
        time,
        ReviewListeners.NONE,
        LIMITS);
  }

  @AfterEach
  void stop() throws Exception {
    for (RawConnection each : connections) {
      each.close();
    }
    server.close();
  }

  private RawConnection connect() throws Exception {
    RawConnection connection = RawConnection.tls(server.port());
    connections.add(connection);
    return connection;
  }

  private void assertAlive() throws Exception {
    String answer = connect().get("/livez");
    assertTrue(answer.startsWith("HTTP/1.1 200 OK\r\n") && answer.endsWith("\r\nok"), answer);
  }

  /** Fewer than the other limits of requests and frames allow. */
  @Test
  void aConnectionThatResetsItsRequestsIsClosed() throws Exception {
    try (Http2Connection reset = RawConnection.http2(server.port())) {
      assertTrue(reset.resets(60).isClosedByServer());
    }
  }

  @Test
  void aBodyThatNoPageExpectsIsRefusedWithoutBeingRead() throws Exception {
    for (int i = 0; i < 20; i++) {
      String answer =
          connect()
              .send("GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nd")
              .rest();
      assertTrue(answer.startsWith("HTTP/1.1 400 Bad Request\r\n"), answer);
      assertTrue(answer.contains("\r\nConnection: close\r\n"), answer);
    }
    String chunked =
        connect()
            .send("POST /livez HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            .rest();
    assertTrue(chunked.startsWith("HTTP/1.1 400 Bad Request\r\n"), chunked);
    assertAlive();
  }

  /** Over HTTP/2 a body needs neither Content-Length nor Transfer-Encoding. */
  @Test
  void aBodyThatNoPageExpectsIsRefusedOverHttp2() throws Exception {
    String refusal = "400";
    try (Http2Connection connection = RawConnection.http2(server.port())) {
      assertEquals(
          refusal, connection.headers(false, "GET", "/livez").data(true, "body").response());
      assertEquals(
          refusal, connection.headers(false, "POST", "/livez").data(false, "body").response());
      assertEquals(refusal, connection.headers(false, "GET", "/livez").response(), "nothing sent");
      assertEquals(
          refusal,
          connection.headers(false, "GET", "/livez", "content-length", "4").response(),
          "announced");
      assertEquals("200 ok", connection.headers(true, "GET", "/livez").response());
      assertEquals(
          "200 ok",
          connection
              .headers(false, "GET", "/livez", "content-length", "0")
              .data(true, "")
              .response());
      assertEquals(
          "200 42", connection.headers(false, "PUT", "/readyz").data(true, "42").response());
    }
  }

  @Test
  void slowBodiesBlockNoOtherRequestsAndTimeOut() throws Exception {
    List<RawConnection> dripping = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      RawConnection connection = connect().send(DRIPPING);
      connection.until("\r\n\r\n");
      dripping.add(connection.send("d"));
    }
    assertAlive();
    time.advance(Duration.ofSeconds(7));
    for (RawConnection each : dripping) {
      assertTrue(each.isClosedByServer());
    }
  }

  @Test
  void onlyExpectedBodiesUpToTheLimitAreRead() throws Exception {
    String small =
        connect()
            .send(
                "PUT /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n"
                    + "42")
            .rest();
    assertTrue(small.endsWith("\r\n42"), small);
    String large =
        connect().send("PUT /readyz HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n").rest();
    assertTrue(large.startsWith("HTTP/1.1 413 "), large);
  }

  @Test
  void slowHeadersTimeOut() throws Exception {
    RawConnection silent = connect();
    RawConnection dripping = connect().send("GET /livez HTTP/1.1\r\nX: ");
    for (int second = 0; second < 31; second++) {
      dripping.send("x");
      time.advance(Duration.ofSeconds(1));
    }
    assertAlive();
    time.advance(Duration.ofSeconds(3));
    assertTrue(dripping.isClosedByServer());
    assertTrue(silent.isClosedByServer());
  }

  @Test
  void oldestIdleConnectionsAreClosedAboveTheLimit() throws Exception {
    List<RawConnection> held = new ArrayList<>();
    for (int i = 0; i < 3 * LIMITS.connections(); i++) {
      held.add(connect());
      time.advance(Duration.ofMillis(1));
    }
    assertAlive();
    for (int i = 0; i < 2 * LIMITS.connections(); i++) {
      assertTrue(held.get(i).isClosedByServer());
    }
    String newest = held.getLast().get("/livez");
    assertTrue(newest.endsWith("ok"), newest);
  }

  @Test
  void malformedRequestsGetPlainTextWithoutTheServerName() throws Exception {
    String malformed = connect().send("MALFORMED\r\n\r\n").rest();
    String large =
        connect()
            .send("GET /livez HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(20_000) + "\r\n\r\n")
            .rest();
    String query = connect().get("/livez?%zz");
    assertAll(
        () -> assertTrue(malformed.startsWith("HTTP/1.1 400 Bad Request\r\n"), malformed),
        () -> assertTrue(malformed.endsWith("\r\n\r\n400 Bad Request"), malformed),
        () -> assertTrue(large.startsWith("HTTP/1.1 431 "), large),
        () -> assertTrue(large.endsWith("\r\n\r\n431 Request Header Fields Too Large"), large),
        () -> assertTrue(query.startsWith("HTTP/1.1 400 Bad Request\r\n"), query),
        () ->
            assertFalse(
                (malformed + large + query).toLowerCase(Locale.ROOT).contains("jetty"), malformed),
        () -> assertFalse((malformed + large + query).contains("<html"), malformed));
  }

  @Test
  void aKeyExchangeThatTakesLongIsNotAccepted() throws Exception {
    assertThrows(IOException.class, () -> RawConnection.tlsOf("ffdhe8192", server.port()));
    try (RawConnection usual = RawConnection.tlsOf("secp384r1", server.port())) {
      assertTrue(usual.get("/livez").endsWith("ok"));
    }
  }

  @Test
  void cbcIsEnabledOnlyIfListed() throws Exception {
    String cbc = "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA";
    String rsa = "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA";
    assertThrows(IOException.class, () -> RawConnection.tls(server.port(), cbc, rsa));
    server.close();
    server = start(List.of(cbc, rsa, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"));
    try (RawConnection named = RawConnection.tls(server.port(), cbc, rsa)) {
      assertTrue(named.get("/livez").endsWith("ok"));
    }
    assertEquals("TLSv1.3", protocol());
  }

  /** TLS 1.3 suites are always enabled. */
  private String protocol() throws Exception {
    try (RawConnection any = RawConnection.tls(server.port())) {
      return any.protocol();
    }
  }

  /** Answers with the body. */
  private static final class Echo implements Page {

    @Override
    public boolean readsBody(String method) {
      return method.equals("PUT");
    }

    @Override
    public PageResponse answer(PageRequest ask) {
      return PageResponse.text(200, ask.text());
    }
  }
}
