package dev.hpa.controller.plugins;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.kube.client.LruMap;
import dev.hpa.kube.memory.Limit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The routes in the annotation of autoscalers. Every user who can edit an autoscaler can set them,
 * so their number and lengths are bounded, and each text is parsed once. Thread-safe.
 */
final class AutoscalerRoutes {

  /** Routes of one autoscaler, comma-separated. */
  static final String ANNOTATION = "metrics.hpa.dev/route";

  private final TreeSet<String> providers;
  private final Map<String, Parsed> parsed = new LruMap<>(Limit.REMEMBERED_ROUTES.asInt());

  /** The result of parsing: routes, or a non-empty problem. */
  private record Parsed(List<Route> routes, String problem) {}

  /**
   * @param providers the names of the providers
   */
  AutoscalerRoutes(Collection<String> providers) {
    this.providers = new TreeSet<>(providers);
  }

  /**
   * The routes of an autoscaler, in order; none without the annotation.
   *
   * @throws IllegalArgumentException if the annotation is invalid, with the reason
   */
  List<Route> of(HorizontalPodAutoscaler hpa) {
    Map<String, String> annotations = hpa.metadata().annotations();
    String text = annotations == null ? null : annotations.get(ANNOTATION);
    if (text == null || text.isBlank()) {
      return List.of();
    }
    if (text.length() > Limit.LONG_TEXT_CHARS.asInt()) {
      throw new IllegalArgumentException(
          "has %d characters; use %d at most"
              .formatted(text.length(), Limit.LONG_TEXT_CHARS.asInt()));
    }
    Parsed routes;
    synchronized (parsed) {
      routes = parsed.computeIfAbsent(text, this::parse);
    }
    if (!routes.problem().isEmpty()) {
      throw new IllegalArgumentException(routes.problem());
    }
    return routes.routes();
  }

  private Parsed parse(String text) {
    try {
      return new Parsed(routes(text), "");
    } catch (IllegalArgumentException wrong) {
      return new Parsed(List.of(), String.valueOf(wrong.getMessage()));
    }
  }

  private List<Route> routes(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length > Limit.ROUTES.asInt()) {
      throw new IllegalArgumentException(
          "has " + parts.length + " routes; use " + Limit.ROUTES.asInt() + " at most");
    }
    List<Route> routes = new ArrayList<>();
    for (String part : parts) {
      Route route = Route.parse(part);
      if (!providers.contains(route.provider())) {
        throw new IllegalArgumentException(
            route
                + ": no metrics provider is named "
                + route.provider()
                + "; there are "
                + String.join(", ", providers));
      }
      routes.add(route);
    }
    return List.copyOf(routes);
  }
}
