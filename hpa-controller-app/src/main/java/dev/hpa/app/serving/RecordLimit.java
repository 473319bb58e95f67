package dev.hpa.app.serving;

import dev.hpa.kube.memory.Limit;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * TLS whose records are limited. A connection ends after a number of received records without data
 * of the application: they cost the most, because one of 27 bytes renews the keys, and a client
 * needs few, those of the handshake and one for each 16 million records that it sends. Each record
 * counts as a least number of received bytes, because a short one takes as long.
 */
final class RecordLimit extends SslConnectionFactory {

  /** The bytes that a record counts as at least. */
  static final int LEAST = 1 << 10;

  private final ConnectionTracker tracker;

  RecordLimit(SslContextFactory.Server tls, String nextProtocol, ConnectionTracker tracker) {
    super(tls, nextProtocol);
    this.tracker = tracker;
  }

  @Override
  protected SslConnection newSslConnection(
      Connector connector, EndPoint endPoint, SSLEngine engine) {
    return new Limited(connector, endPoint, engine);
  }

  private final class Limited extends SslConnection {

    /** Changed by one thread at a time, which Jetty ensures for a connection. */
    private int withoutData;

    Limited(Connector connector, EndPoint endPoint, SSLEngine engine) {
      super(
          connector.getByteBufferPool(),
          connector.getExecutor(),
          getSslContextFactory(),
          endPoint,
          engine,
          isDirectBuffersForEncryption(),
          isDirectBuffersForDecryption());
    }

    @Override
    protected SSLEngineResult unwrap(SSLEngine engine, ByteBuffer input, ByteBuffer output)
        throws SSLException {
      SSLEngineResult result = super.unwrap(engine, input, output);
      int received = result.bytesConsumed();
      if (received > 0
          && result.bytesProduced() == 0
          && ++withoutData > Limit.TLS_RECORDS.asInt()) {
        throw new SSLException("too many records without data");
      }
      if (received > 0 && received < LEAST && !tracker.received(getEndPoint(), LEAST - received)) {
        throw new SSLException("too many records");
      }
      return result;
    }
  }
}
