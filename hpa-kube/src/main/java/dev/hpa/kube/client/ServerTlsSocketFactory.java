package dev.hpa.kube.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;

/**
 * TLS sockets of OkHttp over a connected one: with a timeout of the handshake, because OkHttp loses
 * a cancellation between the connection and the handshake, and optionally with a server name other
 * than the address, for {@code tls-server-name}.
 */
final class ServerTlsSocketFactory extends SSLSocketFactory {

  /** As of client-go. OkHttp sets the timeout of the connection after the handshake. */
  private static final Duration HANDSHAKE = Duration.ofSeconds(10);

  private final SSLSocketFactory tls;
  private final String name;

  /**
   * @param name empty for the host of the address
   */
  ServerTlsSocketFactory(SSLSocketFactory tls, String name) {
    this.tls = tls;
    this.name = name;
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return tls.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return tls.getSupportedCipherSuites();
  }

  @Override
  public Socket createSocket(Socket connected, String host, int port, boolean closes)
      throws IOException {
    connected.setSoTimeout((int) HANDSHAKE.toMillis());
    return tls.createSocket(connected, name.isEmpty() ? host : name, port, closes);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return tls.createSocket(host, port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return tls.createSocket(host, port, local, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return tls.createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return tls.createSocket(host, port, local, localPort);
  }
}
