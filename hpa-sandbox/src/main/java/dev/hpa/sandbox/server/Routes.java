package dev.hpa.sandbox.server;

import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.workload.PodMetricsSource;
import java.util.List;

/** From a path to the room that answers it. */
final class Routes {

  private final ResourceCalls resources;
  private final MetricsCalls metrics;
  private final ReviewCalls reviews;

  Routes(Cluster cluster, PodMetricsSource metrics) {
    Bodies bodies = new Bodies();
    this.resources = new ResourceCalls(cluster, bodies);
    this.metrics = new MetricsCalls(metrics);
    this.reviews = new ReviewCalls(bodies);
  }

  /** Paths anybody may read: they tell nothing but that the server is there. */
  static boolean isPublic(Call call) {
    return call.method().equals("GET")
        && !call.path().isEmpty()
        && List.of("healthz", "livez", "readyz", "version").contains(call.path().getFirst());
  }

  Answer answer(Call call) {
    List<String> path = call.path();
    String first = path.isEmpty() ? "" : path.getFirst();
    return switch (first) {
      case "healthz", "livez", "readyz" -> Answer.text(200, "ok");
      case "version" -> ServerVersion.answer();
      case "openapi" -> openApi(path);
      case "api" -> core(call, path);
      case "apis" -> named(call, path);
      default -> Answer.text(404, "404 page not found\n");
    };
  }

  private static Answer openApi(List<String> path) {
    if (path.size() < 2 || !path.get(1).equals("v3")) {
      return Answer.text(404, "404 page not found\n");
    }
    return path.size() == 2
        ? OpenApi.index()
        : OpenApi.document(String.join("/", path.subList(2, path.size())));
  }

  private Answer core(Call call, List<String> path) {
    if (path.size() == 1) {
      return Discovery.core(call);
    }
    if (!path.get(1).equals("v1")) {
      throw Target.unknown();
    }
    return path.size() == 2 ? Discovery.resources("", "v1") : stored(call, path);
  }

  private Answer named(Call call, List<String> path) {
    if (path.size() == 1) {
      return Discovery.groups(call);
    }
    String group = path.get(1);
    if (reviews.serves(path)) {
      return reviews.answer(call);
    }
    if (!Discovery.knows(group)) {
      return Answer.text(404, "404 page not found\n");
    }
    if (path.size() == 2) {
      return Discovery.group(group);
    }
    if (path.size() == 3) {
      return Discovery.resources(group, path.get(2));
    }
    return group.equals("metrics.k8s.io")
        ? metrics.answer(call, Target.Path.parse(path))
        : stored(call, path);
  }

  private Answer stored(Call call, List<String> path) {
    Target target = Target.resolve(Target.Path.parse(path));
    if (!target.type().namespaced() && !target.namespace().isEmpty()) {
      throw StatusException.of(404, "NotFound", "the server could not find the requested resource");
    }
    return resources.answer(call, target);
  }
}
