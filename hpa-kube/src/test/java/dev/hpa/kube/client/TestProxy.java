package dev.hpa.kube.client;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ServerSocketFactory;

/** A proxy on the loopback address that connects to a port there, whatever host is asked for. */
final class TestProxy implements AutoCloseable {

  private final ServerSocket server;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** Speaks with one client. */
  private interface Greeting {
    int port(DataInputStream in, OutputStream out) throws IOException;
  }

  private TestProxy(ServerSocketFactory sockets) throws IOException {
    server = sockets.createServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  /** A proxy that is asked with CONNECT, over TLS or without. */
  static TestProxy http(ServerSocketFactory sockets) throws IOException {
    TestProxy proxy = new TestProxy(sockets);
    proxy.start(proxy::connect);
    return proxy;
  }

  static TestProxy socks() throws IOException {
    TestProxy proxy = new TestProxy(ServerSocketFactory.getDefault());
    proxy.start(proxy::socks);
    return proxy;
  }

  int port() {
    return server.getLocalPort();
  }

  /** The first line of each request, and its credentials. */
  List<String> requests() {
    return requests;
  }

  private void start(Greeting greeting) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  Socket client = server.accept();
                  Thread.ofVirtual().start(() -> serve(client, greeting));
                }
              } catch (IOException closed) {
                // The test is over.
              }
            });
  }

  private static void serve(Socket client, Greeting greeting) {
    try (client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      int port = greeting.port(in, client.getOutputStream());
      try (Socket target = new Socket(InetAddress.getLoopbackAddress(), port)) {
        Thread back = Thread.ofVirtual().start(() -> pump(target, client));
        in.transferTo(target.getOutputStream());
        back.interrupt();
      }
    } catch (IOException over) {
      // One of the two has gone.
    }
  }

  private static void pump(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException over) {
      // One of the two has gone.
    }
  }

  private int connect(DataInputStream in, OutputStream out) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    String credentials =
        head.toString()
            .lines()
            .filter(line -> line.startsWith("Proxy-Authorization: "))
            .findFirst()
            .orElse("");
    String line = head.substring(0, head.indexOf("\r\n"));
    requests.add(line + credentials);
    out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return Integer.parseInt(line.replaceAll(".*:([0-9]+) .*", "$1"));
  }

  private int socks(DataInputStream in, OutputStream out) throws IOException {
    in.readUnsignedByte();
    in.skipNBytes(in.readUnsignedByte());
    out.write(new byte[] {5, 0});
    in.skipNBytes(3);
    int type = in.readUnsignedByte();
    byte[] host = in.readNBytes(type == 3 ? in.readUnsignedByte() : type == 1 ? 4 : 16);
    int port = in.readUnsignedShort();
    requests.add("SOCKS " + (type == 3 ? new String(host, StandardCharsets.US_ASCII) : "address"));
    out.write(new byte[] {5, 0, 0, 1, 127, 0, 0, 1, 0, 0});
    return port;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
