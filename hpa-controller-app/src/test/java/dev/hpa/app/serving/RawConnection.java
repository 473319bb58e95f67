package dev.hpa.app.serving;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A connection with bytes written by the test. */
final class RawConnection implements AutoCloseable {

  /** Timeout of hanging tests. */
  private static final int GIVE_UP_MILLIS = 20_000;

  private final Socket socket;

  private RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(GIVE_UP_MILLIS);
  }

  /** Connects with TLS and accepts any server certificate. */
  static RawConnection tls(int port, String... suites) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustAll()}, null);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    if (suites.length > 0) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.setEnabledCipherSuites(suites);
    }
    RawConnection connection = new RawConnection(socket);
    socket.startHandshake();
    return connection;
  }

  /** Connects with TLS 1.3 and one group of the key exchange. */
  static RawConnection tlsOf(String group, int port) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustAll()}, null);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(new String[] {"TLSv1.3"});
    parameters.setNamedGroups(new String[] {group});
    socket.setSSLParameters(parameters);
    RawConnection connection = new RawConnection(socket);
    socket.startHandshake();
    return connection;
  }

  /** Connects with TLS from another address of this machine, such as 127.0.0.2. */
  static RawConnection tlsFrom(String address, int port) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustAll()}, null);
    SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(
                    InetAddress.getLoopbackAddress(), port, InetAddress.ofLiteral(address), 0);
    RawConnection connection = new RawConnection(socket);
    socket.startHandshake();
    return connection;
  }

  /** Connects with HTTP/2 over TLS. */
  static Http2Connection http2(int port) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustAll()}, null);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(GIVE_UP_MILLIS);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return new Http2Connection(socket);
  }

  /** Connects without TLS from another address of this machine. */
  static RawConnection tcpFrom(String address, int port) throws IOException {
    return new RawConnection(
        new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.ofLiteral(address), 0));
  }

  static RawConnection plain(int port) throws IOException {
    return new RawConnection(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** Connects without TLS, and keeps little of what it does not read. */
  static RawConnection slow(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(1 << 14);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return new RawConnection(socket);
  }

  RawConnection send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
    return this;
  }

  /** Renews the keys of TLS 1.3 a number of times, or until the server closes the connection. */
  void renewKeys(int times) {
    try {
      for (int i = 0; i < times; i++) {
        ((SSLSocket) socket).startHandshake();
      }
    } catch (IOException closed) {
      // The test asks whether the server has closed.
    }
  }

  /** Sends each character in a record of TLS; false if none can be sent. */
  boolean sendEach(String text) {
    int sent = 0;
    try {
      for (; sent < text.length(); sent++) {
        send(text.substring(sent, sent + 1));
      }
    } catch (IOException closed) {
      // The test asks whether the server has closed.
    }
    return sent > 0;
  }

  /** A request without a body, after which the server closes. */
  String get(String path) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").rest();
  }

  /** Reads up to a string. */
  String until(String text) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    while (!read.toString(StandardCharsets.UTF_8).endsWith(text)) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new IOException("closed after: " + read.toString(StandardCharsets.UTF_8));
      }
      read.write(next);
    }
    return read.toString(StandardCharsets.UTF_8);
  }

  /** Reads until the server closes the connection. */
  String rest() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** The bytes that were sent before the server closed or reset the connection. */
  int readable() {
    int bytes = 0;
    byte[] buffer = new byte[1 << 13];
    try {
      for (int read = 0; read >= 0; read = socket.getInputStream().read(buffer)) {
        bytes += read;
      }
    } catch (IOException reset) {
      // What was read until then counts.
    }
    return bytes;
  }

  /** Whether the server has closed, once it has or sends something. */
  boolean isClosedByServer() {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  /** The TLS version. */
  String protocol() {
    return ((SSLSocket) socket).getSession().getProtocol();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException closed) {
      // The server has closed it first, so that the end of TLS cannot be sent.
    }
  }

  private static final class TrustAll implements X509TrustManager {

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
