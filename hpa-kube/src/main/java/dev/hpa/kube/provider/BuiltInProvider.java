package dev.hpa.kube.provider;

import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the controller asks its own providers in addition to their values. These methods are called
 * on threads of the controller and return at once, from memory, except for {@link #prepare}.
 */
public interface BuiltInProvider extends MetricProvider {

  /**
   * Why a query goes to the next provider, for example because this one has no such metric. The
   * controller asks before each read; plug-ins answer every query of their routes.
   *
   * @return one line, for the message of a query that no other provider answers; null if this
   *     provider answers the query
   */
  default @Nullable String declines(MetricQuery query) {
    return null;
  }

  /**
   * Whether a query for which {@link #read} has no value ({@link MetricFailure.Category#NO_DATA})
   * goes to the next provider too, because that one may have a metric of the same name.
   */
  default boolean yieldsWithoutData(MetricQuery query) {
    return false;
  }

  /**
   * What a query is sent as, for explanations: in the language of the source, or a URL.
   *
   * @return empty if that is unknown
   */
  default String describe(MetricQuery query) {
    return "";
  }

  /**
   * Blocks until the provider can answer or has failed to prepare; called by commands that read
   * once, and by them only.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  default void prepare() throws InterruptedException {}

  /**
   * What is wrong with the provider as a whole, for the log and the metric {@code
   * hpa_provider_problem}.
   *
   * @return one line; null if nothing is wrong
   */
  default @Nullable String problem() {
    return null;
  }

  /** The state of the parts of the provider, for commands. */
  default List<PartReport> report() {
    return List.of();
  }
}
