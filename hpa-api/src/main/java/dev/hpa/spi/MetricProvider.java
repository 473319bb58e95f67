package dev.hpa.spi;

import java.util.Collection;
import java.util.Map;

/**
 * Answers metric queries.
 *
 * <p>Called from many threads at once. A call may block; it is run on a thread of its own with a
 * deadline, and is interrupted when the deadline has passed. An implementation keeps no thread busy
 * after {@link #close}.
 */
public interface MetricProvider extends AutoCloseable {

  /**
   * Answers all queries of a round. Equal queries appear once; the provider is free to merge what
   * it can.
   *
   * @return exactly one result for each query; a query without one counts as failed
   */
  Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries);

  /** Releases what the provider holds. Called once, after the last read has ended. */
  @Override
  default void close() {}
}
