package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.sandbox.cluster.ResourceTypes;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimulatedControllerTest {

  @Test
  void parsesTheControllersFlag() {
    assertEquals(SimulatedController.ALL, SimulatedController.parseAll("*"));
    assertEquals(
        Set.of(SimulatedController.DEPLOYMENT, SimulatedController.NAMESPACE),
        SimulatedController.parseAll("deployment-controller, namespace-controller"));
    assertEquals(5, SimulatedController.parseAll("*,-deployment-controller").size());
    assertEquals(Set.of(), SimulatedController.parseAll(""));
  }

  @Test
  void rejectsUnknownNamesWithTheKnownOnes() {
    String message =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class,
                    () -> SimulatedController.parseAll("*,-daemonset"))
                .getMessage());
    assertTrue(
        message.startsWith("\"daemonset\": unknown controller; use deployment-controller, "),
        message);
  }

  @Test
  void disabledControllerDoesNotReconcile() {
    SimulatedCluster simulated =
        new SimulatedCluster(
            SimulatorOptions.DEFAULT.withControllers(
                SimulatedController.parseAll("*,-deployment-controller")));
    simulated.deployment("web", 2);
    simulated.timeline.advance(Duration.ofMinutes(1));
    assertEquals(0, simulated.cluster.objects(ResourceTypes.REPLICA_SETS).size());
    assertEquals(0, simulated.cluster.objects(ResourceTypes.PODS).size());
  }
}
