package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may use the debug port: callers that name this server, not pages of other sites. */
@NullMarked
@Tag("security")
class DebugServerTest {

  private final Pages pages = new Pages();
  private final VirtualTimeline time = new VirtualTimeline(Instant.EPOCH);

  @SuppressWarnings("NullAway.Init")
  private PortServer server;

  @BeforeEach
  void start() throws Exception {
    pages.put("/debug/autoscalers", ask -> PageResponse.text(200, "explained"));
    ConnectionLimits limits = ConnectionLimits.DEFAULTS;
    server =
        PortServer.create(
            new PortServer.Listen(
                "debug", InetAddress.getLoopbackAddress().getHostAddress(), 0, false),
            limits,
            time,
            any -> List.of(new HttpConnectionFactory(PortServer.http(limits))),
            tracker ->
                new DebugHandler(
                    tracker,
                    pages,
                    "--debug-address",
                    InetSocketAddress.createUnresolved("hpa.internal", 10258).getHostString()));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String ask(String headers) throws Exception {
    try (RawConnection connection = RawConnection.plain(server.port())) {
      return connection
          .send("GET /debug/autoscalers HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n")
          .rest();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:10258",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.9.9.9",
        "[::1]:10258",
        "hpa.internal:10258"
      })
  void itsOwnNamesAreAnswered(String host) throws Exception {
    assertTrue(ask("Host: " + host + "\r\n").endsWith("explained"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:10258",
        "localhost.evil.example",
        "192.0.2.1",
        "[2001:db8::1]"
      })
  void otherNamesAreRefused(String host) throws Exception {
    String answer = ask("Host: " + host + "\r\n");
    assertTrue(answer.startsWith("HTTP/1.1 403 Forbidden\r\n"), answer);
    assertFalse(answer.contains("explained"), answer);
  }

  @Test
  void theServerDoesNotNameItself() throws Exception {
    String found = ask("Host: localhost\r\n");
    assertFalse(found.contains("Server:"), found);
    try (RawConnection connection = RawConnection.plain(server.port())) {
      String missing = connection.get("/nosuch");
      assertTrue(missing.endsWith("\r\n\r\n404 page not found\n"), missing);
    }
    assertEquals("", ask("").contains("explained") ? "answered" : "");
  }

  /** As large as all unsent responses together may be. */
  private static final byte[] LARGE =
      new byte[(int) Math.min(200 << 20, Runtime.getRuntime().maxMemory() / 16)];

  @Test
  void largeResponsesToSlowClientsAreLimited() throws Exception {
    pages.put("/large", ask -> new PageResponse(200, PageResponse.PLAIN, LARGE));
    String get = "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n";
    try (RawConnection slow = RawConnection.plain(server.port())) {
      assertEquals("HTTP/1.1 200 OK", slow.send(get).until("\r\n").strip());
      assertEquals("HTTP/1.1 503 Service Unavailable", first("/large"));
      assertEquals("HTTP/1.1 200 OK", first("/debug/autoscalers"), "a small response");
    }
    while (!first("/large").equals("HTTP/1.1 200 OK")) {
      time.advance(Duration.ofMillis(100));
    }
  }

  /** Half a megabyte for each of 256 connections would not fit in a container beside the heap. */
  @Test
  void theKernelKeepsLittleOfWhatAClientDoesNotRead() throws Exception {
    pages.put("/half", ask -> new PageResponse(200, PageResponse.PLAIN, new byte[1 << 19]));
    try (RawConnection slow = RawConnection.slow(server.port())) {
      slow.send("GET /half HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").until("\r\n");
      // An overdue connection is closed on another thread, while this one would read on.
      server.close();
      int read = slow.readable();
      assertTrue(read < 1 << 18, read + " bytes were sent to a client that reads nothing");
    }
  }

  private String first(String path) throws Exception {
    try (RawConnection connection = RawConnection.plain(server.port())) {
      return connection
          .send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
          .until("\r\n")
          .strip();
    }
  }
}
