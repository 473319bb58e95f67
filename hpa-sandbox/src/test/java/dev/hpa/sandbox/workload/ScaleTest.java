package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.ResourceTypes;
import org.junit.jupiter.api.Test;

class ScaleTest {

  private static final int DEPLOYMENTS = 1000;
  private static final int REPLICAS = 10;

  @Test
  void tenThousandPodsAreReadyAndMeasured() {
    SimulatedCluster cluster =
        new SimulatedCluster(SimulatorOptions.DEFAULT.withWriteEvents(false));
    for (int i = 0; i < DEPLOYMENTS; i++) {
      cluster.create(
          ResourceTypes.DEPLOYMENTS,
          SimulatedCluster.workload(
              "Deployment",
              "web-" + i,
              REPLICAS,
              "'sandbox.hpa.dev/load':'sine:min=1,max=5,period=10m'",
              "'requests':{'cpu':'200m'}"));
    }
    cluster.pass("9s");
    int ready = 0;
    for (int i = 0; i < DEPLOYMENTS; i++) {
      ready +=
          cluster
              .simulator
              .view(ResourceTypes.DEPLOYMENTS, SimulatedCluster.key("web-" + i))
              .readyPods();
    }
    assertEquals(DEPLOYMENTS * REPLICAS, ready);
    cluster.pass("10m");
    assertEquals(
        DEPLOYMENTS * REPLICAS, cluster.simulator.metrics().pods("", Selector.everything()).size());
  }
}
