package dev.hpa.cli.dashboard;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.serving.BodyStream;
import dev.hpa.app.serving.DebugServer;
import dev.hpa.app.serving.Page;
import dev.hpa.app.serving.PageRequest;
import dev.hpa.app.serving.PageResponse;
import dev.hpa.app.serving.Pages;
import dev.hpa.cli.controller.RunningController;
import dev.hpa.dashboard.Dashboard;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The dashboard of a running controller on an address of this machine: each request is sent to the
 * port of the controller with the credentials of the user, which a browser does not have.
 */
final class ForwardedDashboard implements AutoCloseable {

  /** The page's events have one at least every minute. */
  private static final Duration SILENCE = Duration.ofSeconds(70);

  /** What the page or a browser uses, besides the headers of every page. */
  private static final List<String> FORWARDED = List.of("Location", "Retry-After");

  private static final int PART = 1 << 16;

  private final DebugServer server;

  private ForwardedDashboard(DebugServer server) {
    this.server = server;
  }

  /**
   * Starts the server, after a request that shows that the user may read the page.
   *
   * @param controller stays open
   * @param names describes failures
   * @throws IOException if the controller cannot be reached, refuses, or has no dashboard, or if
   *     the address cannot be listened on
   */
  static ForwardedDashboard start(
      ClusterConnection controller, RunningController names, PageAddress address, Timeline pace)
      throws IOException {
    Forwarding forwarding = new Forwarding(controller, names);
    forwarding.requireReadable();
    Pages pages = new Pages();
    pages.put("/", forwarding);
    return new ForwardedDashboard(address.serve(pages, pace));
  }

  /** The URL of the page. */
  URI page() {
    return server.address().resolve(Dashboard.ROOT);
  }

  @Override
  public void close() {
    server.close();
  }

  /**
   * Sends requests to the controller.
   *
   * @param names describes failures
   */
  private record Forwarding(ClusterConnection controller, RunningController names) implements Page {

    void requireReadable() throws IOException {
      int code;
      String body;
      try (TransportResponse response = controller.get(Dashboard.ROOT, SILENCE)) {
        code = response.code();
        body = new String(response.body().readNBytes(PART), StandardCharsets.UTF_8);
      } catch (IOException failure) {
        throw names.unreachable(failure);
      }
      names.requireAccess(code, Dashboard.ROOT + "*", body);
      if (code != 200) {
        throw new IOException(
            "%s has no dashboard (HTTP %d); start the controller with --dashboard"
                .formatted(controller.server(), code));
      }
    }

    @Override
    public boolean refusesCrossSite(String path) {
      return path.startsWith(Dashboard.API);
    }

    @Override
    public PageResponse answer(PageRequest ask) {
      if (ask.path().equals("/")) {
        return new PageResponse(
            308, "text/plain", new byte[0], Map.of("Location", Dashboard.ROOT), null);
      }
      if (!ask.method().equals("GET")
          || leavesFolder(ask.path())
          || !(ask.path() + "/").startsWith(Dashboard.ROOT)) {
        return PageResponse.text(404, "404 Not Found: only the dashboard is served; use GET\n");
      }
      try {
        return forwarded(controller.get(path(ask), SILENCE));
      } catch (IOException failure) {
        return PageResponse.text(502, "502: " + names.unreachable(failure).getMessage() + "\n");
      }
    }

    /** Whether a path would name another one of the controller, with the rights of the user. */
    private static boolean leavesFolder(String path) {
      return Arrays.stream(path.split("/", -1))
          .anyMatch(each -> each.equals(".") || each.equals(".."));
    }

    private static String path(PageRequest ask) {
      String path =
          Arrays.stream(ask.path().split("/", -1))
              .map(ApiRequest::segment)
              .collect(Collectors.joining("/"));
      String query =
          ask.query().entrySet().stream()
              .flatMap(each -> each.getValue().stream().map(value -> pair(each.getKey(), value)))
              .collect(Collectors.joining("&"));
      return query.isEmpty() ? path : path + "?" + query;
    }

    private static String pair(String name, String value) {
      return URLEncoder.encode(name, StandardCharsets.UTF_8)
          + "="
          + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static PageResponse forwarded(TransportResponse response) {
      Map<String, String> headers = new HashMap<>(Dashboard.HEADERS);
      for (String name : FORWARDED) {
        String value = response.header(name);
        if (value != null) {
          headers.put(name, value);
        }
      }
      String type = response.header("Content-Type");
      return new PageResponse(
          response.code(),
          type == null ? "application/octet-stream" : type,
          new byte[0],
          headers,
          sink -> send(response, sink));
    }

    private static void send(TransportResponse response, BodyStream.Sink sink) throws IOException {
      try (response) {
        InputStream body = response.body();
        byte[] part = new byte[PART];
        for (int read = body.read(part); read >= 0; read = body.read(part)) {
          sink.send(Arrays.copyOf(part, read));
        }
      }
    }
  }
}
