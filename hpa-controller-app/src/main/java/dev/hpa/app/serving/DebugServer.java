package dev.hpa.app.serving;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.reconcile.Inspector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import org.eclipse.jetty.server.HttpConnectionFactory;

/**
 * Serves the debug API on a separate address, without encryption and authentication. It is off by
 * default.
 */
public final class DebugServer implements AutoCloseable {

  private final PortServer server;
  private final String host;

  private DebugServer(PortServer server, String host) {
    this.server = server;
    this.host = host;
  }

  /**
   * Starts the server.
   *
   * @param timeline for connection timeouts; not closed
   * @throws IOException if the address cannot be listened on
   */
  public static DebugServer start(InetSocketAddress address, Inspector inspector, Timeline timeline)
      throws IOException {
    Pages pages = new Pages();
    new ExplainPage(inspector).addTo(pages);
    ConnectionLimits limits = ConnectionLimits.DEFAULTS;
    PortServer server =
        PortServer.create(
            new PortServer.Listen("debug", address.getHostString(), address.getPort(), false),
            limits,
            timeline,
            List.of(new HttpConnectionFactory(PortServer.http(limits))),
            tracker -> new DebugHandler(tracker, pages, address.getHostString()));
    try {
      server.start();
    } catch (Exception failure) {
      throw new IOException(
          "--debug-address: cannot listen on \"%s:%d\": %s; choose another address"
              .formatted(address.getHostString(), address.getPort(), ListenAddress.cause(failure)),
          failure);
    }
    return new DebugServer(server, address.getHostString());
  }

  /** The address of the server. */
  public URI address() {
    return URI.create("http://" + host + ":" + server.port());
  }

  @Override
  public void close() {
    server.close();
  }
}
