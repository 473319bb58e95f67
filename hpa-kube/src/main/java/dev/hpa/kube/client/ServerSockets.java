package dev.hpa.kube.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to an API server without a proxy. Thread-safe.
 *
 * @param tls null for plain HTTP
 * @param serverName expected name in the server certificate; empty for the host of the address
 * @param isInsecure whether the server certificate is not verified
 * @param ciphers in the order of preference; those that Java does not support are omitted
 */
record ServerSockets(
    @Nullable SSLSocketFactory tls, String serverName, boolean isInsecure, List<String> ciphers) {

  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  ServerSockets {
    ciphers = List.copyOf(ciphers);
  }

  /**
   * A connection.
   *
   * @param plain the TCP connection
   * @param secure the TLS connection over it; the same without TLS
   */
  record Opened(Socket plain, Socket secure) {}

  /**
   * Connects to the first address of a host that accepts connections, and completes the TLS
   * handshake.
   */
  Opened open(String host, int port, CallDeadline deadline) throws IOException {
    Socket plain = connect(host, port, deadline);
    SSLSocketFactory factory = tls;
    if (factory == null) {
      return new Opened(plain, plain);
    }
    try {
      plain.setSoTimeout(deadline.next());
      String name = serverName.isEmpty() ? host : serverName;
      SSLSocket secure = (SSLSocket) factory.createSocket(plain, name, port, true);
      configure(secure);
      secure.startHandshake();
      return new Opened(plain, secure);
    } catch (IOException | RuntimeException failure) {
      plain.close();
      throw failure;
    }
  }

  private void configure(SSLSocket socket) {
    SSLParameters parameters = socket.getSSLParameters();
    List<String> supported = Arrays.asList(socket.getSupportedCipherSuites());
    parameters.setCipherSuites(ciphers.stream().filter(supported::contains).toArray(String[]::new));
    parameters.setProtocols(PROTOCOLS);
    if (!isInsecure) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    socket.setSSLParameters(parameters);
  }

  private static Socket connect(String host, int port, CallDeadline deadline) throws IOException {
    IOException failure = null;
    for (InetAddress address : InetAddress.getAllByName(host)) {
      Socket socket = new Socket();
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
