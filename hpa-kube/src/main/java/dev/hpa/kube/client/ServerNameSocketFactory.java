package dev.hpa.kube.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/** TLS sockets with a server name other than the address, for {@code tls-server-name}. */
final class ServerNameSocketFactory extends SSLSocketFactory {

  private final SSLSocketFactory tls;
  private final String name;

  ServerNameSocketFactory(SSLSocketFactory tls, String name) {
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
    return tls.createSocket(connected, name, port, closes);
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
