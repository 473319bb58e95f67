package dev.hpa.metrics.heapster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import dev.hpa.tck.InMemoryApi;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapsterMetricProviderTest {

  private static final Instant NOW = Instant.parse("2017-05-01T10:00:00Z");
  private static final Selector WEB = Selector.parse("app=web");
  private static final Selector ALL = Selector.everything();
  private static final String PROXY =
      "/api/v1/namespaces/kube-system/services/http:heapster:/proxy";
  private static final String RESOURCES =
      PROXY + "/apis/metrics/v1alpha1/namespaces/shop/pods?labelSelector=app%3Dweb";
  private static final String PODS = "/api/v1/namespaces/shop/pods?labelSelector=app%3Dweb";
  private static final String SAMPLES =
      PROXY
          + "/api/v1/model/namespaces/shop/pod-list/web-1,web-2/metrics/qps"
          + "?start=2017-05-01T09%3A55%3A00Z";

  private final InMemoryApi api = new InMemoryApi();
  private final MetricProvider provider =
      new HeapsterMetricProviderFactory()
          .create(new ProviderContext(api, new VirtualTimeline(NOW)));

  private MetricResult read(MetricQuery query) {
    return Objects.requireNonNull(provider.read(List.of(query)).get(query));
  }

  private MetricResult cpu() {
    return read(new MetricQuery.PodResource("shop", WEB, "cpu", null));
  }

  private MetricResult qps() {
    return read(new MetricQuery.PodMetric("shop", WEB, "qps", ALL));
  }

  private static MetricFailure failure(MetricFailure.Category category, String message) {
    return new MetricFailure(category, message);
  }

  @Test
  void containersAreSummedAndPodsWithoutTheResourceOmitted() {
    api.answer(
        RESOURCES,
        """
        {"items":[
          {"metadata":{"name":"web-1"},"timestamp":"2017-05-01T09:59:30Z","window":"1m0s",
           "containers":[{"usage":{"cpu":"1n"}},{"usage":{"cpu":"20m"}}]},
          {"metadata":{"name":"web-2"},"containers":[{"usage":{"cpu":"1"}},{"usage":{}}]},
          {"metadata":{"name":"web-3"},"containers":[]}]}\
        """);
    assertEquals(
        MetricReading.PodValues.of(
            List.of(
                PodValue.of(
                    "web-1", Instant.parse("2017-05-01T09:59:30Z"), Duration.ofMinutes(1), 21))),
        cpu());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"items\":[]}|NO_DATA|no metrics returned from heapster",
        "{\"items\":[{\"window\":\"soon\",\"containers\":[{\"usage\":{\"cpu\":\"1\"}}]}]}|SOURCE_FAILED|failed"
            + " to unmarshal heapster response: time: invalid duration \"soon\"",
      })
  void invalidResponsesAreReported(String answer, MetricFailure.Category category, String message) {
    api.answer(RESOURCES, answer);
    assertEquals(failure(category, message), cpu());
  }

  @Test
  void aMissingHeapsterIsReported() {
    assertEquals(
        failure(
            MetricFailure.Category.SOURCE_FAILED,
            "failed to get pod resource metrics: " + RESOURCES + " not found"),
        cpu());
    api.answer(PODS, "{\"items\":[{\"metadata\":{\"name\":\"web-1\"}}]}");
    assertEquals(
        failure(
            MetricFailure.Category.SOURCE_FAILED,
            "failed to get pod metrics: " + SAMPLES.replace(",web-2", "") + " not found"),
        qps());
  }

  private void answerSamples(String first, String second) {
    api.answer(
        PODS,
        "{\"items\":[{\"metadata\":{\"name\":\"web-1\"}},{\"metadata\":{\"name\":\"web-2\"}}]}");
    api.answer(
        SAMPLES, "{\"items\":[{\"metrics\":[" + first + "]},{\"metrics\":[" + second + "]}]}");
  }

  private static String sample(String time, String values) {
    return "{\"timestamp\":\"2017-05-01T" + time + "Z\"," + values + "}";
  }

  @Test
  void samplesOfTheLastMinuteAreAveraged() {
    answerSamples(
        sample("09:58:00", "\"value\":100")
            + ","
            + sample("09:58:01", "\"value\":3")
            + ","
            + sample("09:59:00", "\"value\":4"),
        "");
    assertEquals(
        MetricReading.PodValues.of(
            List.of(
                PodValue.of(
                    "web-1", Instant.parse("2017-05-01T09:59:00Z"), Duration.ofMinutes(1), 3500))),
        qps());
    assertEquals(List.of(PODS, SAMPLES), api.requestTargets());
  }

  @Test
  void floatsAreUsedIfTheNewestSampleHasOne() {
    answerSamples(
        sample("09:59:00", "\"value\":10")
            + ","
            + sample("09:59:20", "\"value\":1,\"floatValue\":1.5")
            + ","
            + sample("09:59:30", "\"value\":2,\"floatValue\":2.0"),
        sample("09:59:20", "\"value\":1,\"floatValue\":1.5")
            + ","
            + sample("09:59:30", "\"value\":2"));
    assertEquals(
        List.of(1750L, 1500L),
        ((MetricReading.PodValues) qps()).values().stream().map(PodValue::milli).toList());
  }

  @Test
  void podsAndSamplesMustHaveTheSameSize() {
    api.answer(PODS, "{\"items\":[]}");
    assertEquals(
        failure(MetricFailure.Category.NO_DATA, "no pods matched the provided selector"), qps());
    answerSamples("", "");
    api.answer(SAMPLES, "{\"items\":[]}");
    assertEquals(
        failure(
            MetricFailure.Category.SOURCE_FAILED,
            "requested metrics for 2 pods, got metrics for 0"),
        qps());
  }

  @Test
  void aFailedPodListIsReported() {
    assertEquals(
        failure(
            MetricFailure.Category.SOURCE_FAILED,
            "failed to get pod list while fetching metrics: " + PODS + " not found"),
        qps());
  }

  @Test
  void unsupportedQueriesAreReported() {
    CrossVersionObjectReference object = new CrossVersionObjectReference("Service", "web", "v1");
    assertEquals(
        failure(MetricFailure.Category.UNSUPPORTED_QUERY, "object metrics are not yet supported"),
        read(new MetricQuery.ObjectMetric("shop", object, "qps", ALL)));
    assertEquals(
        failure(MetricFailure.Category.UNSUPPORTED_QUERY, "external metrics aren't supported"),
        read(new MetricQuery.ExternalMetric("shop", "qps", ALL, null)));
    assertEquals(
        failure(
            MetricFailure.Category.UNSUPPORTED_QUERY,
            "container metrics are not supported by heapster"),
        read(new MetricQuery.PodResource("shop", WEB, "cpu", "app")));
  }
}
