package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodMetricsTest {

  private static final SimulatorOptions COLD =
      SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0);

  private final SimulatedCluster cluster = new SimulatedCluster(COLD);

  private void deploy(int replicas, String load, String resources) {
    cluster.create(
        ResourceTypes.DEPLOYMENTS,
        SimulatedCluster.workload(
            "Deployment", "web", replicas, "'sandbox.hpa.dev/load':'" + load + "'", resources));
  }

  private List<ObjectNode> metrics() {
    return cluster.simulator.metrics().pods(SimulatedCluster.NAMESPACE, Selector.everything());
  }

  private static double milliCores(JsonNode metrics) {
    double sum = 0;
    for (JsonNode container : metrics.path("containers")) {
      sum +=
          Quantity.parse(container.path("usage").path("cpu").asText()).approximateDouble() * 1000;
    }
    return sum;
  }

  @Test
  void podHasMetricsAfterItsSecondScrape() {
    deploy(1, "steady:cpu=123456u", "");
    // Running at 4 s, scraped at 15 s and 30 s.
    cluster.pass("29999ms");
    assertEquals(List.of(), metrics());
    cluster.pass("1ms");
    ObjectNode metrics = metrics().getFirst();
    assertEquals("PodMetrics", metrics.path("kind").asText());
    assertEquals("metrics.k8s.io/v1", metrics.path("apiVersion").asText());
    assertEquals("2026-01-01T00:00:30Z", metrics.path("timestamp").asText());
    assertEquals("15s", metrics.path("window").asText());
    assertEquals("web", metrics.path("metadata").path("labels").path("app").asText());
    assertEquals("shop", metrics.path("metadata").path("namespace").asText());
    JsonNode container = metrics.path("containers").path(0);
    assertEquals("web", container.path("name").asText());
    assertEquals("123456000n", container.path("usage").path("cpu").asText());
    assertEquals("65536Ki", container.path("usage").path("memory").asText());
  }

  @Test
  void valueIsTheAverageOfTheWindow() {
    deploy(1, "spike:base=100m,peak=1,at=20s,for=3s", "");
    cluster.pass("40s");
    // Between 15 s and 30 s: 12 s of 100m and 3 s of 1.
    assertEquals((12 * 100 + 3 * 1000) / 15.0, milliCores(metrics().getFirst()), 1e-3);
    assertEquals("2026-01-01T00:00:30Z", metrics().getFirst().path("timestamp").asText());
    cluster.pass("10s");
    assertEquals(100, milliCores(metrics().getFirst()), 1e-3);
    assertEquals("2026-01-01T00:00:45Z", metrics().getFirst().path("timestamp").asText());
  }

  @Test
  void averagesChangesWithinTheWindow() {
    deploy(1, "steady:cpu=600m", "");
    cluster.pass("27s");
    cluster.scale(ResourceTypes.DEPLOYMENTS, "web", 2);
    cluster.pass("18s");
    // The second pod runs from 31 s and serves from 36 s, so this is its first scrape.
    List<ObjectNode> metrics = metrics();
    assertEquals(1, metrics.size());
    assertEquals((6 * 600 + 9 * 300) / 15.0, milliCores(metrics.getFirst()), 1e-3);
    cluster.pass("15s");
    assertEquals(2, metrics().size());
    assertEquals(300, milliCores(metrics().get(0)), 1e-3);
    assertEquals(300, milliCores(metrics().get(1)), 1e-3);
  }

  @Test
  void limitAppliesAtEveryTime() {
    deploy(1, "ramp:from=0,to=1,over=10s", "'limits':{'cpu':'500m'}");
    cluster.pass("10s");
    cluster.edit(
        ResourceTypes.DEPLOYMENTS,
        "web",
        tree ->
            tree.withObject("/metadata")
                .withObject("/annotations")
                .put("sandbox.hpa.dev/load", "spike:base=0,peak=2,at=5s,for=3s,every=15s"));
    cluster.pass("20s");
    assertEquals(3 * 500 / 15.0, milliCores(metrics().getFirst()), 1e-3);
  }

  @Test
  void measuresWarmUp() {
    SimulatedCluster warm =
        new SimulatedCluster(SimulatorOptions.DEFAULT.withWarmUp(Duration.ofSeconds(30), 0.5));
    warm.create(
        ResourceTypes.DEPLOYMENTS,
        SimulatedCluster.workload("Deployment", "web", 1, "", "'requests':{'cpu':'600m'}"));
    warm.pass("30s");
    // 300m at 4 s, 0 at 34 s: 190m at 15 s, 40m at 30 s.
    ObjectNode metrics = warm.simulator.metrics().pods("", Selector.everything()).getFirst();
    assertEquals((190 + 40) / 2.0, milliCores(metrics), 1e-3);
  }

  @Test
  void containersShareByRequests() {
    cluster.create(
        ResourceTypes.DEPLOYMENTS,
        SimulatedCluster.workload(
                "Deployment",
                "web",
                1,
                "'sandbox.hpa.dev/cpu':'400m'",
                "'requests':{'cpu':'300m','memory':'100Mi'}")
            .replace(
                "'containers':[",
                "'containers':[{'name':'side','image':'s','resources':{'requests':{'cpu':'100m'}}},"));
    cluster.pass("30s");
    JsonNode containers = metrics().getFirst().path("containers");
    assertEquals("100000000n", containers.path(0).path("usage").path("cpu").asText());
    assertEquals("0Ki", containers.path(0).path("usage").path("memory").asText());
    assertEquals("300000000n", containers.path(1).path("usage").path("cpu").asText());
    assertEquals("61440Ki", containers.path(1).path("usage").path("memory").asText());
  }

  @Test
  void listsAndGetsPodMetrics() {
    deploy(2, "steady:cpu=1", "");
    cluster.pass("30s");
    PodMetricsSource source = cluster.simulator.metrics();
    assertEquals(2, source.pods("", Selector.parse("app=web")).size());
    assertEquals(0, source.pods("", Selector.parse("app=other")).size());
    assertEquals(0, source.pods("elsewhere", Selector.everything()).size());
    JsonNode list = Json.tree(source.podList("metrics.k8s.io/v1", "shop", Selector.everything()));
    assertEquals("PodMetricsList", list.path("kind").asText());
    String name = SimulatedCluster.name(cluster.pods().getFirst());
    assertNotNull(source.pod("metrics.k8s.io/v1", SimulatedCluster.key(name)));
    assertNull(source.pod("metrics.k8s.io/v1", new ObjectKey("shop", "unknown")));
  }

  @Test
  void nodeMetricsAreSumsOfPods() {
    deploy(4, "steady:cpu=1", "");
    cluster.pass("45s");
    JsonNode nodes =
        Json.tree(cluster.simulator.metrics().nodeList("metrics.k8s.io/v1", Selector.everything()))
            .path("items");
    assertEquals(3, nodes.size());
    assertEquals("sandbox-node-1", SimulatedCluster.name((ObjectNode) nodes.get(0)));
    assertEquals("500000000n", nodes.get(0).path("usage").path("cpu").asText());
    assertEquals("131072Ki", nodes.get(0).path("usage").path("memory").asText());
    assertEquals("250000000n", nodes.get(1).path("usage").path("cpu").asText());
    assertNotNull(cluster.simulator.metrics().node("metrics.k8s.io/v1", "sandbox-node-2"));
    assertNull(cluster.simulator.metrics().node("metrics.k8s.io/v1", "sandbox-node-9"));
  }
}
