package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;

/** A server with TLS that responds to each connection once and then hangs. */
class IdleConnectionsTest {

  /** As many as are kept; to wait a second for each would exceed the limit of the test. */
  private static final int CONNECTIONS = 100;

  private static final Duration LONG = Duration.ofSeconds(50);
  private static final HeldCertificate CERTIFICATE =
      new HeldCertificate.Builder().addSubjectAlternativeName("127.0.0.1").build();

  private final CountDownLatch requested = new CountDownLatch(CONNECTIONS);
  private final CountDownLatch ended = new CountDownLatch(1);

  private static SSLServerSocket listen() throws IOException {
    return (SSLServerSocket)
        new HandshakeCertificates.Builder()
            .heldCertificate(CERTIFICATE)
            .build()
            .sslContext()
            .getServerSocketFactory()
            .createServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress());
  }

  private static DirectCalls calls(int port) {
    HandshakeCertificates trusting =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(CERTIFICATE.certificate())
            .build();
    return new DirectCalls(
        new ServerSockets(
            trusting.sslSocketFactory(), "", false, List.of("TLS_AES_128_GCM_SHA256"), null),
        Objects.requireNonNull(ServerAddress.parse("https://127.0.0.1:" + port)));
  }

  /** Returns what it reads after the client has closed the connection; -1 if it was notified. */
  private int serve(SSLSocket socket) throws Exception {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      String line = in.readLine();
      while (line != null && !line.isEmpty()) {
        line = in.readLine();
      }
      requested.countDown();
      requested.await();
      socket
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      ended.await();
      return in.read();
    }
  }

  private static <T> List<Future<T>> begin(ExecutorService threads, Callable<T> task) {
    List<Future<T>> begun = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      begun.add(threads.submit(task));
    }
    return begun;
  }

  @Test
  void aServerThatHangsIsNotifiedAndNotWaitedFor() throws Exception {
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try (SSLServerSocket server = listen()) {
      List<Future<Integer>> read = begin(threads, () -> serve((SSLSocket) server.accept()));
      DirectCalls calls = calls(server.getLocalPort());
      HttpCall call =
          new HttpCall(
              ApiRequest.get("/", Map.of(), ApiRequest.Subject.NONE),
              List.of(),
              LONG,
              LONG,
              () -> true);
      for (Future<Boolean> each :
          begin(
              threads,
              () -> {
                try (TransportResponse response = calls.send(call)) {
                  return response.body().readAllBytes().length == 0;
                }
              })) {
        assertTrue(each.get());
      }
      calls.close();
      ended.countDown();
      for (Future<Integer> each : read) {
        assertEquals(-1, each.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
