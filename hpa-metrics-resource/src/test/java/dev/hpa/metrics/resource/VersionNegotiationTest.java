package dev.hpa.metrics.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The provider requests the first version in its list that the server serves. */
class VersionNegotiationTest {

  private static final Duration SYNC_PERIOD = Duration.ofSeconds(15);
  private static final String NOT_FOUND =
      "the server could not find the requested resource (get pods.metrics.k8s.io)";

  /** A server whose versions change. Each pod is named after the version that returned it. */
  private static final class Server implements KubernetesApi {

    final List<String> requests = new CopyOnWriteArrayList<>();
    final Map<String, Integer> statuses = new HashMap<>();
    List<String> listed = List.of();
    int discoveryStatus = 200;
    Runnable beforeDiscovery = () -> {};

    /** Serves these versions, and lists them in discovery. */
    void serves(String... versions) {
      listed = List.of(versions);
      statuses.clear();
      listed.forEach(each -> statuses.put(each, 200));
    }

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      String[] path = request.path().split("/");
      boolean isDiscovery = path.length == 3;
      requests.add(isDiscovery ? "discovery" : path[3]);
      if (isDiscovery) {
        beforeDiscovery.run();
      }
      int status = isDiscovery ? discoveryStatus : statuses.getOrDefault(path[3], 404);
      if (status != 200 || (isDiscovery && listed.isEmpty())) {
        throw failure(status == 200 ? 404 : status);
      }
      String body = isDiscovery ? group() : pods(path[3]);
      try {
        return reader.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
      } catch (IOException unreadable) {
        throw new KubernetesApiException(0, "", String.valueOf(unreadable), unreadable);
      }
    }

    private static KubernetesApiException failure(int code) {
      return code == 404
          ? new KubernetesApiException(404, "NotFound", NOT_FOUND, null)
          : new KubernetesApiException(code, "", "status " + code, null);
    }

    private String group() {
      return listed.stream()
          .map("{\"groupVersion\":\"metrics.k8s.io/%1$s\",\"version\":\"%1$s\"}"::formatted)
          .collect(Collectors.joining(",", "{\"kind\":\"APIGroup\",\"versions\":[", "]}"));
    }

    private static String pods(String version) {
      return """
          {"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/%1$s","items":[
            {"metadata":{"name":"of-%1$s"},
             "containers":[{"name":"app","usage":{"cpu":"1"}}]}]}\
          """
          .formatted(version);
    }
  }

  private final Server server = new Server();
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-09-01T10:00:00Z"));
  private MetricProvider provider = provider("v1,v1beta1");

  private ProviderContext context(String versions) {
    return new ProviderContext(server, timeline).with(TestSettings.versions(versions));
  }

  private MetricProvider provider(String versions) {
    return new ResourceMetricProviderFactory().create(context(versions));
  }

  private MetricResult read() {
    MetricQuery query = new MetricQuery.PodResource("shop", Selector.parse("app=web"), "cpu", null);
    return Objects.requireNonNull(provider.read(List.of(query)).get(query));
  }

  /** The version that returned the pods. */
  private String source() {
    MetricReading.PodValues values = assertInstanceOf(MetricReading.PodValues.class, read());
    return values.values().getFirst().pod().replace("of-", "");
  }

  private String failure() {
    return assertInstanceOf(MetricFailure.class, read())
        .message()
        .replace("unable to fetch metrics from resource metrics API: ", "");
  }

  private List<String> requests() {
    List<String> sent = List.copyOf(server.requests);
    server.requests.clear();
    return sent;
  }

  @ParameterizedTest
  @CsvSource({
    "v1, v1",
    "v1beta1, v1beta1",
    "v1 v1beta1, v1",
    "v1beta1 v1, v1",
    "v1alpha1 v1beta1 v2, v1beta1",
  })
  void theFirstServedVersionIsRequested(String served, String requested) {
    server.serves(served.split(" "));
    assertEquals(requested, source());
    assertEquals(List.of("discovery", requested), requests());
    assertEquals(requested, source());
    assertEquals(List.of(requested), requests(), "within the period");
  }

  @ParameterizedTest
  @CsvSource({"v1beta1, v1beta1", "v1, v1", "'v1beta1, v1', v1beta1"})
  void theOrderOfTheSettingApplies(String setting, String requested) {
    server.serves("v1", "v1beta1");
    provider = provider(setting);
    assertEquals(requested, source());
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v1beta1"})
  void aSingleVersionNeedsNoDiscovery(String version) {
    server.serves("v1alpha1");
    provider = provider(version);
    assertEquals(NOT_FOUND, failure());
    assertEquals(List.of(version), requests());
  }

  @Test
  void withoutTheApiTheFailureIsThatOfTheOlderVersion() {
    assertEquals(NOT_FOUND, failure());
    assertEquals(List.of("discovery", "v1beta1"), requests());
    assertEquals(NOT_FOUND, failure());
    assertEquals(List.of("v1beta1"), requests());
  }

  @Test
  void aNewVersionIsUsedAfterAnHour() {
    server.serves("v1beta1");
    assertEquals("v1beta1", source());
    server.serves("v1", "v1beta1");
    requests();
    timeline.advance(VersionNegotiation.DISCOVERY.minusSeconds(1));
    assertEquals("v1beta1", source());
    assertEquals(List.of("v1beta1"), requests());
    timeline.advance(Duration.ofSeconds(1));
    assertEquals("v1", source());
    assertEquals(List.of("discovery", "v1"), requests());
  }

  @Test
  void aRemovedVersionIsReplacedInTheSameRead() {
    server.serves("v1", "v1beta1");
    assertEquals("v1", source());
    server.serves("v1beta1");
    requests();
    assertEquals("v1beta1", source());
    assertEquals(List.of("v1", "discovery", "v1beta1"), requests());
    assertEquals("v1beta1", source());
    assertEquals(List.of("v1beta1"), requests());
  }

  @Test
  void theOlderVersionIsReplacedInTheSameRead() {
    server.serves("v1beta1");
    assertEquals("v1beta1", source());
    server.serves("v1");
    requests();
    assertEquals("v1", source());
    assertEquals(List.of("v1beta1", "discovery", "v1"), requests());
  }

  @Test
  void aRemovedApiIsDiscoveredOnce() {
    server.serves("v1", "v1beta1");
    assertEquals("v1", source());
    server.serves();
    requests();
    assertEquals(NOT_FOUND, failure());
    assertEquals(List.of("v1", "discovery"), requests());
    assertEquals(NOT_FOUND, failure());
    assertEquals(List.of("v1beta1"), requests());
    server.serves("v1");
    timeline.advance(SYNC_PERIOD);
    assertEquals("v1", source());
  }

  /** KEP-5207: a stale APIService of v1 may remain when metrics-server is downgraded. */
  @ParameterizedTest
  @ValueSource(ints = {404, 503})
  void aListedVersionThatDoesNotWorkIsSkippedForOnePeriod(int status) {
    server.serves("v1", "v1beta1");
    server.statuses.put("v1", status);
    assertEquals("v1beta1", source());
    requests();
    assertEquals("v1beta1", source());
    assertEquals(List.of("v1beta1"), requests());
    server.serves("v1", "v1beta1");
    timeline.advance(SYNC_PERIOD);
    assertEquals("v1", source());
  }

  /** For example, a namespace that the source does not know. */
  @Test
  void aRequestThatNoVersionFindsChangesNothing() {
    server.serves("v1", "v1beta1");
    server.statuses.clear();
    assertEquals(NOT_FOUND, failure());
    assertEquals(List.of("discovery", "v1", "discovery", "v1beta1"), requests());
    server.serves("v1", "v1beta1");
    assertEquals("v1", source());
    assertEquals(List.of("v1"), requests());
  }

  @Test
  void anUnavailableServerIsRequestedOnceInEachVersionAndPeriod() {
    server.serves("v1", "v1beta1");
    server.statuses.replaceAll((version, status) -> 503);
    assertEquals("status 503", failure());
    assertEquals(List.of("discovery", "v1", "v1beta1"), requests());
    assertEquals("status 503", failure());
    assertEquals(List.of("v1beta1"), requests());
    timeline.advance(SYNC_PERIOD);
    assertEquals("status 503", failure());
    assertEquals(List.of("v1", "v1beta1"), requests());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 429, 500, 504})
  void otherFailuresAreReportedWithoutAnotherRequest(int status) {
    server.serves("v1", "v1beta1");
    server.statuses.put("v1", status);
    assertEquals("status " + status, failure());
    assertEquals(List.of("discovery", "v1"), requests());
    assertEquals("status " + status, failure());
    assertEquals(List.of("v1"), requests());
  }

  @Test
  void withoutDiscoveryTheOlderVersionIsRequestedFirst() {
    server.serves("v1", "v1beta1");
    server.discoveryStatus = 403;
    assertEquals("v1beta1", source());
    assertEquals(List.of("discovery", "v1beta1"), requests());
    assertEquals("v1beta1", source());
    assertEquals(List.of("v1beta1"), requests());
  }

  @Test
  void withoutDiscoveryTheOnlyVersionIsFound() {
    server.serves("v1");
    server.discoveryStatus = 500;
    assertEquals("v1", source());
    assertEquals(List.of("discovery", "v1beta1", "discovery", "v1"), requests());
    assertEquals("v1", source());
    assertEquals(List.of("v1"), requests());
  }

  @Test
  void failedDiscoveryKeepsTheKnownVersions() {
    server.serves("v1", "v1beta1");
    assertEquals("v1", source());
    server.discoveryStatus = 500;
    timeline.advance(VersionNegotiation.DISCOVERY);
    requests();
    assertEquals("v1", source());
    assertEquals(List.of("discovery", "v1"), requests());
    timeline.advance(SYNC_PERIOD);
    assertEquals("v1", source());
    assertEquals(List.of("discovery", "v1"), requests(), "again after a period");
  }

  @Test
  void slowDiscoveryDoesNotDelayOtherReads() throws Exception {
    server.serves("v1", "v1beta1");
    assertEquals("v1", source());
    timeline.advance(VersionNegotiation.DISCOVERY);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    server.beforeDiscovery =
        () -> {
          begun.countDown();
          try {
            released.await();
          } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
          }
        };
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> slow = threads.submit(this::source);
      begun.await();
      assertEquals("v1", source());
      released.countDown();
      assertEquals("v1", slow.get());
    }
    assertEquals(List.of("discovery", "v1", "discovery", "v1", "v1"), requests());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v2", "v1,", "v1,v1", "V1", "metrics.k8s.io/v1"})
  void otherValuesOfTheSettingAreRejected(String value) {
    ProviderContext context = context(value);
    ResourceMetricProviderFactory factory = new ResourceMetricProviderFactory();
    assertEquals(
        "api-versions: \"" + value + "\" is not a list of versions; use one or both of v1, v1beta1",
        assertThrows(IllegalArgumentException.class, () -> factory.create(context)).getMessage());
  }

  @Test
  void bothVersionsAreUsedByDefault() {
    server.serves("v1", "v1beta1");
    provider = new ResourceMetricProviderFactory().create(new ProviderContext(server, timeline));
    assertEquals("v1", source());
  }
}
