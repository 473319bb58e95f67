package dev.hpa.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.explain.JsonBytes;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ForeignScale;
import dev.hpa.core.Decider;
import dev.hpa.core.Trace;
import dev.hpa.core.options.Options;
import dev.hpa.core.replicas.PodClassification;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How large responses are, however large the autoscalers of a tenant. */
@Tag("security")
class ResponseSizeTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final int AUTOSCALERS = 500;
  private static final int MAX_ROW = 16 << 10;

  private final VirtualTimeline timeline = new VirtualTimeline(NOW);
  private final Dashboard dashboard =
      new Dashboard(
          new LargeFleet(),
          new DecisionHistory(Duration.ofHours(1)),
          new DashboardOptions(
              "https://cluster",
              ControllerMode.ACTIVE,
              Duration.ofSeconds(15),
              Settings.DEFAULTS,
              () -> true),
          name -> List.of(),
          timeline,
          timeline::wall);

  @AfterEach
  void close() {
    dashboard.close();
    timeline.close();
  }

  /** The same large autoscaler under many names. */
  private static final class LargeFleet implements AutoscalerSource {
    private final HorizontalPodAutoscaler large = HpaVersion.V2.decode(large());

    @Override
    public Collection<HorizontalPodAutoscaler> all() {
      return Collections.nCopies(AUTOSCALERS, large);
    }

    @Override
    public HorizontalPodAutoscaler get(NamespacedName key) {
      return large;
    }

    @Override
    public byte @Nullable [] explain(NamespacedName key) {
      return null;
    }

    @Override
    public ForeignScale foreignScale(NamespacedName key) {
      return new ForeignScale(Instant.EPOCH, 1, 2, "m".repeat(50_000), 1);
    }

    @Override
    public Options options(HorizontalPodAutoscaler changed) {
      return Options.NONE;
    }
  }

  /**
   * 900 metrics with selectors of 20 values, and long texts wherever the API server allows them.
   */
  private static JsonNode large() {
    ObjectNode hpa = JsonNodeFactory.instance.objectNode();
    hpa.putObject("metadata").put("namespace", "evil").put("name", "large");
    ObjectNode spec = hpa.putObject("spec").put("maxReplicas", 10);
    spec.putObject("scaleTargetRef")
        .put("apiVersion", "apps/v1")
        .put("kind", "k".repeat(50_000))
        .put("name", "n".repeat(50_000));
    ArrayNode metrics = spec.putArray("metrics");
    for (int i = 0; i < 900; i++) {
      ObjectNode external = metrics.addObject().put("type", "External").putObject("external");
      ObjectNode metric = external.putObject("metric").put("name", "m" + i);
      ArrayNode values =
          metric
              .putObject("selector")
              .putArray("matchExpressions")
              .addObject()
              .put("key", "k")
              .put("operator", "In")
              .putArray("values");
      for (int j = 0; j < 20; j++) {
        values.add("v" + j + "x".repeat(50));
      }
      external.putObject("target").put("type", "AverageValue").put("averageValue", "10");
    }
    hpa.putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", "ScalingActive")
        .put("status", "False")
        .put("reason", "r".repeat(50_000))
        .put("message", "m".repeat(50_000));
    return hpa;
  }

  private byte[] body(String path) {
    return ((DashboardResponse.Content) dashboard.answer("/dashboard/" + path, Map.of(), ""))
        .body();
  }

  @Test
  void rowsAreSmallAndSayWhatTheyOmit() {
    byte[] fleet = body("api/autoscalers");
    assertTrue(fleet.length < AUTOSCALERS * MAX_ROW, () -> fleet.length + " bytes");
    JsonNode row = Json.tree(fleet).at("/rows/0");
    assertEquals(20, row.path("metrics").size());
    assertEquals(880, row.path("omittedMetrics").asInt());
    String name = row.at("/metrics/0/name").asText();
    assertTrue(name.startsWith("external metric m0 {k in (v0xxx"), name);
    assertTrue(name.endsWith(" more characters)"), name);
    assertTrue(row.at("/problem/message").asText().endsWith("… (48976 more characters)"));
  }

  @Test
  void rowsBeyondTheRoomForAllOnlyCountTheirMetrics() {
    JsonNode rows = Json.tree(dashboard.fleet(20_000)).path("rows");
    assertEquals(AUTOSCALERS, rows.size());
    assertFalse(rows.path(0).path("metrics").isEmpty());
    JsonNode last = rows.path(AUTOSCALERS - 1);
    assertEquals(0, last.path("metrics").size());
    assertEquals(900, last.path("omittedMetrics").asInt());
    assertEquals("large", last.path("name").asText());
    assertEquals(10, last.path("max").asInt());
  }

  /** The API server accepts control characters in names of metrics. */
  @Test
  void rowsOfControlCharactersAreSmall() {
    HorizontalPodAutoscaler hpa =
        HpaVersion.V2.decode(
            Json.tree(large().toString().replaceAll("m\\d+|m{9,}|k{9,}", "\\\\u0001".repeat(300))));
    JsonNode row = new RowJson(new DecisionHistory(Duration.ofHours(1)), any -> null).of(hpa);
    int bytes = JsonBytes.of(row).length;
    assertTrue(bytes < MAX_ROW, bytes + " bytes");
    assertTrue(row.at("/metrics/0/name").asText().contains("\\x01"), row.toString());
  }

  @Test
  void textsOfOneAutoscalerAreShortened() {
    JsonNode detail = Json.tree(body("api/autoscalers/evil/large"));
    String message = detail.at("/conditions/0/message").asText();
    assertTrue(message.endsWith("… (33616 more characters)"), message);
  }

  @Test
  void anEventHasAsManyRowsAsFit() throws Exception {
    List<NamespacedName> keys =
        Collections.nCopies(AUTOSCALERS, new NamespacedName("evil", "large"));
    ChangeFeed.Changes changes = dashboard.changes(keys);
    assertTrue(
        changes.json().length < Limit.FEED_EVENT_BYTES.asInt() + MAX_ROW,
        () -> changes.json().length + " bytes");
    assertTrue(changes.keys() < AUTOSCALERS);
    assertEquals(changes.keys(), Json.tree(changes.json()).path("rows").size());
  }

  @Test
  void anExplanationSaysHowManyPodsItOmits() {
    Trace.PodPart pod =
        new Trace.PodPart(
            "p",
            PodClassification.Group.READY,
            PodClassification.COUNTS,
            null,
            null,
            null,
            null,
            null);
    Trace.PodCount omitted =
        new Trace.PodCount(PodClassification.Group.READY, PodClassification.COUNTS, false, 300);
    List<Trace.Metric> metrics = new ArrayList<>();
    metrics.add(metric(List.of(pod, pod), null));
    metrics.addAll(Collections.nCopies(10, metric(List.of(), List.of(omitted))));
    JsonNode explained = Json.tree(DetailJson.traceNow(trace(metrics)));
    assertEquals(1, explained.path("metrics").size());
    assertEquals(1, explained.at("/metrics/0/metric").asInt());
    assertEquals(2, explained.at("/metrics/0/pods").size());
    assertEquals("Counts", explained.at("/metrics/0/pods/0/classification").asText());
    assertEquals(3_000, explained.path("omittedPods").asInt());
    assertTrue(explained.path("now").asBoolean());
    assertTrue(
        explained.path("steps").toString().contains("300 pods: 300 counted."),
        () -> explained.path("steps").toString());
  }

  private static Trace.Metric metric(
      List<Trace.PodPart> pods, @Nullable List<Trace.PodCount> omitted) {
    return new Trace.Metric(
        MetricSpec.of(new MetricSpec.ResourceMetric("cpu", MetricTarget.utilization(60))),
        pods,
        omitted,
        null,
        null,
        null,
        null,
        new Trace.Failure("FailedGetResourceMetric", "no metrics"),
        null,
        null,
        false);
  }

  private static Trace trace(List<Trace.Metric> metrics) {
    return new Trace(
        "evil/large",
        NOW,
        new CrossVersionObjectReference("Deployment", "large", "apps/v1"),
        Trace.Cause.MEASURE,
        new Trace.Replicas(3, 3, 1, 10),
        null,
        metrics,
        null,
        null,
        null,
        Decider.Adjustment.NONE,
        null,
        new Trace.Result(Trace.Outcome.ERROR_BLOCKED, null, "", "", List.of(), List.of(), null));
  }
}
