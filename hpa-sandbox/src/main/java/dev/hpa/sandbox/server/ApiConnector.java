package dev.hpa.sandbox.server;

import java.io.IOException;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * A connector that closes every connection when it stops; otherwise a client could wait for the TLS
 * handshake forever.
 */
final class ApiConnector extends ServerConnector {

  /**
   * Selectors accept connections. Dedicated acceptor threads would be interrupted on stop, and the
   * JDK does not close a connection whose accept is interrupted.
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

  /** Closes the remaining connections, such as those that no selector has registered. */
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
      // The connection is closed already.
    }
  }
}
