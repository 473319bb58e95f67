package dev.hpa.metrics.custom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import dev.hpa.tck.InMemoryApi;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CustomMetricProviderTest {

  private static final Selector WEB = Selector.parse("app=web");
  private static final Selector GET = Selector.parse("verb=GET");
  private static final Selector ALL = Selector.everything();
  private static final String BASE = "/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop";
  private static final String PODS =
      BASE + "/pods/%2A/qps?labelSelector=app%3Dweb&metricLabelSelector=verb%3DGET";

  private final InMemoryApi api = new InMemoryApi();
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z"));
  private final MetricProvider provider =
      new CustomMetricProviderFactory()
          .create(new ProviderContext(api, timeline, new CachedRestMapper(api, timeline::now)));

  @BeforeEach
  void serve() {
    api.answer("/api", "{\"versions\":[\"v1\"]}");
    api.answer("/api/v1", "{\"resources\":[{\"name\":\"pods\",\"kind\":\"Pod\"}]}");
    api.answer(
        "/apis/apps/v1", "{\"resources\":[{\"name\":\"deployments\",\"kind\":\"Deployment\"}]}");
    serveVersions("v1", "v1beta2", "v1beta1");
  }

  private void serveVersions(String... versions) {
    List<String> texts = new ArrayList<>();
    for (String each : versions) {
      texts.add(
          "{\"groupVersion\":\"custom.metrics.k8s.io/%s\",\"version\":\"%s\"}"
              .formatted(each, each));
    }
    api.answer(
        "/apis",
        """
        {"groups":[
          {"name":"apps","versions":[{"groupVersion":"apps/v1","version":"v1"}]},
          {"name":"custom.metrics.k8s.io","preferredVersion":{"version":"v1"},"versions":[%s]}]}\
        """
            .formatted(String.join(",", texts)));
  }

  private static String list(String version, String... items) {
    return "{\"kind\":\"MetricValueList\",\"apiVersion\":\"custom.metrics.k8s.io/%s\",\"items\":[%s]}"
        .formatted(version, String.join(",", items));
  }

  private static String item(String name, String value, String window) {
    return ("{\"describedObject\":{\"name\":\"%s\"},\"timestamp\":\"2024-05-01T09:59:30Z\","
            + "\"value\":\"%s\"%s}")
        .formatted(name, value, window);
  }

  private static MetricQuery pods() {
    return new MetricQuery.PodMetric("shop", WEB, "qps", GET);
  }

  private static MetricQuery object(String apiVersion, String kind, String name) {
    return new MetricQuery.ObjectMetric(
        "shop", new CrossVersionObjectReference(kind, name, apiVersion), "qps", ALL);
  }

  private MetricResult read(MetricQuery query) {
    return Objects.requireNonNull(provider.read(List.of(query)).get(query));
  }

  private static PodValue value(String pod, Duration window, long milli) {
    return PodValue.of(pod, Instant.parse("2024-05-01T09:59:30Z"), window, milli);
  }

  private static MetricFailure failure(Category category, String why) {
    return new MetricFailure(category, "unable to fetch metrics from custom metrics API: " + why);
  }

  @Test
  void podsHaveValues() {
    api.answer(
        PODS,
        list(
            "v1beta2",
            item("web-1", "1500m", ",\"windowSeconds\":20"),
            item("web-2", "1n", ",\"window\":20")));
    assertEquals(
        MetricReading.PodValues.of(
            List.of(
                value("web-1", Duration.ofSeconds(20), 1500),
                value("web-2", Duration.ofMinutes(1), 1))),
        read(pods()));
  }

  @Test
  void aNumberThatDoesNotFitIsKept() {
    String smallest = "-9223372036854775808m";
    api.answer(PODS, list("v1beta2", item("web-1", "7m", ""), item("web-2", smallest, "")));
    Instant at = Instant.parse("2024-05-01T09:59:30Z");
    Duration minute = Duration.ofMinutes(1);
    assertEquals(
        MetricReading.PodValues.of(
            List.of(
                value("web-1", minute, 7),
                PodValue.of("web-2", at, minute, 0, Quantity.parse(smallest)))),
        read(pods()));
    api.answer(BASE + "/deployments.apps/web/qps", list("v1beta2", item("web", smallest, "")));
    assertEquals(
        MetricReading.SingleValue.of(0, at, Quantity.parse(smallest)),
        read(object("apps/v1", "Deployment", "web")));
  }

  @Test
  void v1beta1IsUsedWithoutV1beta2() {
    serveVersions("v1beta1");
    api.answer(
        PODS.replace("v1beta2", "v1beta1"), list("v1beta1", item("web-1", "1", ",\"window\":20")));
    assertEquals(
        MetricReading.PodValues.of(List.of(value("web-1", Duration.ofSeconds(20), 1000))),
        read(pods()));
  }

  @Test
  void theVersionIsDiscoveredOncePerSyncPeriod() {
    api.answer(PODS, list("v1beta2", item("web-1", "1", "")));
    read(pods());
    int before = api.requests();
    timeline.advance(Duration.ofMillis(14_999));
    read(pods());
    assertEquals(List.of(PODS), api.requestTargets().subList(before, api.requests()));
    timeline.advance(Duration.ofMillis(1));
    read(pods());
    assertEquals(
        List.of(PODS, "/api", "/apis", PODS), api.requestTargets().subList(before, api.requests()));
  }

  @Test
  void equalQueriesShareARequest() {
    api.answer(PODS, list("v1beta2", item("web-1", "1", "")));
    provider.read(List.of(pods(), pods()));
    assertEquals(1, api.requestTargets().stream().filter(PODS::equals).count());
  }

  @Test
  void objectHasOneValue() {
    api.answer(BASE + "/deployments.apps/web/qps", list("v1beta2", item("web", "7", "")));
    assertEquals(
        MetricReading.SingleValue.of(7000, Instant.parse("2024-05-01T09:59:30Z")),
        read(object("apps/v1beta1", "Deployment", "web")));
    api.answer(BASE + "/deployments.apps/web/qps", list("v1beta2"));
    assertEquals(
        failure(
            Category.NO_DATA,
            "the custom metrics API server returned 0 results when we asked for exactly one"),
        read(object("apps/v1", "Deployment", "web")));
  }

  @Test
  void aNamespaceIsAlwaysThatOfTheAutoscaler() {
    api.answer(BASE + "/metrics/qps", list("v1beta2", item("shop", "7", "")));
    assertEquals(
        MetricReading.SingleValue.of(7000, Instant.parse("2024-05-01T09:59:30Z")),
        read(object("v1", "Namespace", "other")));
  }

  @Test
  void failuresAreReported() {
    assertEquals(failure(Category.SOURCE_FAILED, PODS + " not found"), read(pods()));
    assertEquals(
        failure(
            Category.SOURCE_FAILED,
            "unable to map kind Widget.example.com to resource: no matches for kind \"Widget\" in"
                + " group \"example.com\""),
        read(object("example.com/v1", "Widget", "w")));
    assertEquals(
        failure(Category.INVALID_QUERY, "invalid resource name \"a/b\": [may not contain '/']"),
        read(object("apps/v1", "Deployment", "a/b")));
    api.answer(PODS, "{\"items\":[]}");
    assertEquals(
        failure(Category.SOURCE_FAILED, "Object 'Kind' is missing in '{\"items\":[]}'"),
        read(pods()));
    api.answer(PODS, list("v1beta2"));
    assertEquals(
        new MetricFailure(Category.NO_DATA, "no metrics returned from custom metrics API"),
        read(pods()));
  }

  @Test
  void aServerWithoutCustomMetricsIsReported() {
    api.answer("/apis", "{\"groups\":[]}");
    assertEquals(
        failure(Category.SOURCE_FAILED, "no custom metrics API (custom.metrics.k8s.io) registered"),
        read(pods()));
    serveVersions("v2");
    assertEquals(
        failure(Category.SOURCE_FAILED, "no known available metric versions found"), read(pods()));
  }

  @Test
  void otherKindsOfQueriesAreUnsupported() {
    assertEquals(
        new MetricFailure(
            Category.UNSUPPORTED_QUERY,
            "POD_RESOURCE queries are not supported by the custom metrics provider"),
        read(new MetricQuery.PodResource("shop", WEB, "cpu", null)));
  }

  @Test
  void anAdapterMayHaveItsOwnNames() {
    String named = item("web-1", "1", ",\"metric\":{\"name\":\"pods_qps\"}");
    api.answer(PODS, list("v1beta2", named));
    MetricReading expected =
        MetricReading.PodValues.of(List.of(value("web-1", Duration.ofMinutes(1), 1000)));
    assertEquals(expected, read(pods()));
    int before = api.requests();
    assertEquals(expected, read(pods()));
    assertEquals(before + 1, api.requests());
  }

  @Test
  void aValueOfAnotherNamespaceFails() {
    api.answer(
        PODS,
        list(
            "v1beta2",
            "{\"describedObject\":{\"name\":\"web-1\",\"namespace\":\"bank\"},\"value\":\"1\"}"));
    assertEquals(
        failure(
            Category.SOURCE_FAILED, "the response is about the namespace \"bank\", not \"shop\""),
        read(pods()));
  }
}
