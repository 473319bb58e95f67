package dev.hpa.app.serving;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Accepts connections and reports them and their bytes to a {@link ConnectionTracker}. */
final class TrackingConnector extends ServerConnector {

  private final ConnectionTracker tracker;

  TrackingConnector(Server server, ConnectionTracker tracker, ConnectionFactory... factories) {
    super(server, 1, 1, factories);
    this.tracker = tracker;
  }

  @Override
  protected SocketChannelEndPoint newEndPoint(
      SocketChannel socket, ManagedSelector selector, SelectionKey key) {
    SocketChannelEndPoint endPoint = new CountedEndPoint(socket, selector, key);
    endPoint.setIdleTimeout(getIdleTimeout());
    return endPoint;
  }

  /** Counts below TLS and HTTP, which have frames that cost time and belong to no request. */
  private final class CountedEndPoint extends SocketChannelEndPoint {

    CountedEndPoint(SocketChannel socket, ManagedSelector selector, SelectionKey key) {
      super(socket, selector, key, TrackingConnector.this.getScheduler());
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
      int bytes = super.fill(buffer);
      if (bytes > 0 && !tracker.received(this, bytes)) {
        close();
        throw new EofException("too many bytes");
      }
      return bytes;
    }
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
