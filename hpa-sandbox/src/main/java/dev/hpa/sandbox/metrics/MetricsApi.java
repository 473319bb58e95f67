package dev.hpa.sandbox.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** An API that controllers read metrics from. */
public enum MetricsApi {
  /** {@code metrics.k8s.io/v1}. */
  RESOURCE_V1,
  /** {@code metrics.k8s.io/v1beta1}. */
  RESOURCE_V1BETA1,
  /** {@code custom.metrics.k8s.io}. */
  CUSTOM,
  /** {@code external.metrics.k8s.io}. */
  EXTERNAL,
  /** Heapster behind the service proxy, the predecessor of the others. */
  HEAPSTER;

  /** {@code metrics.k8s.io} in all versions. */
  public static final Set<MetricsApi> RESOURCE = Set.of(RESOURCE_V1, RESOURCE_V1BETA1);

  /** The APIs of current clusters. */
  public static final Set<MetricsApi> DEFAULTS =
      Set.of(RESOURCE_V1, RESOURCE_V1BETA1, CUSTOM, EXTERNAL);

  private static final String ALL_OF_RESOURCE = "resource";

  /**
   * Parses comma-separated names, such as {@code resource,custom}; blank for none. {@code resource}
   * means all its versions, {@code resource/v1} one of them.
   *
   * @throws MetricFormatException for an unknown name
   */
  public static Set<MetricsApi> parseAll(String text) {
    Set<MetricsApi> apis = EnumSet.noneOf(MetricsApi.class);
    for (String name : text.isBlank() ? new String[0] : text.split(",", -1)) {
      if (name.strip().equals(ALL_OF_RESOURCE)) {
        apis.addAll(RESOURCE);
      } else {
        apis.add(named(name.strip()));
      }
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
                    "\"%s\": unknown metrics API; use resource, resource/v1, resource/v1beta1, custom, external or heapster, separated by commas"
                        .formatted(name)));
  }

  /** Comma-separated names, as {@link #parseAll} reads them. */
  public static String names(Set<MetricsApi> apis) {
    List<String> names = new ArrayList<>();
    EnumSet<MetricsApi> others = EnumSet.noneOf(MetricsApi.class);
    others.addAll(apis);
    if (apis.containsAll(RESOURCE)) {
      names.add(ALL_OF_RESOURCE);
      others.removeAll(RESOURCE);
    }
    others.forEach(api -> names.add(api.toString()));
    return String.join(",", names);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '/');
  }
}
