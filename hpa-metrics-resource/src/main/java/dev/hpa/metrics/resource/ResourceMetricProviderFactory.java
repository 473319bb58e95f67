package dev.hpa.metrics.resource;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.Setting;
import java.util.List;
import java.util.Set;

/** Creates the built-in provider of resource metrics, which reads {@code metrics.k8s.io}. */
public final class ResourceMetricProviderFactory implements MetricProviderFactory {

  /**
   * The setting with the versions of the API to use, in the order of preference, separated by
   * commas.
   */
  public static final String API_VERSIONS = "api-versions";

  private static final String DEFAULT_VERSIONS = ResourceMetricsVersion.names(",");

  private final PodLists lists;

  /** Creates a factory whose providers choose the cheaper lists. */
  public ResourceMetricProviderFactory() {
    this(PodLists.CHEAPEST);
  }

  /** Creates a factory whose providers use the given lists. */
  public ResourceMetricProviderFactory(PodLists lists) {
    this.lists = lists;
  }

  @Override
  public String name() {
    return "resource-metrics";
  }

  @Override
  public Set<MetricQuery.Kind> kinds() {
    return Set.of(MetricQuery.Kind.POD_RESOURCE);
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.withDefault(
            API_VERSIONS,
            Setting.Type.TEXT,
            DEFAULT_VERSIONS,
            "Versions of metrics.k8s.io to use, the preferred one first, separated by commas; the"
                + " first served one is used. With the emulated version 1.36 the default is"
                + " v1beta1."));
  }

  @Override
  public MetricProvider create(ProviderContext context) {
    VersionNegotiation versions =
        new VersionNegotiation(
            context.api(), context.timeline()::now, context.syncPeriod(), accepted(context));
    return new ResourceMetricProvider(
        context.api(), versions, lists, new PodListCosts(context.timeline()::now));
  }

  private static List<ResourceMetricsVersion> accepted(ProviderContext context) {
    String value =
        context.settings().has(API_VERSIONS)
            ? context.settings().text(API_VERSIONS)
            : DEFAULT_VERSIONS;
    try {
      return ResourceMetricsVersion.parseAll(value);
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException(API_VERSIONS + ": " + invalid.getMessage(), invalid);
    }
  }
}
