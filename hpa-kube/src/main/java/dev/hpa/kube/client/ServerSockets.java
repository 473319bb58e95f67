package dev.hpa.kube.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Opens connections to an API server without a proxy. Thread-safe. */
final class ServerSockets {

  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  /**
   * The key exchange that is tried first. Java creates a key of each kind in its list, and one of
   * NIST's curves takes 1/20 of the CPU of a start.
   */
  private static final String[] CHEAPEST_GROUP = {"x25519"};

  private final @Nullable SSLSocketFactory tls;
  private final String serverName;
  private final boolean isInsecure;
  private final List<String> ciphers;
  private volatile boolean needsOtherGroup;

  /**
   * @param tls null for plain HTTP
   * @param serverName expected name in the server certificate; empty for the host of the address
   * @param isInsecure whether the server certificate is not verified
   * @param ciphers in the order of preference; those that Java does not support are omitted
   */
  ServerSockets(
      @Nullable SSLSocketFactory tls, String serverName, boolean isInsecure, List<String> ciphers) {
    this.tls = tls;
    this.serverName = serverName;
    this.isInsecure = isInsecure;
    this.ciphers = List.copyOf(ciphers);
  }

  /**
   * A connection.
   *
   * @param plain the TCP connection, which has a channel
   * @param secure the TLS connection over it; the same without TLS
   */
  record Opened(Socket plain, Socket secure) {}

  /**
   * Connects to the first address of a host that accepts connections, and completes the TLS
   * handshake.
   */
  Opened open(String host, int port, CallDeadline deadline) throws IOException {
    SSLSocketFactory factory = tls;
    if (factory == null) {
      Socket plain = connect(host, port, deadline);
      return new Opened(plain, plain);
    }
    Socket plain = connect(host, port, deadline);
    if (needsOtherGroup) {
      return secured(factory, plain, host, port, deadline, null);
    }
    try {
      return secured(factory, plain, host, port, deadline, CHEAPEST_GROUP);
    } catch (InterruptedIOException late) {
      throw late;
    } catch (IOException failure) {
      return withOtherGroup(factory, host, port, deadline, failure);
    }
  }

  /**
   * Offers all groups after a failed handshake, unless the server's certificate is the reason:
   * servers report a group that they do not support in different ways, or close the connection.
   */
  private Opened withOtherGroup(
      SSLSocketFactory factory, String host, int port, CallDeadline deadline, IOException first)
      throws IOException {
    if (TlsFailures.untrusted(first) != null || Thread.currentThread().isInterrupted()) {
      throw first;
    }
    Opened opened = secured(factory, connect(host, port, deadline), host, port, deadline, null);
    needsOtherGroup = true;
    return opened;
  }

  /**
   * @param groups names of the key exchanges to offer; null for all that Java has
   */
  private Opened secured(
      SSLSocketFactory factory,
      Socket plain,
      String host,
      int port,
      CallDeadline deadline,
      String @Nullable [] groups)
      throws IOException {
    try {
      plain.setSoTimeout(deadline.next());
      String name = serverName.isEmpty() ? host : serverName;
      SSLSocket secure = (SSLSocket) factory.createSocket(plain, name, port, true);
      configure(secure, groups);
      secure.startHandshake();
      return new Opened(plain, secure);
    } catch (IOException | RuntimeException failure) {
      plain.close();
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

  private static Socket connect(String host, int port, CallDeadline deadline) throws IOException {
    IOException failure = null;
    for (InetAddress address : InetAddress.getAllByName(host)) {
      Socket socket = SocketChannel.open().socket();
      try {
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        socket.connect(new InetSocketAddress(address, port), deadline.next());
        return socket;
      } catch (IOException unreachable) {
        socket.close();
        failure = unreachable;
      }
    }
    throw failure == null ? new IOException(host + " has no address") : failure;
  }
}
