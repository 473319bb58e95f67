package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.explain.QueryName;
import dev.hpa.controller.queue.DeferredSyncException;
import dev.hpa.controller.queue.SyncAdmission;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.core.MeasuredMetric;
import dev.hpa.core.Plan;
import dev.hpa.core.Situation;
import dev.hpa.core.Trace;
import dev.hpa.core.behavior.History;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.MetricResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Explains the decisions of a running controller; changes nothing. At most {@link
 * Limit#EXPLANATIONS} at a time. Thread-safe.
 */
public final class Inspector {

  private final Semaphore free = new Semaphore(Limit.EXPLANATIONS.asInt());
  private final SyncAdmission admission;
  private final BooleanSupplier areListed;
  private final AutoscalerCache autoscalers;
  private final DecisionMaker decisions;
  private final Histories histories;
  private final MetricReader metrics;
  private final Function<NamespacedName, @Nullable ForeignScale> foreignScales;
  private final Function<NamespacedName, String> nextSync;
  private final Consumer<NamespacedName> forget;

  /**
   * @param trace the decision for the current state
   * @param history the stored history
   * @param forecasts the forecasts of its loads
   * @param queries what metrics were read with, by metric, if their providers report it
   * @param foreignScale the last change of the replicas by another writer; null if there was none
   * @param nextSync when the next sync is, and why then
   */
  public record Inspection(
      HorizontalPodAutoscaler autoscaler,
      Trace trace,
      History history,
      Forecasts forecasts,
      Map<String, String> queries,
      @Nullable ForeignScale foreignScale,
      String nextSync) {

    /** Which other writer has changed the replicas, and when; null if none has. */
    public @Nullable String changedBy() {
      return foreignScale == null ? null : foreignScale.describe();
    }
  }

  /**
   * @param admission to the memory for explanations
   * @param areListed whether the caches have had their first lists
   * @param decisions decides with the sources of explanations
   * @param metrics what they read metrics with
   * @param foreignScales the last change of the replicas by another writer, if any
   * @param nextSync when the next sync is, and why then
   * @param forget forgets what a decision has remembered of an autoscaler
   */
  Inspector(
      SyncAdmission admission,
      BooleanSupplier areListed,
      AutoscalerCache autoscalers,
      DecisionMaker decisions,
      Histories histories,
      MetricReader metrics,
      Function<NamespacedName, @Nullable ForeignScale> foreignScales,
      Function<NamespacedName, String> nextSync,
      Consumer<NamespacedName> forget) {
    this.admission = admission;
    this.areListed = areListed;
    this.nextSync = nextSync;
    this.forget = forget;
    this.metrics = metrics;
    this.foreignScales = foreignScales;
    this.autoscalers = autoscalers;
    this.decisions = decisions;
    this.histories = histories;
  }

  /**
   * Whether all autoscalers and pods have been listed; until then an unknown autoscaler may exist.
   * A replica that waits for the Lease has not listed them.
   */
  public boolean isComplete() {
    return areListed.getAsBoolean();
  }

  /** The autoscalers, sorted. */
  public List<NamespacedName> names() {
    return autoscalers.all().stream()
        .map(hpa -> NamespacedName.of(hpa.metadata()))
        .sorted()
        .toList();
  }

  /**
   * Explanations in a format. Concurrent requests for one autoscaler share the result.
   *
   * @param format formats an explanation, whose trace may be much larger than the result
   */
  public <T> Formatted<T> formatted(Function<Inspection, T> format) {
    return new Formatted<>(format);
  }

  /** Explanations in a format. Thread-safe. */
  public final class Formatted<T> {

    private final Function<Inspection, T> format;
    private final Map<NamespacedName, FutureTask<T>> running = new ConcurrentHashMap<>();

    private Formatted(Function<Inspection, T> format) {
      this.format = format;
    }

    /**
     * Explains one autoscaler; blocks while it reads.
     *
     * @return null if there is no such autoscaler
     * @throws InspectionLimitException while the most explanations are being computed
     * @throws CancellationException if this process shuts down first
     */
    public @Nullable T inspect(NamespacedName key) {
      HorizontalPodAutoscaler hpa = autoscalers.get(key);
      if (hpa == null) {
        return null;
      }
      FutureTask<T> known = running.get(key);
      return known == null ? begin(key, hpa) : result(known);
    }

    private T formatted(NamespacedName key, HorizontalPodAutoscaler hpa) {
      SyncAdmission.Admitted memory = admission.admit(key);
      if (memory == null) {
        throw new InspectionLimitException(Limit.EXPLANATIONS.asInt());
      }
      try (memory) {
        return format.apply(inspected(key, hpa, memory));
      }
    }

    private T begin(NamespacedName key, HorizontalPodAutoscaler hpa) {
      if (!free.tryAcquire()) {
        throw new InspectionLimitException(Limit.EXPLANATIONS.asInt());
      }
      try {
        FutureTask<T> own = new FutureTask<>(() -> formatted(key, hpa));
        FutureTask<T> other = running.putIfAbsent(key, own);
        if (other == null) {
          own.run();
          running.remove(key, own);
        }
        return result(other == null ? own : other);
      } finally {
        free.release();
      }
    }
  }

  private static <T> T result(FutureTask<T> task) {
    try {
      return task.get();
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof DeferredSyncException) {
        throw new InspectionLimitException(Limit.EXPLANATIONS.asInt());
      }
      Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
      throw new IllegalStateException(String.valueOf(cause.getMessage()), cause);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while an explanation is computed");
    }
  }

  private Inspection inspected(NamespacedName key, HorizontalPodAutoscaler hpa, SyncMemory memory) {
    ReconcileResult decided = decisions.decide(hpa, memory).withoutWrites();
    if (autoscalers.get(key) == null) {
      // Deleted meanwhile: the options and loads that were just remembered have no other end.
      forget.accept(key);
    }
    Situation situation = decided.situation();
    return new Inspection(
        hpa,
        decided.trace(),
        histories.of(key),
        situation == null ? Forecasts.NONE : situation.context().forecasts(),
        situation == null ? Map.of() : queries(hpa, situation),
        foreignScales.apply(key),
        nextSync.apply(key));
  }

  private Map<String, String> queries(HorizontalPodAutoscaler hpa, Situation situation) {
    Map<String, String> queries = new LinkedHashMap<>();
    for (MeasuredMetric each : situation.metrics()) {
      if (each instanceof MeasuredMetric.Read(Plan.Queried metric, MetricResult _)) {
        String text = metrics.describe(hpa, metric.query());
        if (!text.isEmpty() && queries.size() < Limit.FIRST_METRICS.asInt()) {
          queries.put(
              SafeText.cut(QueryName.of(metric.query()), Limit.LONG_TEXT_CHARS.asInt()),
              SafeText.cut(text, Limit.LONG_TEXT_CHARS.asInt()));
        }
      }
    }
    return queries;
  }
}
