package dev.hpa.sandbox.metrics;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** An API that controllers read metrics from. */
public enum MetricsApi {
  /** {@code metrics.k8s.io}. */
  RESOURCE,
  /** {@code custom.metrics.k8s.io}. */
  CUSTOM,
  /** {@code external.metrics.k8s.io}. */
  EXTERNAL,
  /** Heapster behind the service proxy, the predecessor of the others. */
  HEAPSTER;

  /** The APIs of current clusters. */
  public static final Set<MetricsApi> DEFAULTS = Set.of(RESOURCE, CUSTOM, EXTERNAL);

  /**
   * Parses comma-separated names, such as {@code resource,custom}; blank for none.
   *
   * @throws MetricFormatException for an unknown name
   */
  public static Set<MetricsApi> parseAll(String text) {
    Set<MetricsApi> apis = EnumSet.noneOf(MetricsApi.class);
    for (String name : text.isBlank() ? new String[0] : text.split(",", -1)) {
      apis.add(named(name.strip()));
    }
    return apis;
  }

  private static MetricsApi named(String name) {
    return Arrays.stream(values())
        .filter(api -> api.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new MetricFormatException(
                    "\"%s\": unknown metrics API; use resource, custom, external or heapster, separated by commas"
                        .formatted(name)));
  }

  /** Comma-separated names, as {@link #parseAll} reads them. */
  public static String names(Set<MetricsApi> apis) {
    return apis.stream().sorted().map(MetricsApi::toString).collect(Collectors.joining(","));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
