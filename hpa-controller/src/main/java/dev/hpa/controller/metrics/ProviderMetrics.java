package dev.hpa.controller.metrics;

import dev.hpa.controller.plugins.ProviderState;
import dev.hpa.controller.plugins.QueryListener;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import io.prometheus.client.Counter;
import io.prometheus.client.Histogram;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Queries to metrics providers, and the state of their circuit breakers and queues. */
final class ProviderMetrics implements QueryListener {

  private final MetricFamily<Histogram.Child> durations;
  private final MetricFamily<Counter.Child> queries;

  ProviderMetrics(MetricFamilies families, Supplier<List<ProviderState>> states) {
    durations =
        families.histogram(
            "hpa_provider_query_duration_seconds",
            "[ALPHA] Seconds that HPAs waited for a metrics provider.",
            Buckets.REQUESTS,
            "provider");
    queries =
        families.counter(
            "hpa_provider_queries_total",
            "[ALPHA] Queries to metrics providers by result: ok, or the category of the failure.",
            "provider",
            "result");
    gauge(
        families,
        states,
        "hpa_provider_breaker_open",
        "[ALPHA] 1 while the circuit of a metrics provider or scale client is open, else 0.",
        state -> state.isCircuitOpen() ? 1 : 0);
    gauge(
        families,
        states,
        "hpa_provider_waiting",
        "[ALPHA] HPAs whose calls wait for a metrics provider or scale client.",
        ProviderState::waiting);
    gauge(
        families,
        states,
        "hpa_provider_problem",
        "[ALPHA] 1 while a metrics provider reports that its configuration or its source as a whole"
            + " cannot be used, else 0; the log names the reason.",
        state -> state.hasProblem() ? 1 : 0);
  }

  private static void gauge(
      MetricFamilies families,
      Supplier<List<ProviderState>> states,
      String name,
      String help,
      ToDoubleFunction<ProviderState> value) {
    families.readGauge(
        name,
        help,
        "provider",
        () ->
            states.get().stream()
                .collect(Collectors.toMap(ProviderState::provider, value::applyAsDouble)));
  }

  @Override
  public void answered(String provider, Duration waited, Collection<MetricResult> results) {
    durations.with(provider).observe(Buckets.seconds(waited));
    results.forEach(result -> queries.with(provider, word(result)).inc());
  }

  private static String word(MetricResult result) {
    return switch (result) {
      case MetricReading reading -> "ok";
      case MetricFailure failure -> failure.category().name().toLowerCase(Locale.ROOT);
    };
  }
}
