package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ScaleReads;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same with scales read from watches. */
class WatchedScalesLoopTest extends WholeLoopTest {

  @Override
  ControllerOptions options() {
    return ControllerOptions.DEFAULTS.withScaleReads(ScaleReads.WATCH);
  }

  /** Otherwise the first sync of each autoscaler would cost a request. */
  @Test
  void targetsAreWatchedBeforeTheFirstSync() throws Exception {
    apply(ResourceTypes.DEPLOYMENTS, deployment("100m", "requests: {cpu: 200m}"));
    apply(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler("web"));
    await(() -> audit.stream().anyMatch(WatchedScalesLoopTest::followsDeployments));
    assertEquals(List.of(), cycles);
  }

  private static boolean followsDeployments(AuditEvent event) {
    return event.requestUri().startsWith("/apis/apps/v1/deployments?");
  }
}
