package dev.hpa.kube.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.NoMatchException;
import dev.hpa.spi.ResourceMapping;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CachedRestMapperTest {

  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  /** Answers by path; what it has no answer for fails for a moment. */
  private static final class FakeApi implements KubernetesApi {
    final Map<String, String> answers = new HashMap<>();
    final List<String> asked = new ArrayList<>();
    String contentType = AGGREGATED;

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      asked.add(request.target());
      String answer = answers.get(request.target());
      if (answer == null) {
        throw new KubernetesApiException(503, "ServiceUnavailable", "not now", null);
      }
      try {
        return reader.read(
            new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)), contentType);
      } catch (IOException failure) {
        throw new KubernetesApiException(0, "", String.valueOf(failure.getMessage()), failure);
      }
    }
  }

  private final FakeApi api = new FakeApi();
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z"));
  private final CachedRestMapper kinds = new CachedRestMapper(api, timeline::now);

  private static String list(String... groups) {
    return "{\"items\":[" + String.join(",", groups) + "]}";
  }

  private static String group(String name, String... versions) {
    return "{\"metadata\":{\"name\":\"%s\"},\"versions\":[%s]}"
        .formatted(name, String.join(",", versions));
  }

  private static String version(String name, String freshness, String kind, String resource) {
    return ("{\"version\":\"%s\",\"freshness\":\"%s\",\"resources\":[{\"resource\":\"%s\","
            + "\"responseKind\":{\"kind\":\"%s\"},\"scope\":\"Namespaced\"}]}")
        .formatted(name, freshness, resource, kind);
  }

  private void serve(String... groups) {
    api.answers.put("/api", list(group("", version("v1", "Current", "Pod", "pods"))));
    api.answers.put("/apis", list(groups));
  }

  private List<String> versions(String group, String kind) throws KubernetesApiException {
    return kinds.mappings(group, kind).stream().map(ResourceMapping::version).toList();
  }

  @Test
  void aKindHasAMappingForEachVersion() throws KubernetesApiException {
    serve(
        group(
            "example.com",
            version("v2", "Current", "Widget", "widgets"),
            version("v1", "Current", "Widget", "widgets")));
    assertEquals(List.of("v2", "v1"), versions("example.com", "Widget"));
    assertEquals(List.of("v2", "v1"), versions("example.com", "widget"));
    assertEquals("v2", kinds.preferred("example.com", "Widget").version());
    assertEquals("widgets.example.com", kinds.preferred("example.com", "Widget").groupResource());
    assertEquals("/apis/example.com/v2", kinds.resource("example.com", "widgets").base());
    assertEquals(List.of("/api", "/apis"), api.asked);
  }

  @Test
  void aStaleVersionDoesNotExist() throws KubernetesApiException {
    serve(
        group(
            "example.com",
            version("v2", "Stale", "Widget", "widgets"),
            version("v1", "Current", "Widget", "widgets")));
    assertEquals(List.of("v1"), versions("example.com", "Widget"));
  }

  @Test
  void coreComesFirstForAResourceWithoutGroup() throws KubernetesApiException {
    serve(group("example.com", version("v1", "Current", "Pod", "pods")));
    assertEquals("", kinds.resource("", "pods").group());
    assertEquals("/api/v1", kinds.resource("", "pod").base());
    assertEquals("example.com", kinds.resource("example", "pods").group());
  }

  @Test
  void unknownNamesAreReported() {
    serve();
    assertEquals(
        "no matches for kind \"Widget\" in group \"example.com\"",
        assertThrows(KubernetesApiException.class, () -> kinds.mappings("example.com", "Widget"))
            .text());
    assertEquals(
        "no matches for example.com/, Resource=widgets",
        assertThrows(KubernetesApiException.class, () -> kinds.resource("example.com", "widgets"))
            .text());
  }

  @Test
  void everythingIsForgottenByTheClock() throws KubernetesApiException {
    serve();
    timeline.advance(Duration.ofMillis(29_999));
    kinds.mappings("", "Pod");
    kinds.mappings("", "Pod");
    assertEquals(2, api.asked.size());
    timeline.advance(Duration.ofMillis(1));
    kinds.mappings("", "Pod");
    assertEquals(4, api.asked.size());
  }

  @Test
  void aFailureIsNotKept() throws KubernetesApiException {
    assertEquals(
        "not now",
        assertThrows(KubernetesApiException.class, () -> kinds.mappings("", "Pod")).text());
    serve();
    assertEquals(List.of("v1"), versions("", "Pod"));
  }

  @Test
  void anOldServerIsAskedVersionByVersion() throws KubernetesApiException {
    api.contentType = "application/json";
    api.answers.put("/api", "{\"versions\":[\"v1\"]}");
    api.answers.put(
        "/apis",
        """
        {"groups":[{"name":"example.com","preferredVersion":{"version":"v1"},"versions":[
          {"groupVersion":"example.com/v2","version":"v2"},
          {"groupVersion":"example.com/v1","version":"v1"}]}]}\
        """);
    String widgets =
        "{\"resources\":[{\"name\":\"widgets\",\"kind\":\"Widget\"},"
            + "{\"name\":\"widgets/scale\",\"kind\":\"Scale\"}]}";
    api.answers.put("/apis/example.com/v1", widgets);
    api.answers.put("/apis/example.com/v2", widgets);
    assertEquals(List.of("v2", "v1"), versions("example.com", "Widget"));
    assertEquals("v1", kinds.preferred("example.com", "Widget").version());
    // Core fails for a moment, twice; the rest is known all the same.
    assertEquals(2, api.asked.stream().filter("/api/v1"::equals).count());
    assertTrue(api.asked.contains("/apis/example.com/v2"));
  }

  private static final String OLD_GROUPS =
      """
      {"groups":[{"name":"example.com","versions":[{"groupVersion":"example.com/v1","version":"v1"}]},
        {"name":"slow.test","versions":[{"groupVersion":"slow.test/v1","version":"v1"}]}]}\
      """;

  /** It is not waited for again until its response has ended. */
  @Test
  @Tag("security")
  void aSlowVersionDelaysTheOthersOnce() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    AtomicInteger slow = new AtomicInteger();
    api.contentType = "application/json";
    api.answers.put("/api", "{\"versions\":[]}");
    api.answers.put("/apis", OLD_GROUPS);
    api.answers.put(
        "/apis/example.com/v1", "{\"resources\":[{\"name\":\"widgets\",\"kind\":\"Widget\"}]}");
    KubernetesApi slowApi =
        new KubernetesApi() {
          @Override
          public <T> T call(ApiRequest request, BodyReader<T> reader)
              throws KubernetesApiException {
            if (!request.target().equals("/apis/slow.test/v1")) {
              return api.call(request, reader);
            }
            slow.incrementAndGet();
            try {
              answered.await();
              String late = "{\"resources\":[{\"name\":\"late\",\"kind\":\"Late\"}]}";
              return reader.read(
                  new ByteArrayInputStream(late.getBytes(StandardCharsets.UTF_8)), "");
            } catch (IOException | InterruptedException failure) {
              ended.countDown();
              throw new KubernetesApiException(0, "", "ended", failure);
            }
          }
        };
    Discovery discovery = new Discovery(slowApi, Duration.ofSeconds(5));
    for (int i = 0; i < 3; i++) {
      RestMapping found = discovery.everything();
      assertEquals(1, found.mappings("example.com", "Widget").size());
      assertEquals(List.of(), found.mappings("slow.test", "Late"));
    }
    assertEquals(1, slow.get());
    answered.countDown();
    ended.await();
  }

  @Test
  @Tag("security")
  void othersUseThePreviousValueWhileANewOneIsRead() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    AtomicInteger loads = new AtomicInteger();
    ExpiringValue<Integer> value =
        new ExpiringValue<>(
            timeline::now,
            Duration.ofSeconds(30),
            () -> {
              if (loads.incrementAndGet() == 2) {
                reading.countDown();
                awaitUninterruptibly(read);
              }
              return loads.get();
            });
    assertEquals(1, value.get());
    timeline.advance(Duration.ofSeconds(31));
    FutureTask<Integer> slow = new FutureTask<>(value::get);
    Thread.ofVirtual().start(slow);
    reading.await();
    assertEquals(1, value.get());
    read.countDown();
    assertEquals(2, slow.get());
    assertEquals(2, value.get());
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aResponseThatIsNotJsonIsReportedWithGosMessage() {
    api.answers.put("/api", "<html>");
    assertEquals(
        "invalid character '<' looking for beginning of value",
        assertThrows(KubernetesApiException.class, () -> kinds.mappings("", "Pod")).text());
    api.answers.put("/api", "{\"items\":[");
    assertEquals(
        "unexpected end of JSON input",
        assertThrows(KubernetesApiException.class, () -> kinds.mappings("", "Pod")).text());
  }

  /** As an adapter lists them: a subresource for each metric of a resource, or a resource. */
  @Test
  @Tag("security")
  void anyNumberOfMetricsOfAnAdapterHidesNoOtherResource() throws KubernetesApiException {
    String subresource =
        "{\"subresource\":\"metric\",\"responseKind\":{\"kind\":\"MetricValueList\"},\"verbs\":[\"get\"]}";
    String ofPods =
        "{\"version\":\"v1beta2\",\"resources\":[{\"resource\":\"pods\",\"subresources\":["
            + String.join(",", Collections.nCopies(200_000, subresource))
            + "]}]}";
    String external =
        "{\"version\":\"v1beta1\",\"resources\":["
            + IntStream.range(0, 100_000)
                .mapToObj(
                    i ->
                        "{\"resource\":\"queue%d\",\"responseKind\":{\"kind\":\"ExternalMetricValueList\"}}"
                            .formatted(i))
                .collect(Collectors.joining(","))
            + "]}";
    serve(
        group("custom.metrics.k8s.io", ofPods),
        group("external.metrics.k8s.io", external),
        group("example.com", version("v1", "Current", "Widget", "widgets")));
    assertEquals(List.of("v1"), versions("example.com", "Widget"));
    assertThrows(
        NoMatchException.class,
        () -> kinds.mappings("external.metrics.k8s.io", "ExternalMetricValueList"));
  }

  @Test
  @Tag("security")
  void resourcesWithNamesThatNoServerAcceptsAreSkipped() throws KubernetesApiException {
    serve(
        group("evil.test", version("v1", "Current", "K".repeat(300), "r".repeat(300))),
        group("example.com", version("v1", "Current", "Widget", "widgets")));
    assertEquals(List.of("v1"), versions("example.com", "Widget"));
    assertThrows(NoMatchException.class, () -> kinds.mappings("evil.test", "K".repeat(300)));
  }

  /** A parser takes several times their memory, and one that refuses them hides all others. */
  @Test
  @Tag("security")
  void namesOfAnyLengthAreCutBeforeTheyAreRead() throws KubernetesApiException {
    String longName = "\u4e00" + "r".repeat(300_000);
    serve(
        group("evil.test", version(longName, "Current", longName, longName)),
        group("example.com", version("v1", "Current", "Widget", "widgets")));
    assertEquals(List.of("v1"), versions("example.com", "Widget"));
  }

  @Test
  @Tag("security")
  void moreGroupsThanTheMemoryHasRoomForAreRefused() {
    int groups = (int) (Runtime.getRuntime().maxMemory() / 32 / 250) + 1;
    serve(Collections.nCopies(groups, "{}").toArray(String[]::new));
    assertEquals(
        "the server has more groups and versions than the memory has room for",
        assertThrows(KubernetesApiException.class, () -> kinds.mappings("", "Pod")).text());
  }
}
