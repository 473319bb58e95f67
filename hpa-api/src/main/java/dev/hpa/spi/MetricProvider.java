package dev.hpa.spi;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * A source of metric values for HorizontalPodAutoscalers.
 *
 * <p>One instance serves all autoscalers of a controller. Implementations are thread-safe: the
 * controller calls {@link #read} from several threads: for one namespace from at most as many as
 * the provider's {@code concurrency} setting, for all from fewer than twice as many, and from one
 * if the setting is 1.
 *
 * <p>A call may block until the provider's {@code deadline}. The controller then fails the queries
 * of the call and interrupts its thread. The time that a request through {@link
 * ProviderContext#api} waits for the controller's client-side rate limit does not count, provided
 * that it waits on the thread of the call. A provider that ignores the interrupt continues to
 * occupy one of its concurrency slots; other providers are not affected. The controller opens the
 * circuit breaker of a provider that repeatedly throws or misses deadlines. After {@link #close} an
 * implementation uses no threads.
 */
public interface MetricProvider extends AutoCloseable {

  /**
   * Reads the values of queries. The queries are distinct. An implementation reports a query that
   * has no value as a {@link MetricFailure}; an exception fails all queries of the call.
   *
   * @param queries one of the sets that {@link #batches} returned, or a single query
   * @return exactly one result for each query; a query without a result fails
   */
  Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries);

  /**
   * Groups pending queries into sets that one request to the source can serve. The controller calls
   * {@link #read} once for each set, several at a time, and uses each result as soon as the call
   * returns. Return queries that need separate requests in separate sets: queries of one set all
   * wait for the slowest of them.
   *
   * <p>The controller calls this method before it reads two or more queries, on a thread of the
   * provider; it must not block. A query in none of the returned sets is read alone. By default
   * each query forms a separate set.
   *
   * @param queries at least two distinct queries of one namespace
   * @return disjoint sets
   */
  default Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
    return queries.stream().map(Set::of).toList();
  }

  /**
   * Releases all resources. Called once, after running calls have been interrupted; a call that
   * ignores the interrupt may still run. Later calls return or throw {@link IllegalStateException}.
   */
  @Override
  default void close() {}
}
