package dev.hpa.controller.plugins;

import dev.hpa.api.HorizontalPodAutoscaler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The routes that autoscalers have in an annotation. Whoever may edit an autoscaler writes them, so
 * their number and lengths are bounded, and each text is parsed once. Thread-safe.
 */
final class AutoscalerRoutes {

  /** Routes of one autoscaler, comma-separated. */
  static final String ANNOTATION = "metrics.hpa.dev/route";

  /** Characters of an annotation. */
  static final int LONGEST = 4096;

  /** Routes in an annotation. */
  static final int MOST_ROUTES = 32;

  /** Texts that are remembered; the least recently used are forgotten. */
  private static final int REMEMBERED = 1000;

  private final TreeSet<String> providers;
  private final Map<String, Parsed> parsed =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Parsed> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** What came of a text: routes, or what is wrong. */
  private record Parsed(List<Route> routes, String problem) {}

  /**
   * @param providers the names routes may have
   */
  AutoscalerRoutes(Collection<String> providers) {
    this.providers = new TreeSet<>(providers);
  }

  /**
   * The routes of an autoscaler, in order; none without the annotation.
   *
   * @throws IllegalArgumentException when the annotation cannot be used, with the reason
   */
  List<Route> of(HorizontalPodAutoscaler hpa) {
    Map<String, String> annotations = hpa.metadata().annotations();
    String text = annotations == null ? null : annotations.get(ANNOTATION);
    if (text == null || text.isBlank()) {
      return List.of();
    }
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "has " + text.length() + " characters; use " + LONGEST + " at most");
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
    if (parts.length > MOST_ROUTES) {
      throw new IllegalArgumentException(
          "has " + parts.length + " routes; use " + MOST_ROUTES + " at most");
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
