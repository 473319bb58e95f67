package dev.hpa.sandbox.metrics;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** One of the APIs controllers read metrics from. */
public enum MetricsApi {
  /** {@code metrics.k8s.io}. */
  RESOURCE,
  /** {@code custom.metrics.k8s.io}. */
  CUSTOM,
  /** {@code external.metrics.k8s.io}. */
  EXTERNAL,
  /** Heapster behind the proxy of services, which was there before the others. */
  HEAPSTER;

  /** What a cluster of today has. */
  public static final Set<MetricsApi> USUAL = Set.of(RESOURCE, CUSTOM, EXTERNAL);

  /**
   * Reads names with commas between them, such as {@code resource,custom}; a blank text means none.
   *
   * @throws MetricFormatException for a name there is not
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
                    "there is no metrics API \"%s\"; use resource, custom, external and heapster, with commas between them"
                        .formatted(name)));
  }

  /** The names with commas between them, as {@link #parseAll} reads them. */
  public static String names(Set<MetricsApi> apis) {
    return apis.stream().sorted().map(MetricsApi::toString).collect(Collectors.joining(","));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
