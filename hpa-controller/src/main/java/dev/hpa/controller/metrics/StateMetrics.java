package dev.hpa.controller.metrics;

import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.state.CheckpointKeeper;
import dev.hpa.controller.state.SaveResult;
import dev.hpa.controller.state.StateListener;
import io.prometheus.client.Counter;
import io.prometheus.client.Histogram;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The state that survives restarts; only with {@code --state}. */
final class StateMetrics implements StateListener {

  private static final String SHARD = "shard";

  private final MetricFamily<Counter.Child> saves;
  private final MetricFamily<Histogram.Child> durations;
  private final MetricFamily<Counter.Child> restored;
  private final MetricFamily<Counter.Child> ignoredCheckpoints;
  private final MetricFamily<Counter.Child> ignoredAutoscalers;

  private StateMetrics(MetricFamilies families) {
    saves =
        families.counter(
            "hpa_state_saves_total",
            "[ALPHA] Attempts to save the changed state of a shard, by result.",
            SHARD,
            "result");
    durations =
        families.histogram(
            "hpa_state_save_duration_seconds",
            "[ALPHA] Duration of attempts to save the changed state of a shard.",
            Buckets.REQUESTS);
    restored =
        families.counter(
            "hpa_state_restored_autoscalers_total", "[ALPHA] HPAs whose state was restored.");
    ignoredCheckpoints =
        families.counter(
            "hpa_state_ignored_checkpoints_total",
            "[ALPHA] ConfigMaps that were not loaded: corrupt, of another format or foreign; or"
                + " unavailable for a shard whose ConfigMaps could not be read.",
            "reason");
    ignoredAutoscalers =
        families.counter(
            "hpa_state_ignored_autoscalers_total",
            "[ALPHA] HPAs whose state was not restored: recreated since, or invalid.",
            "reason");
  }

  static void register(MetricFamilies families, CheckpointKeeper state) {
    state.onChange(new StateMetrics(families));
    gauge(
        families,
        "hpa_state_size_bytes",
        "Size of the saved state of a shard, compressed.",
        state::sizes);
    gauge(
        families,
        "hpa_state_configmaps",
        "Number of ConfigMaps with the state of a shard.",
        state::configMaps);
    gauge(
        families,
        "hpa_state_last_save_timestamp_seconds",
        "Time of the last successful save of a shard; 0 before it.",
        state::lastSaved);
  }

  private static void gauge(
      MetricFamilies families, String name, String help, Supplier<Map<Shard, Double>> source) {
    families.readGauge(
        name,
        "[ALPHA] " + help,
        SHARD,
        () ->
            source.get().entrySet().stream()
                .collect(Collectors.toMap(each -> label(each.getKey()), Map.Entry::getValue)));
  }

  private static String label(Shard shard) {
    return Integer.toString(shard.index());
  }

  @Override
  public void saved(Shard shard, SaveResult result, Duration took) {
    saves.with(label(shard), result.label()).inc();
    durations.with().observe(Buckets.seconds(took));
  }

  @Override
  public void ignoredCheckpoint(String reason) {
    ignoredCheckpoints.with(reason).inc();
  }

  @Override
  public void restored() {
    restored.with().inc();
  }

  @Override
  public void ignoredAutoscaler(String reason) {
    ignoredAutoscalers.with(reason).inc();
  }
}
