package dev.hpa.metrics.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.KubernetesApiException;
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
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The timeout detects responses on which the decoder does not terminate. */
class ResourceMetricProviderTest {

  private static final Instant NOW = Instant.parse("2024-05-01T10:00:00Z");
  private static final Selector WEB = Selector.parse("app=web");

  private final InMemoryApi api = new InMemoryApi();
  private final ProviderContext context =
      new ProviderContext(api, new VirtualTimeline(NOW)).with(TestSettings.versions("v1beta1"));
  private final MetricProvider provider = new ResourceMetricProviderFactory().create(context);

  private static MetricQuery.PodResource query(String resource, @Nullable String container) {
    return new MetricQuery.PodResource("shop", WEB, resource, container);
  }

  private static String list(String... items) {
    return "{\"kind\":\"PodMetricsList\",\"apiVersion\":\"metrics.k8s.io/v1beta1\",\"metadata\":{},"
        + "\"items\":["
        + String.join(",", items)
        + "]}";
  }

  private static String item(String name, String containers) {
    return "{\"metadata\":{\"name\":\""
        + name
        + "\",\"namespace\":\"shop\",\"labels\":{\"app\":\"web\"}},"
        + "\"timestamp\":\"2024-05-01T09:59:30Z\",\"window\":\"15.03s\",\"containers\":["
        + containers
        + "]}";
  }

  private static String container(String name, String usage) {
    return "{\"name\":\"" + name + "\",\"usage\":{" + usage + "}}";
  }

  private static PodValue value(String pod, long milli) {
    return PodValue.of(pod, NOW.minusSeconds(30), Duration.ofMillis(15_030), milli);
  }

  private MetricResult read(MetricQuery query) {
    Map<MetricQuery, MetricResult> results = provider.read(List.of(query));
    assertEquals(Set.of(query), results.keySet());
    return results.getOrDefault(query, MetricReading.Series.of(List.of()));
  }

  private List<PodValue> values(MetricQuery query) {
    return assertInstanceOf(MetricReading.PodValues.class, read(query)).values();
  }

  private MetricFailure failure() {
    return assertInstanceOf(MetricFailure.class, read(query("cpu", null)));
  }

  @Test
  void queriesForTheSamePodsShareAList() {
    api.answerAll(
        list(
            item(
                "web-1",
                container("app", "\"cpu\":\"12345678n\",\"memory\":\"20Mi\"")
                    + ","
                    + container("sidecar", "\"cpu\":\"2m\",\"memory\":\"4Mi\""))));
    MetricQuery cpu = query("cpu", null);
    MetricQuery memory = query("memory", null);
    MetricQuery sidecar = query("cpu", "sidecar");
    assertEquals(
        Map.of(
            cpu,
            MetricReading.PodValues.of(List.of(value("web-1", 15))),
            memory,
            MetricReading.PodValues.of(List.of(value("web-1", 24L * 1024 * 1024 * 1000))),
            sidecar,
            MetricReading.PodValues.of(List.of(value("web-1", 2)))),
        provider.read(List.of(cpu, memory, sidecar)));
    assertEquals(
        List.of("/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods?labelSelector=app%3Dweb"),
        api.requestTargets());
  }

  @Test
  void differentSelectorsUseSeparateLists() {
    api.answerAll(list());
    new ResourceMetricProviderFactory(PodLists.BY_SELECTOR)
        .create(context)
        .read(
            List.of(
                query("cpu", null),
                new MetricQuery.PodResource("shop", Selector.parse("app=api"), "cpu", null),
                new MetricQuery.PodResource("other", WEB, "cpu", null)));
    assertEquals(3, api.requestTargets().size());
  }

  @Test
  void aSelectorForEverythingIsOmitted() {
    api.answerAll(list());
    read(new MetricQuery.PodResource("shop", Selector.everything(), "cpu", null));
    assertEquals(
        List.of("/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods"), api.requestTargets());
  }

  @Test
  void eachContainerIsRoundedUpBeforeTheSum() {
    api.answerAll(
        list(
            item(
                "web-1",
                container("a", "\"cpu\":\"1n\"")
                    + ","
                    + container("b", "\"cpu\":\"1n\"")
                    + ","
                    + container("c", "\"cpu\":\"1n\""))));
    assertEquals(List.of(value("web-1", 3)), values(query("cpu", null)));
  }

  @Test
  void aPodWithAContainerWithoutTheResourceHasNoValue() {
    api.answerAll(
        list(
            item(
                "web-1",
                container("a", "\"cpu\":\"5m\"") + "," + container("b", "\"memory\":\"1Mi\"")),
            item("web-2", ""),
            item("web-3", container("a", "\"cpu\":\"7m\""))));
    assertEquals(List.of(value("web-3", 7)), values(query("cpu", null)));
  }

  @Test
  void aContainerMetricUsesTheFirstContainerOfTheName() {
    api.answerAll(
        list(
            item(
                "web-1",
                container("app", "\"cpu\":\"5m\"") + "," + container("app", "\"cpu\":\"9m\"")),
            item("web-2", container("other", "\"cpu\":\"7m\"")),
            item(
                "web-3",
                container("app", "\"memory\":\"1\"") + "," + container("app", "\"cpu\":\"9m\""))));
    assertEquals(List.of(value("web-1", 5)), values(query("cpu", "app")));
  }

  @Test
  void podsWithoutValuesYieldAnEmptyReading() {
    api.answerAll(list(item("web-1", "")));
    assertEquals(List.of(), values(query("cpu", null)));
  }

  @Test
  void duplicatePodsKeepTheirOrder() {
    api.answerAll(
        list(
            item("web-1", container("a", "\"cpu\":\"5m\"")),
            item("web-1", container("a", "\"cpu\":\"9m\""))));
    assertEquals(List.of(value("web-1", 5), value("web-1", 9)), values(query("cpu", null)));
  }

  @Test
  void numbersAreQuantities() {
    api.answerAll(list(item("web-1", container("a", "\"cpu\":2"))));
    assertEquals(List.of(value("web-1", 2000)), values(query("cpu", null)));
  }

  @Test
  void unknownFieldsAreSkipped() {
    api.answerAll(
        "{\"extra\":{\"items\":[1]},\"items\":[{\"extra\":[[{}]],\"metadata\":{\"annotations\":{\"a\":\"b\"},"
            + "\"name\":\"web-1\"},\"containers\":[{\"extra\":{},\"name\":\"a\",\"usage\":{\"cpu\":\"1\"}}]}]}");
    assertEquals(
        List.of(PodValue.of("web-1", Instant.parse("0001-01-01T00:00:00Z"), Duration.ZERO, 1000)),
        values(query("cpu", null)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"items\":[]}", "{\"items\":null}", "{}"})
  void anEmptyListIsNoData(String body) {
    api.answerAll(body);
    assertEquals(
        new MetricFailure(
            MetricFailure.Category.NO_DATA, "no metrics returned from resource metrics API"),
        failure());
  }

  @Test
  void anErrorStatusIsReported() {
    api.failWith(
        new KubernetesApiException(
            404,
            "NotFound",
            "the server could not find the requested resource (get pods.metrics.k8s.io)",
            null));
    assertEquals(
        new MetricFailure(
            MetricFailure.Category.SOURCE_FAILED,
            "unable to fetch metrics from resource metrics API: the server could not find the"
                + " requested resource (get pods.metrics.k8s.io)"),
        failure());
  }

  @Test
  void aFailureAnswersAllQueriesOfTheList() {
    api.failWith(new KubernetesApiException(500, "InternalError", "boom", null));
    Map<MetricQuery, MetricResult> results =
        provider.read(List.of(query("cpu", null), query("memory", null)));
    assertEquals(2, results.size());
    assertTrue(results.values().stream().allMatch(MetricFailure.class::isInstance));
  }

  @Test
  void aMalformedQuantityFailsTheList() {
    api.answerAll(
        list(
            item("web-1", container("a", "\"cpu\":\"1\"")),
            item("web-2", container("a", "\"cpu\":\"lots\""))));
    assertEquals(MetricFailure.Category.SOURCE_FAILED, failure().category());
    assertEquals(
        "unable to fetch metrics from resource metrics API: quantities must match the regular"
            + " expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
        failure().message());
  }

  @Test
  void nullListsNoPods() {
    api.answerAll("null");
    assertEquals("no metrics returned from resource metrics API", failure().message());
  }

  @Test
  void aMalformedWindowFailsTheList() {
    api.answerAll(
        list("{\"metadata\":{\"name\":\"web-1\"},\"window\":\"soon\",\"containers\":[]}"));
    assertEquals(
        "unable to fetch metrics from resource metrics API: time: invalid duration \"soon\"",
        failure().message());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "not json",
        "<html>",
        "{\"items\":[{",
        "{\"items\":[{}",
        "{\"items\":[",
        "{\"items\":[\"x\"]}",
        "{\"items\":[[]]}",
        "{\"items\":[{}]} {\"items\":[3]",
        "{\"items\":[{\"metadata\":7}]}",
        "{\"items\":[{\"metadata\":[]}]}",
        "{\"items\":[{\"metadata\":{\"name\":{}}}]}",
        "{\"items\":[{\"timestamp\":{}}]}",
        "{\"items\":[{\"timestamp\":\"yesterday\"}]}",
        "{\"items\":[{\"window\":[]}]}",
        "{\"items\":[{\"containers\":[\"x\"]}]}",
        "{\"items\":[{\"containers\":[{\"usage\":{\"cpu\":{}}}]}]}",
        "{\"items\":[{\"containers\":[{\"name\":[]}]}]}",
      })
  void invalidResponsesYieldAOneLineFailureOrNoValues(String body) {
    api.answerAll(body);
    MetricResult result = read(query("cpu", null));
    if (result instanceof MetricFailure failed) {
      assertTrue(
          failed.message().startsWith("unable to fetch metrics from resource metrics API: "),
          failed.message());
      assertTrue(failed.message().lines().count() == 1, failed.message());
    } else {
      assertEquals(MetricReading.PodValues.of(List.of()), result);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"items\":[null]}",
        "{\"items\":[{\"metadata\":null,\"timestamp\":\"2024-05-01T09:59:30Z\"}]}",
        "{\"items\":[{\"metadata\":{\"name\":null},\"timestamp\":null,\"containers\":null}]}",
        "{\"items\":[{\"containers\":[null]}]}",
        "{\"items\":[{\"containers\":[{\"name\":null,\"usage\":null}]}]}",
      })
  void nullsCountAsUnset(String body) {
    api.answerAll(body);
    assertEquals(List.of(), values(query("cpu", null)));
  }

  @Test
  void otherKindsOfQueriesAreUnsupported() {
    MetricQuery other = new MetricQuery.PodMetric("shop", WEB, "hits", Selector.everything());
    assertEquals(
        new MetricFailure(
            MetricFailure.Category.UNSUPPORTED_QUERY,
            "POD_METRIC queries are not supported by the resource metrics provider"),
        read(other));
    assertEquals(List.of(), api.requestTargets());
  }

  @Test
  void theFactoryDeclaresItsKindsOfQueries() {
    ResourceMetricProviderFactory factory = new ResourceMetricProviderFactory();
    assertEquals("resource-metrics", factory.name());
    assertEquals(Set.of(MetricQuery.Kind.POD_RESOURCE), factory.kinds());
  }
}
