package dev.hpa.controller.options;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.core.Drain;
import dev.hpa.core.MetricLoads;
import dev.hpa.core.Outages;
import dev.hpa.core.Rollout;
import dev.hpa.core.Situation;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.List;

/** The sources of what only options depend on. Thread-safe; never blocks on the network. */
public interface OptionSources {

  /** No options but what the spec sets, as upstream. */
  OptionSources NONE = hpa -> OptionsReader.ofSpec(hpa.spec());

  /** The options of an autoscaler. */
  Options options(HorizontalPodAutoscaler hpa);

  /**
   * The options of an autoscaler without those that its spec excludes.
   *
   * @param scaleToZero feature gate HPAScaleToZero
   */
  default Options applied(HorizontalPodAutoscaler hpa, boolean scaleToZero) {
    return options(hpa).appliedTo(hpa.spec(), scaleToZero);
  }

  /**
   * The options that an autoscaler would have; nothing is remembered.
   *
   * @param hpa a changed copy of an autoscaler
   */
  default Options preview(HorizontalPodAutoscaler hpa) {
    return options(hpa);
  }

  /** The rollout of the target of an autoscaler; by default as far as the scale shows it. */
  default Rollout rollout(HorizontalPodAutoscaler hpa, Scale scale) {
    return Rollout.of(scale);
  }

  /** The cordoned nodes of the pods of a target; by default none is. */
  default Drain drain(Scale scale) {
    return Drain.NONE;
  }

  /**
   * Records what an autoscaler has read and returns the outages of its providers.
   *
   * @param results one for each query, in their order
   */
  default Outages observe(
      HorizontalPodAutoscaler hpa,
      List<MetricQuery> queries,
      List<MetricResult> results,
      Instant now) {
    return Outages.NONE;
  }

  /**
   * Records the loads in a situation and returns their forecasts.
   *
   * @param situation one whose options ask for forecasts
   */
  default Forecasts forecasts(Situation situation) {
    return Forecasts.NONE;
  }

  /** Forgets a deleted autoscaler. */
  default void forget(NamespacedName autoscaler) {}

  /** Records the loads in a situation and returns their forecasts. */
  static Forecasts of(Situation situation, LoadForecasts forecasts) {
    ForecastOptions option = situation.options().forecast();
    return option == null
        ? Forecasts.NONE
        : forecasts.observe(
            NamespacedName.of(situation.hpa().metadata()),
            option,
            MetricLoads.of(situation),
            situation.now());
  }
}
