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
import java.net.URI;
import java.time.Duration;

/** The dashboard of a controller on an address of this machine. */
public final class LocalDashboard implements AutoCloseable {

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
   * @param address where to serve the page
   * @param pace real time; stays open
   * @param clock the time of the controller
   * @throws IOException if the address cannot be listened on
   */
  public static LocalDashboard start(
      Components controller,
      DashboardOptions options,
      ClusterEvents events,
      Duration history,
      PageAddress address,
      Timeline pace,
      Timeline clock)
      throws IOException {
    DecisionHistory decisions = new DecisionHistory(history);
    decisions.record(controller.loop());
    Dashboard dashboard = new Dashboard(controller, decisions, options, events, pace, clock);
    Pages pages = new Pages();
    new DashboardPage(dashboard).addAloneTo(pages);
    try {
      return new LocalDashboard(dashboard, address.serve(pages, pace));
    } catch (IOException failure) {
      dashboard.close();
      throw failure;
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
