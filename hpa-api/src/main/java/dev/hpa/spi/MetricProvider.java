package dev.hpa.spi;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * Answers metric queries.
 *
 * <p>Scope: one instance serves all autoscalers of a run. Called from many threads at once, no more
 * than the provider's {@code concurrency} allows. A call may block until the provider's {@code
 * deadline}; when that has passed, the autoscalers that ask get a failure, and the thread is
 * interrupted. The time in which a request through {@link ProviderContext#api} waits for the rate
 * limit of the controller does not count, as long as it waits on the thread of the call. A provider
 * that ignores the interrupt keeps one of its own places busy and no other provider's. A provider
 * that keeps throwing or missing deadlines is not asked for a while. An implementation keeps no
 * thread busy after {@link #close}.
 */
public interface MetricProvider extends AutoCloseable {

  /**
   * Answers queries. No two of them are equal, so that a provider need not look for duplicates.
   * What it cannot answer it answers with a {@link MetricFailure}, by category; an exception counts
   * as a failure of all queries.
   *
   * @param queries one of the sets that {@link #batches} returned
   * @return exactly one result for each query; a query without one counts as failed
   */
  Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries);

  /**
   * Divides queries that wait at the same time into sets that one request to the source can answer.
   * Each set is then given to a {@link #read} of its own, several at a time, and what it answers is
   * used at once. Queries that need separate requests belong in separate sets: together, each would
   * wait for the answers of all.
   *
   * <p>Called before each read of more than one query, on a thread of the provider; does not block.
   * What is in none of the returned sets is read alone. By default every query is.
   *
   * @param queries of one namespace, at least two, no two of them equal
   * @return sets without common members
   */
  default Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
    return queries.stream().map(Set::of).toList();
  }

  /** Releases what the provider holds. Called once, after the last read has ended. */
  @Override
  default void close() {}
}
