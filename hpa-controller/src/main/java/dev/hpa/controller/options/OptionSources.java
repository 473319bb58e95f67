package dev.hpa.controller.options;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.core.Outages;
import dev.hpa.core.Rollout;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The sources of what only options depend on. Thread-safe; never blocks on the network. */
public interface OptionSources {

  /** No options, as upstream. */
  OptionSources NONE = hpa -> Options.NONE;

  /** The options of an autoscaler. */
  Options options(HorizontalPodAutoscaler hpa);

  /** The rollout of the target of an autoscaler; by default as far as the scale shows it. */
  default Rollout rollout(HorizontalPodAutoscaler hpa, Scale scale) {
    return Rollout.of(scale);
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

  /** Forgets a deleted autoscaler. */
  default void forget(NamespacedName autoscaler) {}

  /** The options of annotations of autoscalers, without a cluster. */
  static OptionSources ofAnnotations(OptionsReader reader) {
    return hpa -> reader.read(hpa.metadata().annotationsOrEmpty(), Map.of());
  }
}
