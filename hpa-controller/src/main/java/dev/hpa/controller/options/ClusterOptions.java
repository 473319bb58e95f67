package dev.hpa.controller.options;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.controller.cache.NodeDrains;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.core.Drain;
import dev.hpa.core.Outages;
import dev.hpa.core.Rollout;
import dev.hpa.core.Situation;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The options of autoscalers of a cluster; annotations are parsed once per change. */
public final class ClusterOptions implements OptionSources {

  private final OptionsReader reader;
  private final NamespaceAnnotations namespaces;
  private final WatchedScales workloads;
  private final NodeDrains drains;
  private final OutageGuard guard;
  private final LoadForecasts forecasts;
  private final Map<NamespacedName, Parsed> parsed = new ConcurrentHashMap<>();
  private final Map<NamespacedName, Applied> applied = new ConcurrentHashMap<>();

  /**
   * @param workloads shows rollouts; its watches start on first use
   * @param drains their watches start on first use
   */
  public ClusterOptions(
      OptionsReader reader,
      NamespaceAnnotations namespaces,
      WatchedScales workloads,
      NodeDrains drains,
      OutageGuard guard,
      LoadForecasts forecasts) {
    this.reader = reader;
    this.namespaces = namespaces;
    this.workloads = workloads;
    this.drains = drains;
    this.guard = guard;
    this.forecasts = forecasts;
  }

  private record Parsed(
      Map<String, String> autoscaler,
      Map<String, String> namespace,
      @Nullable Integer syncPeriod,
      Options options) {}

  /**
   * Options without those that a spec excludes.
   *
   * @param options compared by identity
   */
  private record Applied(Options options, HpaSpec spec, boolean scaleToZero, Options result) {

    @SuppressWarnings("ReferenceEquality") // Equal options are the same until they are read again.
    boolean isOf(Options read, HpaSpec current, boolean gate) {
      return options == read && scaleToZero == gate && spec.equals(current);
    }
  }

  @Override
  public Options applied(HorizontalPodAutoscaler hpa, boolean scaleToZero) {
    Options read = options(hpa);
    NamespacedName key = NamespacedName.of(hpa.metadata());
    if (!read.dependOnSpec()) {
      applied.remove(key);
      return read;
    }
    Applied known = applied.get(key);
    if (known == null || !known.isOf(read, hpa.spec(), scaleToZero)) {
      known = new Applied(read, hpa.spec(), scaleToZero, read.appliedTo(hpa.spec(), scaleToZero));
      applied.put(key, known);
    }
    return known.result();
  }

  @Override
  public Options options(HorizontalPodAutoscaler hpa) {
    NamespacedName key = NamespacedName.of(hpa.metadata());
    Map<String, String> own = hpa.metadata().annotationsOrEmpty();
    Map<String, String> inherited = namespaces.of(key.namespace());
    Parsed known = parsed.get(key);
    Integer syncPeriod = hpa.spec().syncPeriodSeconds();
    if (known != null
        && known.autoscaler().equals(own)
        && known.namespace().equals(inherited)
        && Objects.equals(known.syncPeriod(), syncPeriod)) {
      return known.options();
    }
    Options options = reader.read(hpa, inherited);
    if (known != null && options.forecast() == null) {
      forecasts.forget(key);
    }
    if (!options.isEmpty()) {
      parsed.put(key, new Parsed(own, inherited, syncPeriod, options));
    } else if (known != null) {
      parsed.remove(key);
    }
    return options;
  }

  @Override
  public Options preview(HorizontalPodAutoscaler hpa) {
    return reader.read(hpa, namespaces.of(NamespacedName.of(hpa.metadata()).namespace()));
  }

  @Override
  public Rollout rollout(HorizontalPodAutoscaler hpa, Scale scale) {
    return workloads.rollout(hpa.spec().scaleTargetRef(), scale);
  }

  @Override
  public Drain drain(Scale scale) {
    return drains.of(scale);
  }

  @Override
  public Outages observe(
      HorizontalPodAutoscaler hpa,
      List<MetricQuery> queries,
      List<MetricResult> results,
      Instant now) {
    return guard.observe(hpa, queries, results, now);
  }

  @Override
  public Forecasts forecasts(Situation situation) {
    return OptionSources.of(situation, forecasts);
  }

  @Override
  public void forget(NamespacedName autoscaler) {
    forecasts.forget(autoscaler);
    parsed.remove(autoscaler);
    applied.remove(autoscaler);
    guard.forget(autoscaler);
  }
}
