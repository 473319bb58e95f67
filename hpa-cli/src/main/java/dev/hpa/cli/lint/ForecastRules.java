package dev.hpa.cli.lint;

import dev.hpa.api.Behavior;
import dev.hpa.api.GoDuration;
import dev.hpa.api.HpaSpec;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.core.forecast.HoltWintersForecaster;
import dev.hpa.core.forecast.SeasonalForecaster;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.Options;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules for forecasts. */
final class ForecastRules {

  private static final Set<String> BUILT_IN =
      Set.of(SeasonalForecaster.NAME, HoltWintersForecaster.NAME);

  private final Manifest manifest;
  private final Options options;
  private final Findings findings;

  private ForecastRules(Manifest manifest, Options options, Findings findings) {
    this.manifest = manifest;
    this.options = options;
    this.findings = findings;
  }

  /** Checks an autoscaler, if it has a forecast. */
  static void check(Manifest manifest, HpaSpec spec, Options options, Findings findings) {
    ForecastOptions forecast = options.forecast();
    if (forecast != null) {
      ForecastRules rules = new ForecastRules(manifest, options, findings);
      rules.name(forecast);
      rules.scaleUp(forecast, spec.behavior() == null ? null : spec.behavior().scaleUp());
    }
  }

  private void name(ForecastOptions forecast) {
    if (!BUILT_IN.contains(forecast.forecaster())) {
      OptionRules.warn(
          manifest,
          options,
          LintRule.UNKNOWN_FORECASTER,
          OptionKey.FORECAST,
          "the forecaster \"" + forecast.forecaster() + "\" is not built in",
          findings);
    }
  }

  private void scaleUp(ForecastOptions forecast, Behavior.@Nullable ScalingRules rules) {
    if (rules == null) {
      return;
    }
    if ("Disabled".equals(rules.selectPolicy())) {
      OptionRules.warn(
          manifest,
          options,
          LintRule.FORECAST_WITHOUT_EFFECT,
          OptionKey.FORECAST,
          "behavior.scaleUp is disabled, and a forecast can only raise the replicas",
          findings);
    }
    Integer window = rules.stabilizationWindowSeconds();
    if (window != null && Duration.ofSeconds(window).compareTo(forecast.horizon()) >= 0) {
      OptionRules.warn(
          manifest,
          options,
          LintRule.FORECAST_HORIZON_TOO_SHORT,
          OptionKey.FORECAST_HORIZON,
          "behavior.scaleUp delays scale-ups by %d s, and the load is forecast %s ahead"
              .formatted(window, GoDuration.format(forecast.horizon())),
          findings);
    }
  }
}
