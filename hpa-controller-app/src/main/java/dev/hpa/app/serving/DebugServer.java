package dev.hpa.app.serving;

import dev.hpa.app.controller.Inspector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves explanations on an address of its own, unencrypted and open to whoever reaches it, which
 * is why it is off unless asked for.
 */
public final class DebugServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DebugServer.class);

  private final Server server;
  private final ServerConnector connector;

  private DebugServer(Server server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /**
   * Starts to listen.
   *
   * @throws IOException when the address cannot be listened on
   */
  public static DebugServer start(InetSocketAddress address, Inspector inspector)
      throws IOException {
    QueuedThreadPool threads = new QueuedThreadPool(8, 2);
    threads.setName("debug");
    threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
    Server server = new Server(threads);
    ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory());
    connector.setHost(address.getHostString());
    connector.setPort(address.getPort());
    server.addConnector(connector);
    server.setHandler(new Front(inspector));
    try {
      server.start();
    } catch (IOException failure) {
      throw failure;
    } catch (Exception failure) {
      throw new IOException(failure);
    }
    return new DebugServer(server, connector);
  }

  /** Where it listens. */
  public URI address() {
    return URI.create("http://" + connector.getHost() + ":" + connector.getLocalPort());
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception failure) {
      LOG.warn("the debug server did not stop in order", failure);
    }
  }

  private static final class Front extends Handler.Abstract {

    private final Pages pages = new Pages();

    Front(Inspector inspector) {
      new ExplainPage(inspector).addTo(pages);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Ask ask =
          new Ask(request.getMethod(), request.getHttpURI().getPath(), Map.of(), "", new byte[0]);
      Reply reply = pages.answer(ask);
      response.setStatus(reply.code());
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.contentType());
      response.write(true, ByteBuffer.wrap(reply.body()), callback);
      return true;
    }
  }
}
