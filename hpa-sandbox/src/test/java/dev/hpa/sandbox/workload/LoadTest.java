package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadTest {

  private static final SimulatorOptions COLD =
      SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0);

  private final SimulatedCluster cluster = new SimulatedCluster(COLD);

  private void deploy(int replicas, String annotation, String limit) {
    String resources = limit.isEmpty() ? "" : "'limits':{'cpu':'" + limit + "'}";
    cluster.create(
        ResourceTypes.DEPLOYMENTS,
        SimulatedCluster.workload("Deployment", "web", replicas, annotation, resources));
  }

  private WorkloadView view() {
    return view(ResourceTypes.DEPLOYMENTS);
  }

  private WorkloadView view(ResourceType type) {
    return cluster.simulator.view(type, SimulatedCluster.key("web"));
  }

  @Test
  void podsServeOnceReady() {
    deploy(2, "'sandbox.hpa.dev/cpu':'600m'", "");
    cluster.pass("8s");
    assertEquals(new WorkloadView(600, 0, 600, 4.8, 0, 2), view());
    cluster.pass("2s");
    assertEquals(600, view().usedMilliCores(), 1e-9);
    assertEquals(0, view().unservedMilliCores(), 1e-9);
    assertEquals(5.4, view().unservedCoreSeconds(), 1e-9);
    assertEquals(2, view().readyPods());
  }

  @Test
  void usageIsLimited() {
    deploy(2, "'sandbox.hpa.dev/cpu':'1500m'", "500m");
    cluster.pass("10s");
    assertEquals(1000, view().usedMilliCores(), 1e-9);
    assertEquals(500, view().unservedMilliCores(), 1e-9);
    cluster.scale(ResourceTypes.DEPLOYMENTS, "web", 3);
    cluster.pass("10s");
    assertEquals(1500, view().usedMilliCores(), 1e-9);
    assertEquals(0, view().unservedMilliCores(), 1e-9);
  }

  @Test
  void defaultLimitIsOneCore() {
    deploy(1, "'sandbox.hpa.dev/cpu':'3'", "");
    cluster.pass("10s");
    assertEquals(1000, view().usedMilliCores(), 1e-9);
  }

  @Test
  void deletedPodsDoNotServe() {
    deploy(2, "'sandbox.hpa.dev/cpu':'800m'", "");
    cluster.pass("10s");
    cluster.scale(ResourceTypes.DEPLOYMENTS, "web", 1);
    cluster.settle();
    assertEquals(1, view().readyPods());
    assertEquals(1, view().pods());
    assertEquals(800, view().usedMilliCores(), 1e-9);
  }

  @Test
  void profileStartsWhenFirstSeen() {
    deploy(1, "", "");
    cluster.pass("1m");
    annotate("sandbox.hpa.dev/load", "ramp:from=100m,to=700m,over=1m");
    cluster.pass("30s");
    assertEquals(400, view().askedMilliCores(), 1e-9);
    cluster.scale(ResourceTypes.DEPLOYMENTS, "web", 2);
    cluster.pass("30s");
    assertEquals(700, view().askedMilliCores(), 1e-9);
    annotate("sandbox.hpa.dev/load", "steady:cpu=50m");
    cluster.settle();
    assertEquals(50, view().askedMilliCores(), 1e-9);
  }

  private void annotate(String key, String value) {
    cluster.edit(
        ResourceTypes.DEPLOYMENTS,
        "web",
        tree -> tree.withObject("/metadata").withObject("/annotations").put(key, value));
  }

  @Test
  void everyKindOfWorkloadHasALoad() {
    for (ResourceType type :
        new ResourceType[] {ResourceTypes.STATEFUL_SETS, ResourceTypes.REPLICA_SETS}) {
      cluster.create(
          type,
          SimulatedCluster.workload(type.kind(), "web", 1, "'sandbox.hpa.dev/cpu':'300m'", ""));
      cluster.pass("10s");
      assertEquals(300, view(type).usedMilliCores(), 1e-9, type.kind());
    }
  }

  @Test
  void malformedLoadCausesAWarning() {
    deploy(1, "'sandbox.hpa.dev/cpu':'much'", "");
    cluster.pass("10s");
    assertEquals(0, view().askedMilliCores());
    assertEquals(1, cluster.readyPods());
    String message = cluster.events("InvalidLoad").getFirst();
    assertTrue(
        message.contains("sandbox.hpa.dev/cpu=\"much\"") && message.contains("use"), message);

    annotate("sandbox.hpa.dev/load", "sine:min=1,max=2");
    cluster.settle();
    assertTrue(
        cluster.events("InvalidLoad").stream().anyMatch(e -> e.contains("add period=")),
        cluster.events("InvalidLoad").toString());
  }

  @Test
  void findsTracesByName() {
    LoadTrace trace =
        new LoadTrace(
            new PiecewiseLinear(
                List.of(
                    new PiecewiseLinear.Point(Duration.ZERO, 1000),
                    new PiecewiseLinear.Point(Duration.ofSeconds(100), 2000))));
    SimulatedCluster traced = new SimulatedCluster(COLD, Map.of("day", trace));
    traced.create(
        ResourceTypes.DEPLOYMENTS,
        SimulatedCluster.workload(
            "Deployment", "web", 1, "'sandbox.hpa.dev/load':'trace:day'", ""));
    traced.pass("50s");
    WorkloadView view =
        traced.simulator.view(ResourceTypes.DEPLOYMENTS, SimulatedCluster.key("web"));
    assertEquals(1500, view.askedMilliCores(), 1e-9);
  }

  @Test
  void warmUpIsLimited() {
    SimulatedCluster warm =
        new SimulatedCluster(SimulatorOptions.DEFAULT.withWarmUp(Duration.ofSeconds(30), 0.5));
    warm.create(
        ResourceTypes.DEPLOYMENTS,
        SimulatedCluster.workload(
            "Deployment",
            "web",
            1,
            "'sandbox.hpa.dev/cpu':'850m'",
            "'requests':{'cpu':'600m'},'limits':{'cpu':'1'}"));
    // Started at 4 s, ready at 9 s; 300m extra, decreasing by 10m per second.
    warm.pass("5s");
    assertEquals(290, used(warm), 1e-9);
    warm.pass("4s");
    assertEquals(1000, used(warm), 1e-9);
    warm.pass("20s");
    assertEquals(850 + 50, used(warm), 1e-9);
    warm.pass("5s");
    assertEquals(850, used(warm), 1e-9);
  }

  private static double used(SimulatedCluster cluster) {
    return cluster
        .simulator
        .view(ResourceTypes.DEPLOYMENTS, SimulatedCluster.key("web"))
        .usedMilliCores();
  }
}
