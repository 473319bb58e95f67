package dev.hpa.kube.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import jdk.net.ExtendedSocketOptions;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;

/** Opens connections to an API server, through a proxy if there is one. Thread-safe. */
final class ServerSockets {

  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  /**
   * The key exchange that is tried first. Java creates a key of each kind in its list, and one of
   * NIST's curves takes 1/20 of the CPU of a start.
   */
  private static final String[] CHEAPEST_GROUP = {"x25519"};

  private final SSLSocketFactory tls;
  private final String serverName;
  private final boolean isInsecure;
  private final List<String> ciphers;
  private final @Nullable ProxyAddress proxy;
  private volatile boolean needsOtherGroup;

  /**
   * @param tls for servers and proxies whose scheme is {@code https}
   * @param serverName expected name in the server certificate; empty for the host of the address
   * @param isInsecure whether the server certificate is not verified
   * @param ciphers in the order of preference; those that Java does not support are omitted
   * @param proxy null for none
   */
  ServerSockets(
      SSLSocketFactory tls,
      String serverName,
      boolean isInsecure,
      List<String> ciphers,
      @Nullable ProxyAddress proxy) {
    this.tls = tls;
    this.serverName = serverName;
    this.isInsecure = isInsecure;
    this.ciphers = List.copyOf(ciphers);
    this.proxy = proxy;
  }

  /**
   * A connection.
   *
   * @param plain the TCP connection
   * @param secure what is read and written: the innermost TLS connection over it; the same without
   *     TLS
   */
  record Opened(Socket plain, Socket secure) {}

  /**
   * Connects to the first address of a host that accepts connections, and completes the TLS
   * handshake.
   *
   * @param handle aborts it until the result is returned
   */
  Opened open(ServerAddress server, CallDeadline deadline, CallHandle handle) throws IOException {
    Opened connected = connected(server, deadline, handle);
    if (!server.isTls()) {
      return connected;
    }
    if (needsOtherGroup) {
      return secured(connected, server, deadline, null);
    }
    try {
      return secured(connected, server, deadline, CHEAPEST_GROUP);
    } catch (InterruptedIOException late) {
      throw late;
    } catch (IOException failure) {
      if (TlsFailures.untrusted(failure) != null || Thread.currentThread().isInterrupted()) {
        throw failure;
      }
      // Servers report a group that they do not support in different ways, or close the connection.
      Opened again = connected(server, deadline, handle);
      Opened opened = secured(again, server, deadline, null);
      needsOtherGroup = true;
      return opened;
    }
  }

  /**
   * @param groups names of the key exchanges to offer; null for all that Java has
   */
  private Opened secured(
      Opened connected, ServerAddress server, CallDeadline deadline, String @Nullable [] groups)
      throws IOException {
    try {
      connected.plain().setSoTimeout(deadline.next());
      String name = serverName.isEmpty() ? server.host() : serverName;
      SSLSocket secure =
          (SSLSocket) tls.createSocket(connected.secure(), name, server.port(), true);
      configure(secure, groups);
      secure.startHandshake();
      return new Opened(connected.plain(), secure);
    } catch (IOException | RuntimeException failure) {
      connected.plain().close();
      throw failure;
    }
  }

  private void configure(SSLSocket socket, String @Nullable [] groups) {
    SSLParameters parameters = socket.getSSLParameters();
    List<String> supported = Arrays.asList(socket.getSupportedCipherSuites());
    parameters.setCipherSuites(ciphers.stream().filter(supported::contains).toArray(String[]::new));
    parameters.setProtocols(PROTOCOLS);
    if (groups != null) {
      parameters.setNamedGroups(groups);
    }
    if (!isInsecure) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    socket.setSSLParameters(parameters);
  }

  /** The connection to the server before TLS, which may be a tunnel of a proxy. */
  private Opened connected(ServerAddress server, CallDeadline deadline, CallHandle handle)
      throws IOException {
    if (proxy == null) {
      Socket plain = connect(server.host(), server.port(), deadline, handle);
      return new Opened(plain, plain);
    }
    ProxyAddress through = proxy;
    if (through.isSocks()) {
      Socket plain = new Socket(through.socks());
      InetSocketAddress target = InetSocketAddress.createUnresolved(server.host(), server.port());
      connect(plain, target, deadline, handle);
      return new Opened(plain, plain);
    }
    Socket plain = connect(through.host(), through.port(), deadline, handle);
    try {
      Socket secure = through.isTls() ? secured(plain, through, deadline) : plain;
      Opened toProxy = new Opened(plain, secure);
      if (server.isTls()) {
        tunnel(toProxy, through, server, deadline);
      }
      return toProxy;
    } catch (IOException | RuntimeException failure) {
      plain.close();
      throw failure;
    }
  }

  /** The proxy is verified with the certificate authorities of the server. */
  private Socket secured(Socket plain, ProxyAddress to, CallDeadline deadline) throws IOException {
    plain.setSoTimeout(deadline.next());
    SSLSocket secure = (SSLSocket) tls.createSocket(plain, to.host(), to.port(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }

  private static void tunnel(
      Opened toProxy, ProxyAddress through, ServerAddress server, CallDeadline deadline)
      throws IOException {
    HttpConnection connection = new HttpConnection(toProxy);
    connection.limit(deadline);
    ClassicHttpRequest request = new BasicClassicHttpRequest(Method.CONNECT, "/");
    request.setPath(server.hostAndPort());
    request.addHeader(HttpHeaders.HOST, server.hostAndPort());
    authorize(request, through);
    ClassicHttpResponse response = connection.exchange(request);
    if (response.getCode() != HttpStatus.SC_OK) {
      throw new IOException(
          "the proxy %s does not connect to %s: %d %s"
              .formatted(
                  ProxyAddress.masked(through.toString()),
                  server.hostAndPort(),
                  response.getCode(),
                  response.getReasonPhrase()));
    }
  }

  private static void authorize(ClassicHttpRequest request, ProxyAddress proxy) {
    String credentials = proxy.authorization();
    if (credentials != null) {
      request.addHeader(HttpHeaders.PROXY_AUTHORIZATION, credentials);
    }
  }

  /** Completes a request to a server without TLS for the HTTP proxy that forwards it. */
  void forward(BasicClassicHttpRequest request, ServerAddress server) {
    if (server.isTls() || proxy == null || proxy.isSocks()) {
      return;
    }
    request.setScheme("http");
    request.setAuthority(new URIAuthority(server.host(), server.port()));
    request.setAbsoluteRequestUri(true);
    authorize(request, proxy);
  }

  private static Socket connect(String host, int port, CallDeadline deadline, CallHandle handle)
      throws IOException {
    IOException failure = null;
    for (InetAddress address : InetAddress.getAllByName(host)) {
      // With a channel, which detects without a wait that the server has closed the connection.
      Socket socket = SocketChannel.open().socket();
      try {
        connect(socket, new InetSocketAddress(address, port), deadline, handle);
        return socket;
      } catch (IOException unreachable) {
        failure = unreachable;
      }
    }
    throw failure == null ? new IOException(host + " has no address") : failure;
  }

  private static void connect(
      Socket socket, InetSocketAddress address, CallDeadline deadline, CallHandle handle)
      throws IOException {
    handle.abortBy(() -> Closer.closeQuietly(socket));
    try {
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      keepAlive(socket);
      socket.connect(address, deadline.next());
    } catch (IOException failure) {
      socket.close();
      throw failure;
    }
  }

  /** Detects a dead connection about as soon as the pings of client-go, 45 s. */
  private static void keepAlive(Socket socket) throws IOException {
    socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    Set<SocketOption<?>> supported = socket.supportedOptions();
    if (supported.contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
      socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 30);
      socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 5);
      socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 3);
    }
  }
}
