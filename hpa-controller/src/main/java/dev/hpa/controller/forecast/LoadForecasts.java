package dev.hpa.controller.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.NamespacedName;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records the loads of the autoscalers with a forecast, and forecasts them. Thread-safe; a
 * forecaster of a plug-in never blocks a reconcile.
 */
public final class LoadForecasts implements AutoCloseable {

  /** A forecaster with what calls it. */
  public record Callable(Forecaster forecaster, Calls calls) {}

  /** Calls the forecasters of one plug-in. */
  @FunctionalInterface
  public interface Calls {

    /** Calls a built-in forecaster, in the calling thread. */
    Calls DIRECT =
        (autoscaler, forecast, ended) -> {
          LoadForecast made = null;
          String problem = "";
          try {
            made = forecast.get();
          } catch (RuntimeException | LinkageError | StackOverflowError failure) {
            problem = failure.getClass().getSimpleName();
          }
          ended.accept(made, problem);
        };

    /**
     * Makes a forecast for an autoscaler, now or later.
     *
     * @param ended receives the forecast, or null and why there is none
     */
    void call(
        NamespacedName autoscaler,
        Supplier<LoadForecast> forecast,
        BiConsumer<@Nullable LoadForecast, String> ended);
  }

  /** The time after which a failed request for past loads is repeated. */
  private static final Duration RETRY = Duration.ofMinutes(10);

  /** Of a full {@link LoadRecord}, with what is saved of it. */
  private static final long BYTES_OF_RECORD = 40_000;

  private final Map<String, Callable> forecasters;
  private final PastLoads past;
  private final MemoryPool memory;
  private final Map<NamespacedName, Autoscaler> autoscalers = new ConcurrentHashMap<>();

  /**
   * @param forecasters the forecasters by name
   * @param past loads from before they were recorded
   * @param memory for the records
   */
  public LoadForecasts(Map<String, Callable> forecasters, PastLoads past, MemoryPool memory) {
    this.memory = memory;
    this.forecasters = ImmutableCopies.map(forecasters);
    this.past = past;
  }

  /** The records of one autoscaler, by the key of the metric. */
  private static final class Autoscaler {
    final Map<String, RecordedLoads> metrics = new LinkedHashMap<>();
    final MemoryPool.Account memory;
    Instant nextRequest = Instant.MIN;

    Autoscaler(MemoryPool.Account memory) {
      this.memory = memory;
    }

    /** Takes the memory for a further metric; false if there is none, or too many metrics are. */
    boolean takes(String metric) {
      return metrics.size() < Limit.FIRST_METRICS.asInt() && memory.take(bytes(metric));
    }

    static long bytes(String metric) {
      return BYTES_OF_RECORD + 2L * metric.length();
    }
  }

  private Autoscaler autoscaler(NamespacedName key) {
    return autoscalers.computeIfAbsent(
        key, any -> new Autoscaler(memory.account(MemoryPart.FORECASTS, key.namespace())));
  }

  /**
   * Records the loads of an autoscaler and returns their forecasts.
   *
   * @param loads the loads that were measured now, by the key of the metric
   */
  public Forecasts observe(
      NamespacedName autoscaler, ForecastOptions options, Map<String, Double> loads, Instant now) {
    Callable called = forecasters.get(options.forecaster());
    if (called == null) {
      return Forecasts.unavailable(
          "forecaster \"%s\": not found; use one of %s"
              .formatted(
                  options.forecaster(), String.join(", ", new TreeSet<>(forecasters.keySet()))));
    }
    Map<String, RecordedLoads> records = records(autoscaler, options, loads, now);
    Map<String, LoadForecast> forecasts = new HashMap<>();
    loads.forEach(
        (metric, load) -> {
          RecordedLoads record = records.get(metric);
          if (record != null) {
            forecasts.put(metric, record.observe(autoscaler, load, now, called));
          }
        });
    return forecasts.isEmpty() && !loads.isEmpty() && records.size() < Limit.FIRST_METRICS.asInt()
        ? Forecasts.unavailable(
            "the recorded loads of all HPAs take the memory for them; give the controller more")
        : new Forecasts(forecasts, "");
  }

  /**
   * The records of the measured metrics. Those of metrics that are no longer measured are dropped.
   */
  private Map<String, RecordedLoads> records(
      NamespacedName key, ForecastOptions options, Map<String, Double> loads, Instant now) {
    Autoscaler autoscaler = autoscaler(key);
    RecordedLoads first = null;
    Map<String, RecordedLoads> records;
    synchronized (autoscaler) {
      Instant oldest = now.minus(options.season());
      autoscaler
          .metrics
          .entrySet()
          .removeIf(
              each -> {
                boolean isOld =
                    !loads.containsKey(each.getKey()) && each.getValue().last().isBefore(oldest);
                if (isOld) {
                  autoscaler.memory.giveBack(Autoscaler.bytes(each.getKey()));
                }
                return isOld;
              });
      for (String metric : loads.keySet()) {
        RecordedLoads known = autoscaler.metrics.get(metric);
        if (known == null && !autoscaler.takes(metric)) {
          continue;
        }
        RecordedLoads record =
            known == null
                ? new RecordedLoads(options)
                : known.suits(options) ? known : known.changed(options);
        autoscaler.metrics.put(metric, record);
        if (first == null && !now.isBefore(autoscaler.nextRequest)) {
          first = record;
          autoscaler.nextRequest = now.plus(RETRY);
        }
      }
      records = ImmutableCopies.map(autoscaler.metrics);
    }
    if (first != null) {
      RecordedLoads record = first;
      past.request(
          key,
          options,
          now,
          found -> {
            record.addPast(found);
            synchronized (autoscaler) {
              autoscaler.nextRequest = Instant.MAX;
            }
          });
    }
    return records;
  }

  /**
   * The recorded loads of the autoscalers of some namespaces. To limit the writes of a checkpoint,
   * they change 48 times per season.
   */
  public Map<NamespacedName, JsonNode> save(Predicate<String> namespaces) {
    Map<NamespacedName, JsonNode> saved = new HashMap<>();
    autoscalers.forEach(
        (key, autoscaler) -> {
          if (namespaces.test(key.namespace())) {
            ObjectNode metrics = JsonNodeFactory.instance.objectNode();
            synchronized (autoscaler) {
              autoscaler.metrics.forEach(
                  (metric, loads) -> {
                    if (metric.length() <= Limit.HPA_NAME_CHARS.asInt()) {
                      metrics.set(metric, loads.saved());
                    }
                  });
            }
            if (!metrics.isEmpty()) {
              saved.put(key, metrics);
            }
          }
        });
    return saved;
  }

  /**
   * Restores the recorded loads of an autoscaler before its first reconcile. Loads that are too old
   * are dropped.
   *
   * @param saved a value of {@link #save}
   * @param now the wall-clock time
   * @throws IllegalArgumentException if the value is invalid; nothing is restored
   */
  public void restore(NamespacedName key, ForecastOptions options, JsonNode saved, Instant now) {
    Map<String, RecordedLoads> restored = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each : saved.properties()) {
      LoadSeries series = SavedLoads.read(each.getValue());
      if (!series.end().isAfter(now) && restored.size() < Limit.FIRST_METRICS.asInt()) {
        RecordedLoads loads = new RecordedLoads(options);
        loads.addPast(series);
        restored.put(each.getKey(), loads);
      }
    }
    if (!restored.isEmpty()) {
      Autoscaler autoscaler = autoscaler(key);
      synchronized (autoscaler) {
        restored.forEach(
            (metric, loads) -> {
              if (!autoscaler.metrics.containsKey(metric) && autoscaler.takes(metric)) {
                autoscaler.metrics.put(metric, loads);
              }
            });
        autoscaler.nextRequest = Instant.MAX;
      }
    }
  }

  /** Forgets an autoscaler that was deleted or has no forecast any more. */
  public void forget(NamespacedName autoscaler) {
    Autoscaler forgotten = autoscalers.remove(autoscaler);
    if (forgotten != null) {
      forgotten.memory.close();
    }
  }

  @Override
  public void close() {
    past.close();
  }
}
