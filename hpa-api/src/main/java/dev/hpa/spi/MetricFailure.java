package dev.hpa.spi;

/**
 * Why a query has no answer.
 *
 * @param category whose fault it is and whether trying again can help
 * @param message one line for people; it ends up in the autoscaler's condition and event, behind a
 *     text that names the metric
 */
public record MetricFailure(Category category, String message) implements MetricResult {

  /** Kinds of failures. */
  public enum Category {
    /** The question itself is wrong; only an edit of the autoscaler helps. */
    INVALID_QUERY,
    /** The source has no value for this question, now. */
    NO_DATA,
    /** The source did not answer, refused, or answered with garbage. */
    SOURCE_FAILED,
    /** No source for this kind of question is installed. */
    NOT_AVAILABLE
  }
}
