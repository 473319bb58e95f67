package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.metrics.ReviewListeners;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A peer that floods the port keeps no other one from being answered. */
@NullMarked
@Tag("security")
class PeerLimitsTest {

  private static final String FLOOD = "127.0.0.1";
  private static final String PROBER = "127.0.0.2";

  private static final ConnectionLimits LIMITS =
      new ConnectionLimits(
          16,
          new Rate(1, 20),
          24,
          new Rate(1 << 10, 1 << 17),
          16,
          Duration.ofSeconds(32),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(90),
          1 << 14,
          new RequestLimits(new Rate(1, 10), 4, Duration.ZERO));

  private final VirtualTimeline time = new VirtualTimeline(Instant.EPOCH);
  private final Pages pages = new Pages();
  private final List<RawConnection> connections = new ArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(4);
  private final CountDownLatch held = new CountDownLatch(1);

  @SuppressWarnings("NullAway.Init")
  private SecureServer server;

  PeerLimitsTest() {
    HealthChecks livez = new HealthChecks("livez");
    livez.add("loop", () -> null);
    pages.put("/livez", livez);
    pages.put("/readyz", this::hold);
  }

  /** A page that answers when the test ends. */
  private PageResponse hold(PageRequest request) {
    begun.countDown();
    try {
      held.await();
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    return PageResponse.text(200, "held");
  }

  @BeforeEach
  void start() throws Exception {
    server = start(LIMITS.requests().delay());
  }

  private SecureServer start(Duration delay) throws Exception {
    return SecureServer.start(
        new ServingOptions(
            "127.0.0.1",
            0,
            null,
            null,
            null,
            List.of(),
            "TLSv1.2",
            List.of(),
            List.of(),
            true,
            0,
            false),
        AuthenticationOptions.DEFAULTS,
        AuthorizationOptions.DEFAULTS,
        pages,
        time,
        ReviewListeners.NONE,
        new ConnectionLimits(
            LIMITS.connections(),
            LIMITS.opening(),
            LIMITS.openings(),
            LIMITS.receiving(),
            LIMITS.streams(),
            LIMITS.headers(),
            LIMITS.body(),
            LIMITS.answer(),
            LIMITS.idle(),
            LIMITS.headerBytes(),
            new RequestLimits(LIMITS.requests().rate(), LIMITS.requests().running(), delay)));
  }

  @AfterEach
  void stop() throws Exception {
    held.countDown();
    for (RawConnection each : connections) {
      each.close();
    }
    server.close();
  }

  private RawConnection connect(String peer) throws Exception {
    RawConnection connection = RawConnection.tlsFrom(peer, server.port());
    connections.add(connection);
    return connection;
  }

  private static String code(RawConnection connection, String path) throws IOException {
    String line =
        connection.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").until("\r\n").strip();
    return line.substring("HTTP/1.1 ".length());
  }

  private void assertServed(String peer) throws Exception {
    assertEquals("200 OK", code(connect(peer), "/livez"));
  }

  @Test
  void requestsBeyondTheRateOfAPeerAreRejected() throws Exception {
    RawConnection flood = connect(FLOOD);
    for (int i = 0; i < 10; i++) {
      String answer = flood.send("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n").until("\r\n\r\nok");
      assertTrue(answer.startsWith("HTTP/1.1 200 OK\r\n"), answer);
    }
    String rejected = flood.get("/livez");
    assertTrue(rejected.startsWith("HTTP/1.1 429 Too Many Requests\r\n"), rejected);
    assertTrue(rejected.contains("\r\nRetry-After: 5\r\n"), rejected);
    assertTrue(
        rejected.contains("\"message\":\"Too many requests, please try again later.\""), rejected);
    assertServed(PROBER);
    time.advance(Duration.ofSeconds(1));
    assertServed(FLOOD);
  }

  @Test
  void aFurtherPeerGetsThePlaceOfTheOldestRequestOfTheGreediest() throws Exception {
    for (int i = 0; i < 4; i++) {
      connect(FLOOD).send("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n");
      // One after the other, so that the first one is the oldest.
      while (begun.getCount() > 3 - i) {
        Thread.onSpinWait();
      }
    }
    assertEquals("429 Too Many Requests", code(connect(FLOOD), "/livez"));
    assertServed(PROBER);
    assertTrue(connections.getFirst().isClosedByServer());
    held.countDown();
    for (int i = 1; i < 4; i++) {
      assertTrue(connections.get(i).until("held").startsWith("HTTP/1.1 200 OK\r\n"));
    }
    assertServed(FLOOD);
  }

  @Test
  void noNumberOfPeersKeepsAFurtherOneFromBeingAnswered() throws Exception {
    for (int i = 0; i < 6; i++) {
      connect("127.0.1." + (i + 1)).send("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    begun.await();
    for (int i = 0; i < 10; i++) {
      assertServed(PROBER);
    }
  }

  @Test
  void aConnectionHasOneRequestThatWaitsForItsRejection() throws Exception {
    server.close();
    server = start(LIMITS.requests().delay().plusMinutes(5));
    try (Http2Connection flood = RawConnection.http2(server.port())) {
      for (int i = 0; i < 10; i++) {
        assertEquals("200 ok", flood.headers(true, "GET", "/livez").response());
      }
      flood.headers(true, "GET", "/livez").headers(true, "GET", "/livez");
      assertTrue(flood.isClosedByServer());
    }
    assertServed(PROBER);
  }

  /** Of 16 connections a peer has 8; another one that holds some leaves it fewer. */
  @Test
  void aPeerHasAsManyConnectionsAsItLeavesFree() throws Exception {
    for (int i = 0; i < 12; i++) {
      connect(FLOOD);
      time.advance(Duration.ofMillis(1));
    }
    for (int i = 0; i < 4; i++) {
      assertTrue(connections.get(i).isClosedByServer());
    }
    assertServed(PROBER);
    assertEquals("200 OK", code(connections.get(4), "/livez"));
  }

  @Test
  void connectionsBeyondTheRateOfAPeerAreClosedBeforeTheHandshake() throws Exception {
    for (int i = 0; i < 20; i++) {
      connect(FLOOD).close();
    }
    try (RawConnection next = RawConnection.tcpFrom(FLOOD, server.port())) {
      assertTrue(next.isClosedByServer());
    }
    assertServed(PROBER);
    time.advance(Duration.ofSeconds(1));
    assertServed(FLOOD);
  }

  /** Jetty counts some types of frames that belong to no request, but not this one. */
  @Test
  void aPeerThatSendsEndlessFramesIsDisconnected() throws Exception {
    try (Http2Connection flood = RawConnection.http2(server.port())) {
      assertTrue(flood.windowUpdates(1 << 15).isClosedByServer());
    }
    assertServed(PROBER);
    assertServed(FLOOD);
    RawConnection next = connect(FLOOD);
    next.renewKeys(8);
    assertTrue(next.isClosedByServer(), "what is more than a probe is still limited");
    time.advance(Duration.ofMinutes(3));
    assertServed(FLOOD);
  }

  @Test
  void aFurtherPeerOpensItsProbesWhateverOthersOpen() {
    Openings openings = new Openings(3, time::now);
    for (int i = 0; i < Limit.PEER_OPENINGS.asInt(); i++) {
      assertTrue(openings.take("one"));
    }
    assertFalse(openings.take("one"));
    for (int i = 0; i < Limit.PEER_OPENINGS.asInt(); i++) {
      assertTrue(openings.take("prober"));
    }
    assertFalse(openings.take("prober"));
    time.advance(Duration.ofSeconds(1));
    assertTrue(openings.take("one"));
  }

  @Test
  void aConnectionThatRenewsItsKeysAgainAndAgainIsClosed() throws Exception {
    RawConnection busy = connect(FLOOD);
    busy.renewKeys(Limit.TLS_RECORDS.asInt() / 2);
    busy.send("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n").until("\r\n\r\nok");
    busy.renewKeys(Limit.TLS_RECORDS.asInt());
    assertTrue(busy.isClosedByServer());
    assertServed(PROBER);
  }

  /** They cost as much as long ones. */
  @Test
  void aPeerThatSendsItsBytesInManyRecordsIsDisconnected() throws Exception {
    RawConnection busy = connect(FLOOD);
    int records = LIMITS.receiving().burst() / RecordLimit.LEAST;
    assertTrue(busy.sendEach("GET /livez HTTP/1.1\r\nX: " + "x".repeat(records)));
    assertTrue(busy.isClosedByServer());
    assertServed(PROBER);
  }

  @Test
  void aPeerHasItsOwnRate() {
    PeerRates rates = new PeerRates(new Rate(2, 3), time::now);
    for (int i = 0; i < 3; i++) {
      assertTrue(rates.take("one"));
    }
    assertFalse(rates.take("one"));
    assertTrue(rates.take("two"));
    time.advance(Duration.ofMillis(500));
    assertTrue(rates.take("one"));
    assertFalse(rates.take("one"));
  }
}
