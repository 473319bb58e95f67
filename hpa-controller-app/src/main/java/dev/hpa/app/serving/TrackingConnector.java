package dev.hpa.app.serving;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Accepts connections and reports them to a {@link ConnectionTracker}. */
final class TrackingConnector extends ServerConnector {

  private final ConnectionTracker tracker;

  TrackingConnector(Server server, ConnectionTracker tracker, ConnectionFactory... factories) {
    super(server, 1, 1, factories);
    this.tracker = tracker;
  }

  @Override
  protected void onEndPointOpened(EndPoint endPoint) {
    super.onEndPointOpened(endPoint);
    tracker.opened(endPoint);
  }

  @Override
  protected void onEndPointClosed(EndPoint endPoint) {
    tracker.closed(endPoint);
    super.onEndPointClosed(endPoint);
  }
}
