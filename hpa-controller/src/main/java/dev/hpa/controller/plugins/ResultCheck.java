package dev.hpa.controller.plugins;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.SafeText;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.LongList;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Validates the results of a provider.
 *
 * <p>A provider is untrusted code: its map may lack queries or contain others, its lists may
 * contain null, be computed lazily or be infinite. All results are copied on the provider's thread
 * and within its deadline. A result that violates the contract becomes a failure of its query
 * alone. Texts of failures are sanitized and truncated: an autoscaler may have thousands of metrics
 * whose source reports a page of text for each.
 */
final class ResultCheck {

  private final String provider;
  private final UnaryOperator<String> texts;

  /**
   * @param texts sanitizes texts of failures
   */
  ResultCheck(String provider, UnaryOperator<String> texts) {
    this.provider = provider;
    this.texts = texts;
  }

  /**
   * A result for each query.
   *
   * @throws IllegalArgumentException if the map is null, or has no result of these queries
   */
  Map<MetricQuery, MetricResult> check(
      Set<MetricQuery> queries, @Nullable Map<MetricQuery, MetricResult> returned) {
    if (returned == null) {
      throw new IllegalArgumentException("read returned null and not a map of results");
    }
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    queries.forEach(query -> results.put(query, check(query, returned.get(query))));
    return results;
  }

  /** Describes results of other queries in the map; null if there are none. */
  static @Nullable String surplus(
      Set<MetricQuery> queries, Map<MetricQuery, MetricResult> returned) {
    for (MetricQuery key : returned.keySet()) {
      if (key == null) {
        return "returned a result whose query is null";
      }
      if (!queries.contains(key)) {
        return "returned a result for a query that was not asked";
      }
    }
    return null;
  }

  private MetricResult check(MetricQuery query, @Nullable MetricResult result) {
    return switch (result) {
      case null -> failure("returned no result");
      case MetricFailure failure -> checked(failure);
      case MetricReading.PodValues pods ->
          query instanceof MetricQuery.PodResource || query instanceof MetricQuery.PodMetric
              ? pods(pods.values())
              : mismatch(result);
      case MetricReading.SingleValue value ->
          query instanceof MetricQuery.ObjectMetric ? value : mismatch(result);
      case MetricReading.Series series ->
          query instanceof MetricQuery.ExternalMetric ? checked(series) : mismatch(result);
    };
  }

  private MetricFailure checked(MetricFailure failure) {
    if (failure.category() == null || failure.message() == null) {
      return failure("returned a failure without category or message");
    }
    String message = SafeText.cut(texts.apply(failure.message()), CallFailure.MAX_CHARS);
    return message.equals(failure.message())
        ? failure
        : new MetricFailure(failure.category(), message);
  }

  private MetricFailure mismatch(MetricResult result) {
    return failure("returned a result of another type: " + result.getClass().getSimpleName());
  }

  private MetricResult pods(@Nullable List<PodValue> values) {
    List<PodValue> copy = new ArrayList<>();
    String flaw = copy(values, copy::add);
    if (flaw != null) {
      return failure(flaw);
    }
    for (PodValue each : copy) {
      if (each.pod() == null || each.timestamp() == null || each.window() == null) {
        return failure("returned a value without pod, timestamp or window");
      }
    }
    return MetricReading.PodValues.of(List.copyOf(copy));
  }

  /** Upstream fails for a metric without series; an empty sum would scale to the minimum. */
  private MetricResult checked(MetricReading.Series series) {
    LongList.Builder copy = new LongList.Builder();
    String flaw = copy(series.milli(), copy::add);
    if (flaw == null && series.outOfRange() == null) {
      flaw = "returned a reading without a map of values out of range";
    }
    if (flaw != null) {
      return failure(flaw);
    }
    return copy.size() == 0
        ? new MetricFailure(
            MetricFailure.Category.NO_DATA, "no metrics returned from external metrics API")
        : MetricReading.Series.of(
            copy.build(), series.timestamp(), ImmutableCopies.map(series.outOfRange()));
  }

  /** Copies a list; returns the problem, or null. */
  private static <T> @Nullable String copy(@Nullable List<T> values, Consumer<T> copy) {
    if (values == null) {
      return "returned a reading without a list of values";
    }
    int count = 0;
    for (T value : values) {
      if (value == null) {
        return "returned a list of values that holds null";
      }
      if (count++ == Limit.RESULT_VALUES.asInt()) {
        return "answered with more than " + Limit.RESULT_VALUES.asInt() + " values";
      }
      copy.accept(value);
    }
    return null;
  }

  /** A failure of the provider, as conditions of autoscalers report it. */
  MetricFailure failure(String what) {
    return new MetricFailure(
        MetricFailure.Category.SOURCE_FAILED, "the metrics provider " + provider + " " + what);
  }
}
