package dev.hpa.app.serving;

import dev.hpa.dashboard.ChangeStream;
import dev.hpa.dashboard.Dashboard;
import dev.hpa.dashboard.DashboardResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The dashboard: {@code GET /dashboard/} and what is below it. */
public final class DashboardPage implements Page {

  private static final String WITHOUT_SLASH =
      Dashboard.ROOT.substring(0, Dashboard.ROOT.length() - 1);

  private static final String SERVER_ROOT = "/";

  private final Dashboard dashboard;

  public DashboardPage(Dashboard dashboard) {
    this.dashboard = dashboard;
  }

  /** Adds the dashboard to the pages. */
  public void addTo(Pages pages) {
    pages.put(WITHOUT_SLASH, this);
    pages.put(Dashboard.ROOT, this);
  }

  /** Adds the dashboard to the pages of a server that has no others: its root leads there. */
  public void addAloneTo(Pages pages) {
    addTo(pages);
    pages.put(
        SERVER_ROOT,
        ask -> ask.path().equals(SERVER_ROOT) ? redirect(Dashboard.ROOT) : PageResponse.NOT_FOUND);
  }

  /** The API computes; the page itself may be opened from a link on another site. */
  @Override
  public boolean refusesCrossSite(String path) {
    return path.startsWith(Dashboard.API);
  }

  @Override
  public PageResponse answer(PageRequest ask) {
    if (!ask.method().equals("GET")) {
      return PageResponse.text(
          405, "405 Method Not Allowed: the dashboard is read-only; use GET\n");
    }
    return switch (dashboard.answer(ask.path(), ask.query(), ask.peer())) {
      case DashboardResponse.Content content ->
          new PageResponse(
              content.status(),
              content.contentType(),
              content.body(),
              withHeaders(content.headers()),
              null);
      case DashboardResponse.Redirect redirect -> redirect(redirect.location());
      case DashboardResponse.Events events ->
          new PageResponse(
              200,
              "text/event-stream; charset=utf-8",
              new byte[0],
              Dashboard.HEADERS,
              sink -> send(events.stream(), sink));
    };
  }

  private static PageResponse redirect(String location) {
    return new PageResponse(
        308, PageResponse.PLAIN, new byte[0], withHeaders(Map.of("Location", location)), null);
  }

  private static Map<String, String> withHeaders(Map<String, String> own) {
    Map<String, String> headers = new HashMap<>(Dashboard.HEADERS);
    headers.putAll(own);
    return headers;
  }

  private static void send(ChangeStream stream, BodyStream.Sink sink)
      throws IOException, InterruptedException {
    try (stream) {
      for (byte[] events = stream.next(); events != null; events = stream.next()) {
        sink.send(events);
      }
    }
  }
}
