package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Pods with another schedulerName, which the sandbox does not simulate. */
class ForeignSchedulerTest {

  private final SimulatedCluster simulated = new SimulatedCluster();

  private String phaseAfterAMinute(String scheduler) {
    simulated.create(
        ResourceTypes.PODS,
        """
        {'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'},
         'spec':{'schedulerName':'%s','containers':[{'name':'c','image':'i:1'}]}}
        """
            .formatted(scheduler));
    simulated.timeline.advance(Duration.ofMinutes(1));
    return simulated
        .cluster
        .get(ResourceTypes.PODS, new ObjectKey("shop", "p"))
        .tree()
        .at("/status/phase")
        .asText();
  }

  @Test
  void podOfAnotherSchedulerStaysPending() {
    assertEquals("Pending", phaseAfterAMinute("somebody-else"));
  }

  @Test
  void podOfTheDefaultSchedulerRuns() {
    assertEquals("Running", phaseAfterAMinute("default-scheduler"));
  }
}
