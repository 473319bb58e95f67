package dev.hpa.controller.plugins;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.queue.MemoryBudget;
import dev.hpa.controller.reconcile.DecisionMaker;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The queries of one autoscaler to one provider, until all have results. Thread-safe. */
final class AutoscalerRead {

  private final NamespacedName tenant;
  private final InstantSource clock;
  private final MemoryBudget.Share memory;
  private final Instant requested;
  private final int queries;
  private final Map<MetricQuery, MetricResult> results = new HashMap<>();
  private final CompletableFuture<Duration> answered = new CompletableFuture<>();

  /**
   * @param queries the number of expected results, at least 1
   * @param memory for the results
   */
  AutoscalerRead(
      NamespacedName tenant, int queries, InstantSource clock, MemoryBudget.Share memory) {
    this.tenant = tenant;
    this.queries = queries;
    this.clock = clock;
    this.memory = memory;
    this.requested = clock.instant();
  }

  NamespacedName tenant() {
    return tenant;
  }

  /** Accepts the result of one of its queries, which fails if it takes too much memory. */
  synchronized void accept(MetricQuery query, MetricResult result) {
    results.computeIfAbsent(
        query,
        any -> DecisionMaker.isOfPods(query) ? memory.keepReserved(result) : memory.keep(result));
    if (results.size() == queries) {
      answered.complete(Duration.between(requested, clock.instant()));
    }
  }

  /** Cancels the read: no more results follow. */
  void cancel() {
    answered.cancel(false);
  }

  boolean isAwaited() {
    return !answered.isDone();
  }

  /**
   * Waits until every query has a result.
   *
   * @return the time since the read began, on the timeline
   * @throws CancellationException if this process shuts down first
   */
  Duration await() {
    try {
      return answered.get();
    } catch (InterruptedException stopping) {
      cancel();
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for metrics");
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible.getCause());
    }
  }

  /** The results so far, by query. */
  synchronized Map<MetricQuery, MetricResult> results() {
    return ImmutableCopies.map(results);
  }
}
