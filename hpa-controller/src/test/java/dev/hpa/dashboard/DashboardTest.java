package dev.hpa.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.history.RecordedEvent;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ForeignScale;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.options.Options;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.memory.Limit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The API of the dashboard, and the files of its page. */
@Tag("security")
class DashboardTest {

  private static final String PEER = "10.0.0.1";

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private volatile Runnable duringFleet = () -> {};
  private final VirtualTimeline timeline = new VirtualTimeline(NOW);
  private final Fleet fleet = new Fleet();
  private final Dashboard dashboard =
      new Dashboard(
          fleet,
          new DecisionHistory(Duration.ofHours(1)),
          new DashboardOptions(
              "https://cluster",
              ControllerMode.SHADOW,
              Duration.ofSeconds(15),
              Settings.DEFAULTS,
              () -> true),
          name ->
              List.of(
                  new RecordedEvent(
                      NOW,
                      NOW,
                      new HpaEvent(HpaEvent.Type.WARNING, "FailedGetScale", "<b>no</b>"),
                      3)),
          timeline,
          timeline::wall);

  private final class Fleet implements AutoscalerSource {
    private final Map<NamespacedName, HorizontalPodAutoscaler> autoscalers =
        new ConcurrentHashMap<>();

    void add(String namespace, String name) {
      add(namespace, name, "[]");
    }

    void add(String namespace, String name, String conditions) {
      HorizontalPodAutoscaler hpa =
          HpaVersion.V2.decode(
              Json.tree(
                  """
                  {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
                   "metadata": {"namespace": "%s", "name": "%s",
                     "annotations": {"hpa.dev/mode": "Paused", "other": "x"}},
                   "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "%2$s",
                     "apiVersion": "apps/v1"}, "minReplicas": 2, "maxReplicas": 10,
                     "metrics": [{"type": "Resource", "resource": {"name": "cpu",
                       "target": {"type": "Utilization", "averageUtilization": 60}}}]},
                   "status": {"conditions": %3$s, "currentReplicas": 4, "desiredReplicas": 10,
                     "currentMetrics": [{"type": "Resource", "resource": {"name": "cpu",
                       "current": {"averageUtilization": 90, "averageValue": "90m"}}}]}}
                  """
                      .formatted(namespace, name, conditions)));
      autoscalers.put(new NamespacedName(namespace, name), hpa);
    }

    @Override
    public Collection<HorizontalPodAutoscaler> all() {
      duringFleet.run();
      return autoscalers.values();
    }

    @Override
    public @Nullable HorizontalPodAutoscaler get(NamespacedName key) {
      return autoscalers.get(key);
    }

    @Override
    public @Nullable ForeignScale foreignScale(NamespacedName key) {
      return null;
    }

    @Override
    public Options options(HorizontalPodAutoscaler changed) {
      return Options.NONE;
    }

    @Override
    public byte @Nullable [] explain(NamespacedName key) {
      throw new IllegalStateException("the metrics cannot be read");
    }
  }

  private DashboardResponse.Content content(String path) {
    return assertInstanceOf(
        DashboardResponse.Content.class, dashboard.answer("/dashboard/" + path, Map.of(), PEER));
  }

  private JsonNode json(String path) {
    return Json.tree(content(path).body());
  }

  @Test
  void thePageAndItsScriptsAreFiles() {
    DashboardResponse.Content page = content("");
    assertEquals("text/html; charset=utf-8", page.contentType());
    String html = new String(page.body(), StandardCharsets.UTF_8);
    for (String part : html.split("\"")) {
      if (part.endsWith(".js") || part.endsWith(".css") || part.endsWith(".svg")) {
        assertEquals(200, content(part).status(), part);
      }
    }
    for (String script : List.of("app.js", "fleet.js", "detail.js", "chart.js", "table.js")) {
      String text = new String(content(script).body(), StandardCharsets.UTF_8);
      assertTrue(text.startsWith("// @ts-check\n"), script);
      assertTrue(!text.contains("innerHTML") && !text.contains("insertAdjacentHTML"), script);
      for (String line : text.lines().filter(each -> each.startsWith("import ")).toList()) {
        String module = line.replaceAll(".*'\\./(.*)'.*", "$1");
        assertEquals(200, content(module).status(), line);
      }
    }
    assertEquals(404, content("../Dashboard.class").status());
    assertEquals(404, content("nothing.js").status());
    assertInstanceOf(
        DashboardResponse.Redirect.class, dashboard.answer("/dashboard", Map.of(), PEER));
  }

  @Test
  void aRowBeforeTheFirstSyncIsThatOfTheStatus() {
    fleet.add("shop", "web");
    JsonNode answer = json("api/autoscalers");
    assertEquals("https://cluster", answer.path("server").asText());
    assertEquals(15_000, answer.path("period").asLong());
    JsonNode row = answer.path("rows").path(0);
    assertEquals("web", row.path("name").asText());
    assertEquals(4, row.path("current").asInt());
    assertEquals(10, row.path("desired").asInt());
    assertEquals(90, row.at("/metrics/0/value").asInt());
    assertEquals(60, row.at("/metrics/0/target").asInt());
    assertEquals("[\"pending\"]", row.path("badges").toString(), "at maxReplicas and content");
  }

  @Test
  void anAutoscalerIsLimitedIfMoreThanItsMaximumIsRecommended() {
    String limited = "[{\"type\": \"ScalingLimited\", \"status\": \"True\", \"reason\": \"%s\"}]";
    fleet.add("shop", "few", limited.formatted("TooFewReplicas"));
    fleet.add("shop", "many", limited.formatted("TooManyReplicas"));
    JsonNode rows = json("api/autoscalers").path("rows");
    for (JsonNode row : rows) {
      boolean isMany = row.path("name").asText().equals("many");
      assertEquals(isMany ? 2 : 1, row.path("badges").size(), row.toString());
    }
    assertEquals(2, rows.size());
  }

  /** API servers accept it; the sync reports why it cannot be used. */
  @Test
  @Tag("security")
  void anInvalidSelectorOfAMetricHidesNoAutoscaler() {
    fleet.add("shop", "web");
    fleet.autoscalers.put(
        new NamespacedName("shop", "bad"),
        HpaVersion.V2.decode(
            """
            {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
             "metadata": {"namespace": "shop", "name": "bad"},
             "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "bad",
               "apiVersion": "apps/v1"}, "maxReplicas": 10,
               "metrics": [{"type": "External", "external": {"metric": {"name": "queue",
                 "selector": {"matchLabels": {"k": "-"}}},
                 "target": {"type": "Value", "value": "1"}}}]}}
            """));
    JsonNode rows = json("api/autoscalers").path("rows");
    assertEquals(2, rows.size());
    assertTrue(rows.toString().contains("external metric queue {&LabelSelector{"), rows.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "ScalingActive, FailedGetResourceMetric, true",
    "ScalingActive, AmbiguousSelector, true",
    "AbleToScale, FailedGetScale, true",
    "ScalingActive, ScalingDisabled, false",
    "ScalingActive, Paused, false",
    "AbleToScale, BackoffBoth, false",
    "ScalingLimited, DesiredWithinRange, false",
  })
  void aFailingRowHasTheReasonOfItsCondition(String type, String reason, boolean fails) {
    fleet.add(
        "shop",
        "web",
        """
        [{"type": "%s", "status": "False", "reason": "%s", "message": "<b>why</b>",
          "lastTransitionTime": "2026-01-01T00:00:00Z"}]
        """
            .formatted(type, reason));
    JsonNode row = json("api/autoscalers").path("rows").path(0);
    assertEquals(fails, row.path("badges").toString().contains("failing"), row.toString());
    assertEquals(fails ? reason : "", row.at("/problem/reason").asText());
    assertEquals(fails ? "<b>why</b>" : "", row.at("/problem/message").asText());
  }

  @Test
  void oneAutoscalerHasItsOptionsEventsAndYaml() {
    fleet.add("shop", "web");
    JsonNode detail = json("api/autoscalers/shop/web");
    assertEquals("{\"hpa.dev/mode\":\"Paused\"}", detail.path("options").toString());
    assertEquals("<b>no</b>", detail.at("/events/0/message").asText());
    assertTrue(
        detail.path("yaml").asText().contains("averageUtilization: 60"),
        detail.path("yaml").asText());
    assertEquals(0, detail.at("/series/at").size());
  }

  @Test
  void failuresAreOneLine() {
    fleet.add("shop", "web");
    assertEquals(
        "HPA \"shop/other\": not found; it may have been deleted",
        json("api/autoscalers/shop/other").path("message").asText());
    assertEquals(404, content("api/autoscalers/shop").status());
    assertEquals(404, content("api/autoscalers/%zz/web").status());
    assertEquals(500, content("api/autoscalers/shop/web/trace").status());
    DashboardResponse.Content malformed =
        (DashboardResponse.Content)
            dashboard.answer(
                "/dashboard/api/autoscalers/shop/web/trace", Map.of("at", List.of("noon")), PEER);
    assertEquals(400, malformed.status());
    assertEquals(
        "at: \"noon\" is not a time; use milliseconds or now",
        Json.tree(malformed.body()).path("message").asText());
    DashboardResponse.Content old =
        (DashboardResponse.Content)
            dashboard.answer(
                "/dashboard/api/autoscalers/shop/web/trace", Map.of("at", List.of("17")), PEER);
    assertEquals(404, old.status());
  }

  @Test
  void aFurtherPeerGetsThePlaceOfTheOldestClientOfTheGreediest() throws Exception {
    List<DashboardResponse> open =
        IntStream.range(0, Limit.FEED_CLIENTS.asInt())
            .mapToObj(any -> dashboard.answer("/dashboard/api/changes", Map.of(), PEER))
            .toList();
    assertInstanceOf(DashboardResponse.Events.class, open.getLast());
    assertEquals(503, content("api/changes").status());
    assertInstanceOf(
        DashboardResponse.Events.class,
        dashboard.answer("/dashboard/api/changes", Map.of(), "another"));
    DashboardResponse.Events first = (DashboardResponse.Events) open.getFirst();
    assertNull(first.stream().next(), "another client has its place");
    assertEquals(503, content("api/changes").status());
    ((DashboardResponse.Events) open.getLast()).stream().close();
    assertInstanceOf(
        DashboardResponse.Events.class, dashboard.answer("/dashboard/api/changes", Map.of(), PEER));
    dashboard.close();
  }

  @Test
  void oneResponseIsComputedAtATime() throws Exception {
    fleet.add("shop", "web");
    AtomicInteger computed = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    duringFleet =
        () -> {
          computed.incrementAndGet();
          begun.countDown();
          await(end);
        };
    List<Thread> readers = new ArrayList<>();
    readers.add(Thread.ofVirtual().start(() -> content("api/autoscalers")));
    begun.await();
    for (int i = 1; i < 20; i++) {
      String path = i % 2 == 0 ? "api/autoscalers" : "api/autoscalers/shop/web";
      readers.add(Thread.ofVirtual().start(() -> content(path)));
    }
    while (!readers.stream().allMatch(each -> each.getState() == Thread.State.WAITING)) {
      Thread.onSpinWait();
    }
    assertEquals(1, computed.get(), "responses");
    end.countDown();
    for (Thread each : readers) {
      each.join();
    }
    assertEquals(10, computed.get());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
