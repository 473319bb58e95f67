package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.discovery.ApiGroups;
import dev.hpa.sandbox.overview.OverviewPage;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** Serves {@code /}: the overview page for browsers, the list of paths for other clients. */
final class RootHandler {

  private static final OverviewPage PAGE = OverviewPage.load();

  private static final Set<String> ALWAYS =
      Set.of(
          "/api",
          "/apis",
          "/apis/",
          "/healthz",
          "/livez",
          "/openapi/v2",
          "/openapi/v3",
          "/readyz",
          "/version");

  private final ApiGroups groups;

  RootHandler(ApiGroups groups) {
    this.groups = groups;
  }

  /**
   * Whether a browser requests the page. Other clients accept anything or JSON, but do not name
   * HTML.
   */
  static boolean isPage(ApiRequest request) {
    return request.method().equals("GET")
        && request.path().isEmpty()
        && request.accept().contains("text/html");
  }

  ApiResponse answer(ApiRequest request) {
    return isPage(request) ? page() : paths();
  }

  private static ApiResponse page() {
    return new ApiResponse.Whole(
        200,
        "text/html; charset=utf-8",
        PAGE.html(),
        Map.of(
            "Content-Security-Policy", PAGE.policy(),
            "Referrer-Policy", "no-referrer",
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY"));
  }

  private ApiResponse paths() {
    NavigableSet<String> paths = new TreeSet<>(ALWAYS);
    for (ApiGroups.Group group : groups.all()) {
      String path = group.name().isEmpty() ? "/api" : "/apis/" + group.name();
      paths.add(path);
      group.versions().forEach(version -> paths.add(path + "/" + version.name()));
    }
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    paths.forEach(list.putArray("paths")::add);
    return ApiResponse.json(200, list);
  }
}
