package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.discovery.ApiGroups;
import dev.hpa.sandbox.request.ApiResponse;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** Serves {@code /}: the list of paths. */
final class RootHandler {

  private static final Set<String> ALWAYS =
      Set.of("/api", "/apis", "/apis/", "/healthz", "/livez", "/openapi/v3", "/readyz", "/version");

  private final ApiGroups groups;

  RootHandler(ApiGroups groups) {
    this.groups = groups;
  }

  ApiResponse paths() {
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
