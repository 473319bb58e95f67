package dev.hpa.app.serving;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.reconcile.Inspector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.HttpConnectionFactory;

/**
 * Serves pages on an address of this machine, without encryption and authentication: the debug API
 * of a controller, which is off by default, or the dashboard of a command.
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
   * @param leading whether the controller reconciles, or another replica
   * @param timeline for connection timeouts; not closed
   * @throws IOException if the address cannot be listened on
   */
  public static DebugServer start(
      InetSocketAddress address, Inspector inspector, BooleanSupplier leading, Timeline timeline)
      throws IOException {
    Pages pages = new Pages();
    new ExplainPage(inspector, leading).addTo(pages);
    return start("--debug-address", address, pages, timeline);
  }

  /**
   * Starts a server of some pages.
   *
   * @param flag the flag that configures the address, for messages
   * @param timeline for connection timeouts; not closed
   * @throws IOException if the address cannot be listened on
   */
  public static DebugServer start(
      String flag, InetSocketAddress address, Pages pages, Timeline timeline) throws IOException {
    ConnectionLimits limits = ConnectionLimits.DEFAULTS;
    PortServer server =
        PortServer.create(
            new PortServer.Listen("debug", address.getHostString(), address.getPort(), false),
            limits,
            timeline,
            any -> List.of(new HttpConnectionFactory(PortServer.http(limits))),
            tracker -> new DebugHandler(tracker, pages, flag, address.getHostString()));
    try {
      server.start();
    } catch (Exception failure) {
      throw new IOException(
          "%s: cannot listen on \"%s:%d\": %s; choose another address"
              .formatted(
                  flag, address.getHostString(), address.getPort(), ListenAddress.cause(failure)),
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
