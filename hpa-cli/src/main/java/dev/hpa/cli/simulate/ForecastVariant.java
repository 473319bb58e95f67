package dev.hpa.cli.simulate;

import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.core.options.OptionKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The forecast that each autoscaler is also simulated with.
 *
 * @param forecaster the name of the forecaster
 * @param horizon null for that of the autoscaler or the default
 * @param season null for that of the autoscaler or the default
 */
public record ForecastVariant(
    String forecaster, @Nullable Duration horizon, @Nullable Duration season) {

  private static final List<OptionKey> KEYS =
      List.of(
          OptionKey.FORECAST,
          OptionKey.FORECAST_HORIZON,
          OptionKey.FORECAST_SEASON,
          OptionKey.FORECAST_QUERY);

  /** The variant with the forecast. */
  Variant of(Variant variant) {
    Map<String, String> annotations =
        new LinkedHashMap<>(variant.hpa().metadata().annotationsOrEmpty());
    annotate(annotations);
    return annotated(variant, variant.name() + " + " + forecaster, annotations);
  }

  /** Adds the annotations of the forecast. */
  void annotate(Map<String, String> annotations) {
    annotations.put(OptionKey.FORECAST.annotation(), forecaster);
    put(annotations, OptionKey.FORECAST_HORIZON, horizon);
    put(annotations, OptionKey.FORECAST_SEASON, season);
  }

  private static void put(
      Map<String, String> annotations, OptionKey key, @Nullable Duration value) {
    if (value != null) {
      annotations.put(key.annotation(), GoDuration.format(value));
    }
  }

  /** The variant without any forecast. */
  static Variant without(Variant variant) {
    Map<String, String> annotations =
        new LinkedHashMap<>(variant.hpa().metadata().annotationsOrEmpty());
    KEYS.forEach(each -> annotations.remove(each.annotation()));
    return annotated(variant, variant.name(), annotations);
  }

  private static Variant annotated(Variant variant, String name, Map<String, String> annotations) {
    HorizontalPodAutoscaler hpa = variant.hpa();
    return variant.with(name, hpa.withMetadata(hpa.metadata().withAnnotations(annotations)));
  }
}
