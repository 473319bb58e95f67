package dev.hpa.spi;

/**
 * The reason why a query has no value.
 *
 * @param category whether the query or the source is at fault, and whether a retry can help
 * @param message one line; becomes part of the autoscaler's condition and event, after a prefix
 *     that names the metric
 */
public record MetricFailure(Category category, String message) implements MetricResult {

  /** Categories of failures. */
  public enum Category {
    /**
     * The query is invalid; retries cannot help until the autoscaler or the provider is
     * reconfigured.
     */
    INVALID_QUERY,
    /** The source has no value for this query at present. */
    NO_DATA,
    /** The source is unreachable, rejects the request, or returns a malformed response. */
    SOURCE_FAILED,
    /** The provider does not support this kind of query. */
    UNSUPPORTED_QUERY
  }
}
