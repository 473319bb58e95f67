package dev.hpa.controller.plugins;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.queue.ResultMemory;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.MetricFailure;
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

  private static final MetricResult TOO_LARGE =
      new MetricFailure(
          MetricFailure.Category.SOURCE_FAILED,
          "the values of this HPA's metrics take more than "
              + Limit.RESULT_BYTES.text()
              + "; read fewer metrics or series");

  private final NamespacedName tenant;
  private final InstantSource clock;
  private final SyncMemory memory;
  private final Instant requested;
  private final int queries;
  private final Map<MetricQuery, MetricResult> results = new HashMap<>();
  private final CompletableFuture<Duration> answered = new CompletableFuture<>();

  /** Guarded by this: what the results take, and whether others use the memory for them. */
  private long bytes;

  private boolean isDeferred;

  /**
   * @param queries the number of expected results, at least 1
   * @param memory for the results
   */
  AutoscalerRead(NamespacedName tenant, int queries, InstantSource clock, SyncMemory memory) {
    this.tenant = tenant;
    this.queries = queries;
    this.clock = clock;
    this.memory = memory;
    this.requested = clock.instant();
  }

  NamespacedName tenant() {
    return tenant;
  }

  /** Accepts the result of one of its queries; none is kept beyond the memory for them. */
  synchronized void accept(MetricQuery query, MetricResult result) {
    results.computeIfAbsent(
        query,
        any -> {
          long more = ResultMemory.of(result);
          bytes += more;
          if (bytes > Limit.RESULT_BYTES.asLong()) {
            return TOO_LARGE;
          }
          isDeferred |= !memory.add(more);
          return isDeferred ? TOO_LARGE : result;
        });
    if (results.size() == queries) {
      answered.complete(Duration.between(requested, clock.instant()));
    }
  }

  /** Cancels the read: no more results follow. */
  void cancel() {
    answered.cancel(false);
  }

  /**
   * Waits until every query has a result.
   *
   * @return the time since the read began, on the timeline
   * @throws dev.hpa.controller.queue.DeferredSyncException if others use the memory for them
   * @throws CancellationException if this process shuts down first
   */
  Duration await() {
    try {
      Duration waited = answered.get();
      if (isDeferred()) {
        throw memory.deferred();
      }
      return waited;
    } catch (InterruptedException stopping) {
      cancel();
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for metrics");
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible.getCause());
    }
  }

  private synchronized boolean isDeferred() {
    return isDeferred;
  }

  /** The results so far, by query. */
  synchronized Map<MetricQuery, MetricResult> results() {
    return ImmutableCopies.map(results);
  }
}
