package dev.hpa.kube.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Sockets for an HTTPS proxy, which verify that its certificate names it. Thread-safe. */
final class TlsProxySocketFactory extends SocketFactory {

  private final SSLSocketFactory tls;

  TlsProxySocketFactory(SSLSocketFactory tls) {
    this.tls = tls;
  }

  private static Socket verifying(Socket socket) {
    if (socket instanceof SSLSocket secure) {
      SSLParameters parameters = secure.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secure.setSSLParameters(parameters);
    }
    return socket;
  }

  @Override
  public Socket createSocket() throws IOException {
    return verifying(tls.createSocket());
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return verifying(tls.createSocket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return verifying(tls.createSocket(host, port, local, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return verifying(tls.createSocket(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return verifying(tls.createSocket(host, port, local, localPort));
  }
}
