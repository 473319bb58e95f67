package dev.hpa.controller.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.inject.Inject;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.core.options.ForecastOptions;
import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The recorded loads of autoscalers with a forecast, as part of the state that survives restarts.
 */
public final class ForecastSection implements StateSection {

  private final LoadForecasts forecasts;
  private final OptionSources options;

  @Inject
  ForecastSection(LoadForecasts forecasts, OptionSources options) {
    this.forecasts = forecasts;
    this.options = options;
  }

  @Override
  public String name() {
    return "loads";
  }

  @Override
  public Map<NamespacedName, JsonNode> save(Predicate<String> namespaces) {
    return forecasts.save(namespaces);
  }

  /** Nothing is restored if the autoscaler has no forecast any more. */
  @Override
  public void restore(HorizontalPodAutoscaler hpa, JsonNode saved, Instant at, Instant now) {
    ForecastOptions option = options.options(hpa).forecast();
    if (option != null) {
      forecasts.restore(NamespacedName.of(hpa.metadata()), option, saved, now);
    }
  }
}
