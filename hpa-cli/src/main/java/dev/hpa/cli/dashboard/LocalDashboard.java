package dev.hpa.cli.dashboard;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.serving.DashboardPage;
import dev.hpa.app.serving.DebugServer;
import dev.hpa.app.serving.Pages;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.wiring.Components;
import dev.hpa.dashboard.ClusterEvents;
import dev.hpa.dashboard.Dashboard;
import dev.hpa.dashboard.DashboardOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The dashboard of a controller on an address of this machine. */
public final class LocalDashboard implements AutoCloseable {

  private static final String FLAG = "--address";

  private final Dashboard dashboard;
  private final DebugServer server;

  private LocalDashboard(Dashboard dashboard, DebugServer server) {
    this.dashboard = dashboard;
    this.server = server;
  }

  /**
   * Starts the server; the controller is started by the caller.
   *
   * @param history how long decisions are kept
   * @param address null for port 8080 of the loopback address, or any port if that is in use
   * @param pace real time; stays open
   * @param clock the time of the controller
   * @throws IOException if the address cannot be listened on
   */
  public static LocalDashboard start(
      Components controller,
      DashboardOptions options,
      ClusterEvents events,
      Duration history,
      @Nullable InetSocketAddress address,
      Timeline pace,
      Timeline clock)
      throws IOException {
    DecisionHistory decisions = new DecisionHistory(history);
    decisions.record(controller.loop());
    Dashboard dashboard = new Dashboard(controller, decisions, options, events, pace, clock);
    Pages pages = new Pages();
    new DashboardPage(dashboard).addTo(pages);
    try {
      return new LocalDashboard(dashboard, listen(address, pages, pace));
    } catch (IOException failure) {
      dashboard.close();
      throw failure;
    }
  }

  private static DebugServer listen(@Nullable InetSocketAddress address, Pages pages, Timeline pace)
      throws IOException {
    if (address != null) {
      return DebugServer.start(FLAG, address, pages, pace);
    }
    try {
      return DebugServer.start(
          FLAG, new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080), pages, pace);
    } catch (IOException inUse) {
      return DebugServer.start(
          FLAG, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), pages, pace);
    }
  }

  /** The URL of the page. */
  public URI page() {
    return server.address().resolve(Dashboard.ROOT);
  }

  @Override
  public void close() {
    dashboard.close();
    server.close();
  }
}
