package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class DirectCallsTest {

  private static final Duration LONG = Duration.ofSeconds(50);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private ServerSocket server;
  private DirectCalls calls;

  /** Serves one connection, whose number begins at 1. */
  private interface Script {
    void serve(int connection, BufferedReader in, OutputStream out) throws Exception;
  }

  @BeforeEach
  void open() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    calls = calls("http://127.0.0.1:" + server.getLocalPort());
  }

  private static DirectCalls calls(String address) {
    return calls(address, null);
  }

  private static DirectCalls calls(String address, @Nullable ProxyAddress proxy) {
    return new DirectCalls(
        new ServerSockets(
            (SSLSocketFactory) SSLSocketFactory.getDefault(), "", false, List.of(), proxy),
        Objects.requireNonNull(ServerAddress.parse(address)));
  }

  @AfterEach
  void close() throws IOException {
    calls.close();
    server.close();
  }

  private void serve(Script script) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  Socket socket = server.accept();
                  int number = connections.incrementAndGet();
                  Thread.ofVirtual().start(() -> serve(script, number, socket));
                }
              } catch (IOException closed) {
                // The test is over.
              }
            });
  }

  private static void serve(Script script, int number, Socket socket) {
    try (socket;
        OutputStream out = socket.getOutputStream();
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
      script.serve(number, in, out);
    } catch (Exception gone) {
      // The client has closed the connection.
    }
  }

  /** Reads a request; false at the end of the connection. */
  private boolean receive(BufferedReader in) throws IOException {
    StringBuilder head = new StringBuilder();
    int length = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isEmpty()) {
        in.skip(length);
        heads.add(head.toString());
        return true;
      }
      head.append(line).append('\n');
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring("Content-Length: ".length()));
      }
    }
    return false;
  }

  private static void answer(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  private static HttpCall call(ApiRequest request, Duration limit) {
    return new HttpCall(request, List.of(), LONG, limit, () -> true);
  }

  private static ApiRequest get(String path) {
    return ApiRequest.get(path, Map.of(), ApiRequest.Subject.NONE);
  }

  private String read(ApiRequest request) throws IOException {
    return read(calls.send(call(request, LONG)));
  }

  private static String read(TransportResponse received) throws IOException {
    try (TransportResponse response = received) {
      return response.code()
          + " "
          + new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        OK,
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
      })
  void callsFollowEachOtherOnOneConnection(String answer) throws IOException {
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            answer(out, answer);
          }
        });
    assertEquals("200 ok", read(get("/a")));
    assertEquals("200 ok", read(ApiRequest.put("/b", ApiRequest.Subject.NONE, new byte[100])));
    assertEquals("200 ok", read(get("/c")));
    assertEquals(1, connections.get());
  }

  /** Its buffers would keep six bytes for each character. */
  @Test
  void aConnectionWithALongRequestIsNotKept() throws IOException {
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            answer(out, OK);
          }
        });
    assertEquals("200 ok", read(get("/" + "a".repeat(10_000))));
    assertEquals("200 ok", read(get("/" + "a".repeat(20_000))));
    assertEquals(1, connections.get());
    assertEquals("200 ok", read(get("/b")));
    assertEquals(2, connections.get());
  }

  @Test
  void requestsHaveTheirHeadersAndTheTargetAsItIs() throws IOException {
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            answer(out, OK);
          }
        });
    HttpCall call =
        new HttpCall(
            get("//other.example/x"),
            List.of(new HttpHeader("Impersonate-User", "Jürgen\r\nX: y")),
            LONG,
            LONG,
            () -> true);
    calls.send(call).close();
    assertEquals(
        "GET //other.example/x HTTP/1.1\nHost: 127.0.0.1:"
            + server.getLocalPort()
            + "\nImpersonate-User: JÃ¼rgen  X: y\n",
        heads.getFirst());
  }

  @Test
  void aConnectionIsUsedAgainAlthoughTheDecoderHasLeftTheEndOfTheBody() throws IOException {
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            answer(
                out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
          }
        });
    for (int i = 0; i < 3; i++) {
      try (TransportResponse response = calls.send(call(get("/"), LONG))) {
        assertEquals('{', response.body().read());
      }
    }
    assertEquals(1, connections.get());
  }

  /** What belongs to no call would be taken for the response of the next one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        OK + "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsurplus",
        OK + "x",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n"
            + "Content-Length: 7\r\n\r\nsurplus",
        "HTTP/1.1 204 No Content\r\n\r\n{\"a\":1}",
        "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 40\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      })
  void aConnectionWithMoreThanOneResponseIsNotUsedAgain(String answer) throws Exception {
    CountDownLatch written = new CountDownLatch(1);
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            answer(out, number == 1 ? answer : OK);
            written.countDown();
          }
        });
    try (TransportResponse response = calls.send(call(get("/a"), LONG))) {
      written.await();
      response.body().readAllBytes();
    }
    assertEquals("200 ok", read(get("/b")));
    assertEquals("200 ok", read(get("/c")));
    assertEquals(2, connections.get());
  }

  @Test
  void aResponseWithTwoLengthsFails() {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok");
        });
    IOException failure = assertThrows(IOException.class, () -> read(get("/")));
    assertEquals("malformed HTTP response: Multiple Content-Length headers", failure.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT"})
  void aResponseThatComesWhileNoCallIsInProgressIsNotThatOfTheNextCall(String method)
      throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch written = new CountDownLatch(1);
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, OK);
          if (number == 1) {
            ended.await();
            answer(out, "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsurplus");
            written.countDown();
          }
          receive(in);
        });
    assertEquals("200 ok", read(get("/a")));
    ended.countDown();
    written.await();
    ApiRequest next =
        method.equals("GET")
            ? get("/b")
            : ApiRequest.put("/b", ApiRequest.Subject.NONE, new byte[10]);
    assertEquals("200 ok", read(next));
    assertEquals(2, connections.get());
  }

  @Test
  void aMisdirectedResponseEndsTheIdleConnectionsToo() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            both.countDown();
            both.await();
            answer(out, OK);
          }
        });
    CompletableFuture<String> other = CompletableFuture.supplyAsync(() -> unchecked("/a"));
    assertEquals("200 ok", read(get("/b")));
    assertEquals("200 ok", other.get());
    calls.send(call(get("/c"), LONG)).distrust();
    assertEquals("200 ok", read(get("/d")));
    assertEquals(3, connections.get());
  }

  @Test
  void informationalResponsesWithoutEndFail() {
    serve(
        (number, in, out) -> {
          receive(in);
          while (true) {
            answer(out, "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n");
          }
        });
    IOException failure = assertThrows(IOException.class, () -> read(get("/")));
    assertEquals("malformed HTTP response: too many informational responses", failure.getMessage());
  }

  @Test
  void headersWithoutEndFail() {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, "HTTP/1.1 200 OK\r\n");
          while (true) {
            answer(out, "X: " + "y".repeat(10_000) + "\r\n");
          }
        });
    IOException failure = assertThrows(IOException.class, () -> read(get("/")));
    assertEquals(
        "malformed HTTP response: headers of more than 131072 bytes", failure.getMessage());
  }

  /** They are kept until the response ends, as headers are. */
  @Test
  void trailersWithoutEndFail() {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n");
          for (int i = 0; i < 150; i++) {
            answer(out, "X: " + "y".repeat(10_000) + "\r\n");
          }
          answer(out, "\r\n");
        });
    IOException failure = assertThrows(IOException.class, () -> read(get("/")));
    assertEquals(
        "malformed HTTP response: headers of more than 131072 bytes", failure.getMessage());
  }

  @Test
  void aLongBodyOfShortChunksIsRead() throws Exception {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          answer(out, "1;of=" + "e".repeat(100) + "\r\nx\r\n");
          for (int i = 0; i < 50_000; i++) {
            answer(out, "1\r\ny\r\n");
          }
          answer(out, "0\r\nX: y\r\n\r\n");
        });
    assertEquals("200 x" + "y".repeat(50_000), read(get("/")));
  }

  /** The server may have carried out the first request. */
  @Test
  void aMalformedResponseOnAKeptConnectionIsNotAskedForAgain() throws Exception {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, OK);
          receive(in);
          answer(out, "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n");
          receive(in);
        });
    assertEquals("200 ok", read(get("/a")));
    assertThrows(IOException.class, () -> read(get("/b")));
    assertEquals(2, heads.size());
    assertEquals(1, connections.get());
  }

  /** The server has received the write and closes the connection without a response. */
  @Test
  void aWriteIsNotSentAgain() throws Exception {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, OK);
          receive(in);
        });
    assertEquals("200 ok", read(get("/a")));
    IOException failure =
        assertThrows(
            IOException.class,
            () -> read(ApiRequest.put("/b", ApiRequest.Subject.NONE, new byte[10])));
    assertEquals("EOF", failure.getMessage());
    assertEquals(2, heads.size());
  }

  @Test
  void aConnectionWhoseBodyDoesNotEndIsNotUsedAgain() throws IOException {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{");
          receive(in);
        });
    for (int i = 0; i < 2; i++) {
      try (TransportResponse response = calls.send(call(get("/"), LONG))) {
        assertEquals('{', response.body().read());
      }
    }
    assertEquals(2, connections.get());
  }

  @ParameterizedTest
  @CsvSource({"HTTP/1.1,Connection: close", "HTTP/1.0,X-None: y"})
  void aConnectionThatTheServerWillCloseIsNotUsedAgain(String version, String header)
      throws IOException {
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            answer(out, version + " 200 OK\r\n" + header + "\r\nContent-Length: 2\r\n\r\nok");
          }
        });
    assertEquals("200 ok", read(get("/")));
    assertEquals("200 ok", read(get("/")));
    assertEquals(2, connections.get());
  }

  /** A server that restarts or that ends idle connections closes them without a word. */
  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT"})
  void aCallOnAConnectionThatTheServerHasClosedIsSentOnANewOne(String method) throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, OK);
          if (number == 1) {
            out.close();
            closed.countDown();
          } else {
            receive(in);
          }
        });
    assertEquals("200 ok", read(get("/")));
    closed.await();
    ApiRequest second =
        method.equals("GET")
            ? get("/")
            : ApiRequest.put("/", ApiRequest.Subject.NONE, new byte[10]);
    assertEquals("200 ok", read(second));
    assertEquals(2, connections.get());
  }

  @Test
  void aNewConnectionThatTheServerClosesFailsTheCall() {
    serve((number, in, out) -> receive(in));
    IOException failure = assertThrows(IOException.class, () -> read(get("/")));
    assertEquals("EOF", failure.getMessage());
    assertEquals(1, connections.get());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nok"
      })
  void aBodyThatBreaksOffFails(String answer) {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, answer);
        });
    IOException failure = assertThrows(IOException.class, () -> read(get("/")));
    assertEquals("unexpected EOF", failure.getMessage());
  }

  @Test
  void callsAtTheSameTimeHaveTheirOwnConnections() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            both.countDown();
            both.await();
            answer(out, OK);
          }
        });
    CompletableFuture<String> other = CompletableFuture.supplyAsync(() -> unchecked("/a"));
    assertEquals("200 ok", read(get("/b")));
    assertEquals("200 ok", other.get());
    assertEquals("200 ok", read(get("/c")));
    assertEquals(2, connections.get());
  }

  private String unchecked(String path) {
    try {
      return read(get(path));
    } catch (IOException failure) {
      return String.valueOf(failure.getMessage());
    }
  }

  @Test
  void aServerThatDoesNotAnswerIsGivenUp() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      DirectCalls own = calls("http://127.0.0.1:" + silent.getLocalPort());
      SocketTimeoutException failure =
          assertThrows(
              SocketTimeoutException.class, () -> own.send(call(get("/"), Duration.ofMillis(50))));
      assertEquals("timeout", failure.getMessage());
    }
  }

  @Test
  void eachReadOfAConnectionHasItsOwnTimeout() throws IOException {
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            if (!heads.getLast().startsWith("GET /hang")) {
              answer(out, OK);
            }
          }
        });
    Duration shorter = Duration.ofMillis(50);
    assertEquals("200 ok", read(calls.send(call(get("/"), LONG))));
    assertThrows(
        SocketTimeoutException.class, () -> calls.send(call(get("/hang"), shorter)), "shorter");
    assertEquals("200 ok", read(calls.send(call(get("/"), LONG.dividedBy(2)))));
    assertEquals("200 ok", read(calls.send(call(get("/"), LONG))));
    assertThrows(
        SocketTimeoutException.class, () -> calls.send(call(get("/hang"), shorter)), "another");
  }

  @Test
  void aBodyThatStallsIsGivenUp() throws IOException {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nok");
          receive(in);
        });
    SocketTimeoutException failure =
        assertThrows(
            SocketTimeoutException.class,
            () -> read(calls.send(call(get("/"), Duration.ofMillis(200)))));
    assertEquals("timeout", failure.getMessage());
  }

  @Test
  void aServerThatDoesNotReadALargeBodyIsGivenUp() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      DirectCalls own = calls("http://127.0.0.1:" + silent.getLocalPort());
      ApiRequest large = ApiRequest.put("/", ApiRequest.Subject.NONE, new byte[50_000_000]);
      assertThrows(IOException.class, () -> own.send(call(large, Duration.ofMillis(50))));
    }
  }

  @Test
  void aCallThatMayNotBeSentAnyMoreIsNotSent() throws IOException {
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            answer(out, OK);
          }
        });
    HttpCall late = new HttpCall(get("/late"), List.of(), LONG, LONG, () -> false);
    assertThrows(FenceClosedException.class, () -> calls.send(late));
    assertEquals("200 ok", read(get("/")));
    assertEquals(1, heads.size());
  }

  /** Proxies allow tunnels to the ports of TLS only. */
  @Test
  void aProxyForwardsTheRequestsToAServerWithoutTls() throws IOException {
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            answer(out, OK);
          }
        });
    try (DirectCalls proxied = calls("http://api.example:8080/root", proxy("http://me:pw@"))) {
      proxied.send(call(get("/api?x=1"), LONG)).close();
    }
    assertEquals(
        """
        GET http://api.example:8080/root/api?x=1 HTTP/1.1
        Host: api.example:8080
        Proxy-Authorization: Basic bWU6cHc=
        """,
        heads.getFirst());
  }

  @Test
  void aProxyThatDoesNotConnectIsNamedWithItsReason() {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
        });
    try (DirectCalls proxied = calls("https://api.example", proxy("http://me:pw@"))) {
      IOException failure =
          assertThrows(IOException.class, () -> proxied.send(call(get("/"), LONG)));
      assertEquals(
          "the proxy http://me:***@127.0.0.1:%d does not connect to api.example:443: 407 Proxy"
                  .formatted(server.getLocalPort())
              + " Authentication Required",
          failure.getMessage());
    }
  }

  private ProxyAddress proxy(String begin) {
    return ProxyAddress.of(begin + "127.0.0.1:" + server.getLocalPort());
  }

  @Test
  void closingAbortsCalls() throws Exception {
    CountDownLatch received = new CountDownLatch(1);
    serve(
        (number, in, out) -> {
          receive(in);
          if (number == 2) {
            answer(out, OK);
          }
          received.countDown();
          receive(in);
        });
    CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> unchecked("/"));
    received.await();
    calls.close();
    assertTrue(List.of("Socket closed", "EOF").contains(waiting.get()), waiting.get());
    assertEquals("200 ok", read(get("/")), "as for the release of a lease");
    assertEquals(2, connections.get(), "not sent again");
  }

  @Test
  void closingAbortsAConnectionThatIsBeingOpened() throws Exception {
    CountDownLatch received = new CountDownLatch(1);
    serve(
        (number, in, out) -> {
          in.read();
          received.countDown();
          in.transferTo(Writer.nullWriter());
        });
    calls = calls("https://127.0.0.1:" + server.getLocalPort());
    CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> unchecked("/"));
    received.await();
    calls.close();
    assertFalse(String.valueOf(waiting.get()).contains("timed out"), "aborted");
  }

  @Test
  void anInterruptEndsACallWithoutCostingOtherConnections() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            if (heads.getLast().startsWith("GET /hang")) {
              hanging.countDown();
            } else {
              answer(out, OK);
            }
          }
        });
    assertEquals("200 ok", read(get("/")));
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread thread = Thread.ofVirtual().start(() -> result.complete(unchecked("/hang")));
    hanging.await();
    thread.interrupt();
    assertTrue(!result.get().startsWith("200"), result.get());
    assertEquals(1, connections.get(), "not sent again");
  }

  @Test
  void retiredConnectionsEndTheirCallsAndAreClosed() throws Exception {
    serve(
        (number, in, out) -> {
          while (receive(in)) {
            answer(out, OK);
          }
        });
    TransportResponse open = calls.send(call(get("/"), LONG));
    calls.retire();
    assertEquals("ok", new String(open.body().readAllBytes(), StandardCharsets.UTF_8));
    open.close();
    assertEquals("200 ok", read(get("/")));
    assertEquals(2, connections.get());
  }

  @Test
  void headersAreFoundWhateverTheirCase() throws IOException {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, "HTTP/1.1 204 No Content\r\nretry-after: 7\r\n\r\n");
          receive(in);
        });
    try (TransportResponse response = calls.send(call(get("/"), LONG))) {
      assertEquals("7", response.header("Retry-After"));
      assertNull(response.header("Content-Type"));
      assertEquals(-1, response.body().read());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SSH-2.0-x\r\n\r\n", "HTTP/1.1 abc\r\n\r\n"})
  void aServerThatDoesNotSpeakHttpIsReported(String answer) {
    serve(
        (number, in, out) -> {
          receive(in);
          answer(out, answer);
        });
    IOException failure = assertThrows(IOException.class, () -> read(get("/")));
    assertTrue(
        String.valueOf(failure.getMessage()).startsWith("malformed HTTP response"),
        failure.getMessage());
  }
}
