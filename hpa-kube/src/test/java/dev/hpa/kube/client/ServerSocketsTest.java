package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS handshakes with servers that accept different key exchanges and versions. */
@Tag("security")
class ServerSocketsTest {

  private static final Duration LONG = Duration.ofSeconds(50);

  /** With a key of the curve P-256, as most API servers without RSA have. */
  private static final HeldCertificate CERTIFICATE =
      new HeldCertificate.Builder().addSubjectAlternativeName("127.0.0.1").build();

  private final List<String> handshakes = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Integer> closing = new CompletableFuture<>();
  private SSLServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    HandshakeCertificates certificates =
        new HandshakeCertificates.Builder().heldCertificate(CERTIFICATE).build();
    server =
        (SSLServerSocket)
            certificates
                .sslContext()
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  /** Some peers end the connection without an alert. */
  @Test
  void aServerThatClosesDuringTheHandshakeIsOfferedAllGroups() throws Exception {
    Thread.ofVirtual()
        .start(
            () -> {
              try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                closing.complete(plain.getLocalPort());
                plain.accept().close();
                try (Socket second = plain.accept();
                    Socket target =
                        new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
                  Thread.ofVirtual().start(() -> copy(target, second));
                  copy(second, target);
                }
              } catch (IOException over) {
                // The test is over.
              }
            });
    serve();
    ServerSockets.Opened opened =
        trusting(CERTIFICATE)
            .open(address(closing.get()), new CallDeadline(LONG, LONG), new CallHandle());
    assertTrue(opened.secure().isConnected());
    opened.secure().close();
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException over) {
      // One of them is closed.
    }
  }

  private void serve() {
    Thread.ofVirtual()
        .start(
            () -> {
              while (!server.isClosed()) {
                try (SSLSocket socket = (SSLSocket) server.accept()) {
                  handshake(socket);
                } catch (IOException closed) {
                  // The test is over.
                }
              }
            });
  }

  private void handshake(SSLSocket socket) {
    try {
      socket.startHandshake();
      handshakes.add("accepted");
      socket.getInputStream().read();
    } catch (IOException rejected) {
      handshakes.add("rejected");
    }
  }

  private void allow(String version, String... groups) {
    SSLParameters parameters = server.getSSLParameters();
    parameters.setProtocols(new String[] {version});
    parameters.setNamedGroups(groups);
    server.setSSLParameters(parameters);
  }

  private static ServerSockets trusting(HeldCertificate authority) {
    SSLSocketFactory factory =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(authority.certificate())
            .build()
            .sslSocketFactory();
    return new ServerSockets(
        factory,
        "",
        false,
        List.of("TLS_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
        null);
  }

  private void connect(ServerSockets sockets) throws IOException {
    sockets
        .open(address(server.getLocalPort()), new CallDeadline(LONG, LONG), new CallHandle())
        .secure()
        .close();
  }

  private static ServerAddress address(int port) {
    return Objects.requireNonNull(ServerAddress.parse("https://127.0.0.1:" + port));
  }

  @Test
  void oneHandshakeSufficesForServersWithX25519() throws IOException {
    allow("TLSv1.3", "secp256r1", "x25519");
    serve();
    connect(trusting(CERTIFICATE));
    server.close();
    assertFalse(handshakes.contains("rejected"), handshakes.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void serversWithoutX25519AreOfferedAllGroupsFromThenOn(String version) throws IOException {
    allow(version, "secp256r1");
    serve();
    ServerSockets sockets = trusting(CERTIFICATE);
    connect(sockets);
    connect(sockets);
    assertEquals(1, handshakes.stream().filter("rejected"::equals).count());
  }

  @Test
  void anUntrustedCertificateIsNotAskedForAgain() throws IOException {
    allow("TLSv1.3", "secp256r1", "x25519");
    serve();
    HeldCertificate other = new HeldCertificate.Builder().build();
    assertThrows(SSLHandshakeException.class, () -> connect(trusting(other)));
    connect(trusting(CERTIFICATE));
    assertEquals(1, handshakes.stream().filter("rejected"::equals).count());
  }
}
