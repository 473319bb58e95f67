package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HpaVersion;
import dev.hpa.api.Json;
import dev.hpa.app.controller.Inspector;
import dev.hpa.app.evaluate.ScenarioHistory;
import dev.hpa.app.explain.TraceJson;
import dev.hpa.app.explain.TraceText;
import dev.hpa.core.Trace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what a controller would decide now, and why: {@code GET /debug/autoscalers} lists the
 * autoscalers, {@code GET /debug/autoscalers/NAMESPACE/NAME} explains one. An explanation reads
 * metrics like a reconcile and writes nothing. Unencrypted and open to whoever reaches the address,
 * which is why it is off unless asked for.
 */
public final class DebugServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DebugServer.class);
  private static final String ROOT = "/debug/autoscalers";

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

    private final Inspector inspector;

    Front(Inspector inspector) {
      this.inspector = inspector;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      String path = request.getHttpURI().getPath();
      JsonNode answer;
      try {
        answer = request.getMethod().equals("GET") ? answer(path) : null;
        if (answer == null) {
          answer = error("nothing here: " + path);
          response.setStatus(HttpStatus.NOT_FOUND_404);
        }
      } catch (RuntimeException failure) {
        LOG.warn("{} could not be explained", path, failure);
        answer = error("could not be explained: " + failure.getMessage());
        response.setStatus(HttpStatus.INTERNAL_SERVER_ERROR_500);
      }
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
      Content.Sink.write(response, true, Json.text(answer) + "\n", callback);
      return true;
    }

    private static JsonNode error(String text) {
      return JsonNodeFactory.instance.objectNode().put("error", text);
    }

    private @Nullable JsonNode answer(String path) {
      if (path.equals(ROOT)) {
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        inspector.names().forEach(names::add);
        return names;
      }
      if (!path.startsWith(ROOT + "/")) {
        return null;
      }
      String name = URLDecoder.decode(path.substring(ROOT.length() + 1), StandardCharsets.UTF_8);
      Inspector.Inspection inspection = inspector.inspect(name);
      return inspection == null ? null : json(name, inspection);
    }

    private static JsonNode json(String name, Inspector.Inspection inspection) {
      Trace trace = inspection.trace();
      ObjectNode answer = JsonNodeFactory.instance.objectNode();
      answer.set("autoscaler", HpaVersion.V2.encode(inspection.autoscaler()));
      answer.set("trace", TraceJson.tree(trace));
      answer.put("text", TraceText.of(trace));
      answer.set("history", ScenarioHistory.write(name, inspection.history()));
      return answer;
    }
  }
}
