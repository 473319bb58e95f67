package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatabilityTest {

  @Test
  void runsAreReproducible() {
    assertEquals(run(), run());
  }

  private static List<ObjectNode> run() {
    SimulatedCluster cluster = new SimulatedCluster();
    for (String name : List.of("a", "b", "c")) {
      cluster.create(
          ResourceTypes.DEPLOYMENTS,
          SimulatedCluster.workload(
              "Deployment",
              name,
              5,
              "'sandbox.hpa.dev/load':'day:min=1,max=3,period=10m'",
              "'requests':{'cpu':'100m'}"));
      cluster.pass("7s");
    }
    cluster.scale(ResourceTypes.DEPLOYMENTS, "a", 3);
    cluster.delete(ResourceTypes.DEPLOYMENTS, "b");
    cluster.pass("5m");
    return cluster.simulator.metrics().pods("", Selector.everything());
  }
}
