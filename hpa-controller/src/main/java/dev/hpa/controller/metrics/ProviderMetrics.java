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

/** What metrics providers answer and how they are doing. */
final class ProviderMetrics implements QueryListener {

  private final Family<Histogram.Child> durations;
  private final Family<Counter.Child> queries;

  ProviderMetrics(Families families, Supplier<List<ProviderState>> states) {
    durations =
        families.histogram(
            "hpa_provider_query_duration_seconds",
            "[ALPHA] How long autoscalers waited for a metrics provider.",
            Buckets.REQUESTS,
            "provider");
    queries =
        families.counter(
            "hpa_provider_queries_total",
            "[ALPHA] Queries to metrics providers by what came of them: ok, or the category of the"
                + " failure.",
            "provider",
            "result");
    gauge(
        families,
        states,
        "hpa_provider_breaker_open",
        "[ALPHA] 1 while a metrics provider or scale client is not asked, after too many faults.",
        state -> state.isCircuitOpen() ? 1 : 0);
    gauge(
        families,
        states,
        "hpa_provider_waiting",
        "[ALPHA] Autoscalers that wait until a metrics provider or scale client is asked for them.",
        ProviderState::waiting);
  }

  private static void gauge(
      Families families,
      Supplier<List<ProviderState>> states,
      String name,
      String help,
      ToDoubleFunction<ProviderState> value) {
    families.readGauge(
        name,
        help,
        List.of("provider"),
        () ->
            states.get().stream()
                .collect(
                    Collectors.toMap(state -> List.of(state.provider()), value::applyAsDouble)));
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
