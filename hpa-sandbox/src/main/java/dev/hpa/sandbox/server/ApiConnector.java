package dev.hpa.sandbox.server;

import java.io.IOException;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * A connector that leaves no connection behind when it stops: the client of one would wait for the
 * handshake forever.
 */
final class ApiConnector extends ServerConnector {

  /**
   * Selectors accept, no threads of their own: stopping would interrupt those, and the JDK loses a
   * connection whose acceptance is interrupted without closing it.
   */
  private static final int ACCEPTORS = 0;

  private static final int SELECTORS = 1;

  private final Set<Socket> taken = new HashSet<>();

  ApiConnector(Server server, ConnectionFactory... factories) {
    super(server, ACCEPTORS, SELECTORS, factories);
  }

  @Override
  protected void configure(Socket client) {
    super.configure(client);
    synchronized (taken) {
      taken.removeIf(Socket::isClosed);
      taken.add(client);
    }
  }

  /** Breaks whatever connections there still are, such as one no selector has got to know yet. */
  void clear() {
    synchronized (taken) {
      taken.forEach(ApiConnector::close);
      taken.clear();
    }
  }

  private static void close(Socket client) {
    try {
      client.close();
    } catch (IOException broken) {
      // Gone already, which is all that was wanted.
    }
  }
}
