package dev.hpa.spi;

import java.util.Collection;
import java.util.Map;

/**
 * Answers metric queries.
 *
 * <p>Scope: one instance serves all autoscalers of a run. Called from many threads at once, no more
 * than the provider's {@code concurrency} allows. A call may block until the provider's {@code
 * deadline}; when that has passed, the autoscalers that ask get a failure, and the thread is
 * interrupted. A provider that ignores the interrupt keeps one of its own places busy and none of
 * anybody else's. A provider that keeps throwing or missing deadlines is left alone for a while. An
 * implementation keeps no thread busy after {@link #close}.
 */
public interface MetricProvider extends AutoCloseable {

  /**
   * Answers the queries that autoscalers wait for at this moment. Equal queries appear once; the
   * provider is free to merge what it can. What it cannot answer it answers with a {@link
   * MetricFailure}, by category; an exception counts as a failure of all queries.
   *
   * @return exactly one result for each query; a query without one counts as failed
   */
  Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries);

  /** Releases what the provider holds. Called once, after the last read has ended. */
  @Override
  default void close() {}
}
