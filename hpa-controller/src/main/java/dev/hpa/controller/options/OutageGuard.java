package dev.hpa.controller.options;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.Outages;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects outages of metrics providers across autoscalers: more than a share of the autoscalers
 * that read a provider fail, or drop to zero or nothing where they had values, within one window.
 * No single namespace decides for the others: see {@link ProviderHealth}.
 *
 * <p>Autoscalers are synced one after the other, so that the first ones read the values of an
 * outage before it can be known. A drop to zero or nothing is therefore unconfirmed for one window,
 * in which scale-downs by it are held too.
 *
 * <p>Thread-safe; each provider has its own lock, which is held for the time of a few map accesses.
 */
public final class OutageGuard {

  private static final Logger LOG = LoggerFactory.getLogger(OutageGuard.class);

  /** No outage is detected among fewer autoscalers. */
  static final int MIN_AUTOSCALERS = 10;

  /** Detects nothing. */
  public static final OutageGuard OFF =
      new OutageGuard(1, Duration.ZERO, (hpa, query) -> "", (hpa, event) -> {});

  private final double share;
  private final Duration window;
  private final BiFunction<HorizontalPodAutoscaler, MetricQuery, String> providerOf;
  private final BiConsumer<HorizontalPodAutoscaler, HpaEvent> events;
  private final Map<String, ProviderHealth> providers = new ConcurrentHashMap<>();

  /**
   * @param share from 0 to 1; 1 detects nothing
   * @param window the sync period of the controller
   * @param providerOf the name of the provider that answers a query of an autoscaler
   * @param events receives an event when an outage begins or ends, about the autoscaler that was
   *     synced then
   */
  public OutageGuard(
      double share,
      Duration window,
      BiFunction<HorizontalPodAutoscaler, MetricQuery, String> providerOf,
      BiConsumer<HorizontalPodAutoscaler, HpaEvent> events) {
    this.share = share;
    this.window = window;
    this.providerOf = providerOf;
    this.events = events;
  }

  /**
   * Records what an autoscaler has read and returns the outages of its providers.
   *
   * @param results one for each query, in their order
   */
  Outages observe(
      HorizontalPodAutoscaler hpa,
      List<MetricQuery> queries,
      List<MetricResult> results,
      Instant now) {
    if (share >= 1) {
      return Outages.NONE;
    }
    Map<String, Map<MetricQuery, MetricResult>> byProvider = new LinkedHashMap<>();
    for (int i = 0; i < queries.size(); i++) {
      byProvider
          .computeIfAbsent(providerOf.apply(hpa, queries.get(i)), any -> new LinkedHashMap<>())
          .put(queries.get(i), results.get(i));
    }
    NamespacedName key = NamespacedName.of(hpa.metadata());
    providers.forEach(
        (provider, health) -> {
          if (!byProvider.containsKey(provider)) {
            health.forget(key);
          }
        });
    Map<MetricQuery, String> outages = new HashMap<>();
    Set<MetricQuery> unconfirmed = new HashSet<>();
    byProvider.forEach(
        (provider, readings) -> {
          ProviderHealth health =
              providers.computeIfAbsent(provider, any -> new ProviderHealth(share, window));
          ProviderHealth.Verdict verdict = health.observe(key, readings, now);
          if (verdict.isOutage()) {
            readings.keySet().forEach(query -> outages.put(query, provider));
          }
          unconfirmed.addAll(verdict.unconfirmed());
          report(hpa, provider, verdict);
        });
    return outages.isEmpty() && unconfirmed.isEmpty()
        ? Outages.NONE
        : new Outages(outages, unconfirmed);
  }

  private void report(
      HorizontalPodAutoscaler hpa, String provider, ProviderHealth.Verdict verdict) {
    if (verdict.change() == ProviderHealth.Change.NONE) {
      return;
    }
    String counts =
        "metrics provider \"%s\": %d of %d HPAs%s fail or have dropped to zero or nothing"
            .formatted(
                provider,
                verdict.suspicious(),
                verdict.autoscalers(),
                verdict.change().isOfNamespace()
                    ? " of namespace \"" + hpa.metadata().namespace() + "\""
                    : "");
    if (verdict.change().begins()) {
      String message = counts + "; scale-downs by its values are held";
      LOG.warn("{}", message);
      events.accept(
          hpa, HpaEvent.additional(HpaEvent.Type.WARNING, "MetricsProviderOutage", message));
    } else {
      String message =
          counts
              + "; scale-downs by its values are no longer held"
              + (verdict.isOutage() ? ", except in namespaces that have an outage themselves" : "");
      LOG.info("{}", message);
      events.accept(
          hpa, HpaEvent.additional(HpaEvent.Type.NORMAL, "MetricsProviderRecovered", message));
    }
  }

  /** Forgets a deleted autoscaler. */
  void forget(NamespacedName autoscaler) {
    providers.values().forEach(each -> each.forget(autoscaler));
  }

  /** Whether each provider that was read has an outage, by name. */
  public Map<String, Boolean> outages() {
    Map<String, Boolean> states = new TreeMap<>();
    providers.forEach((name, health) -> states.put(name, health.isOutage()));
    return states;
  }
}
