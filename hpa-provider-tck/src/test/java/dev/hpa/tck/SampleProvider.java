package dev.hpa.tck;

import dev.hpa.api.time.Timeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A conformant provider. Each metric is a list of numbers at one path. */
final class SampleProvider implements MetricProvider {

  private static final Pattern COMMA = Pattern.compile(",");

  private final KubernetesApi api;
  private final Timeline timeline;

  SampleProvider(KubernetesApi api, Timeline timeline) {
    this.api = api;
    this.timeline = timeline;
  }

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    queries.forEach(query -> results.computeIfAbsent(query, this::read));
    return results;
  }

  private MetricResult read(MetricQuery query) {
    try {
      return switch (query) {
        case MetricQuery.PodMetric pods -> podValues(numbers(pods.metric()));
        case MetricQuery.ExternalMetric series -> MetricReading.Series.of(numbers(series.metric()));
        default -> new MetricFailure(Category.UNSUPPORTED_QUERY, "no such kind");
      };
    } catch (SampleFailure failure) {
      return failure.failure;
    }
  }

  private MetricReading podValues(List<Long> numbers) {
    List<PodValue> values = new ArrayList<>();
    for (Long each : numbers) {
      values.add(PodValue.of("pod-" + values.size(), timeline.now(), Duration.ofMinutes(1), each));
    }
    return MetricReading.PodValues.of(values);
  }

  private List<Long> numbers(String metric) throws SampleFailure {
    if (metric.isEmpty()) {
      throw new SampleFailure(Category.INVALID_QUERY, "no metric is named");
    }
    String text = text(metric);
    if (text.isEmpty()) {
      throw new SampleFailure(Category.NO_DATA, "no numbers of " + metric);
    }
    return COMMA.splitAsStream(text).map(Long::valueOf).toList();
  }

  private String text(String metric) throws SampleFailure {
    try {
      return api.call(
          ApiRequest.get("/" + metric, Map.of(), ApiRequest.Subject.NONE),
          body -> new String(body.readAllBytes(), StandardCharsets.UTF_8));
    } catch (KubernetesApiException failure) {
      throw new SampleFailure(
          failure.code() == 404 ? Category.NO_DATA : Category.SOURCE_FAILED, failure.text());
    }
  }

  private static final class SampleFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final transient MetricFailure failure;

    SampleFailure(Category category, String message) {
      this.failure = new MetricFailure(category, message);
    }
  }
}
