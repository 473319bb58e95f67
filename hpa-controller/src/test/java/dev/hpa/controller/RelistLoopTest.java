package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.core.options.OptionKey;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the controller knows of objects that changed while no watch was open. */
class RelistLoopTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static OptionsCluster cluster() throws Exception {
    OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS);
    cluster.deployment("web", 1, 10);
    return cluster;
  }

  @Test
  void aRenamedAutoscalerIsAlone() throws Exception {
    try (OptionsCluster cluster = cluster()) {
      cluster.autoscaler("web", "web");
      cluster.run(MINUTE);
      cluster.whileAway(
          () -> {
            cluster.delete(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "web");
            cluster.autoscaler("web2", "web");
          });
      cluster.run(MINUTE.multipliedBy(2));
      assertTrue(
          cluster.condition("web2", "ScalingActive").startsWith("True ValidMetricFound"),
          cluster.condition("web2", "ScalingActive"));
      long before = cluster.syncs("web");
      cluster.run(MINUTE);
      assertEquals(before, cluster.syncs("web"), "of the deleted one");
    }
  }

  @Test
  void anAutoscalerThatWasRecreatedWithoutOptionsHasNone() throws Exception {
    try (OptionsCluster cluster = cluster()) {
      cluster.autoscaler("web", "web", "sync-period", "1h", "mode", "DryRun");
      cluster.run(MINUTE);
      cluster.whileAway(
          () -> {
            cluster.delete(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "web");
            cluster.autoscaler("web", "web");
            cluster.hits("web", 40);
          });
      cluster.run(MINUTE.multipliedBy(2));
      assertEquals(4, cluster.replicas("web"));
      long before = cluster.syncs("web");
      cluster.run(MINUTE);
      assertEquals(4, cluster.syncs("web") - before, "in the period of the controller");
    }
  }

  @Test
  void defaultsOfANamespaceThatWereRemovedDoNotApply() throws Exception {
    try (OptionsCluster cluster =
        new OptionsCluster(new OptionSettings(Map.of(), Set.of(OptionKey.values()), true, 1, 50))) {
      cluster.deployment("web", 1, 10);
      cluster.annotate(ResourceTypes.NAMESPACES, "default", "mode", "DryRun");
      cluster.autoscaler("web", "web");
      cluster.hits("web", 40);
      cluster.run(MINUTE);
      assertEquals(1, cluster.replicas("web"));
      cluster.whileAway(
          () ->
              cluster.edit(
                  ResourceTypes.NAMESPACES,
                  "default",
                  tree -> tree.withObject("/metadata/annotations").remove("hpa.dev/mode")));
      cluster.run(MINUTE.multipliedBy(2));
      assertEquals(4, cluster.replicas("web"));
    }
  }

  /** The resync of all would repeat it after up to two periods of the controller. */
  @Test
  void aSyncThatFailedUnexpectedlyIsRepeatedAfterThePeriodOfTheAutoscaler() throws Exception {
    try (OptionsCluster cluster = cluster()) {
      cluster.autoscaler("web", "web", "sync-period", "4s");
      cluster.run(MINUTE);
      cluster.onWrite =
          () -> {
            cluster.onWrite = () -> {};
            throw new IllegalStateException("fault of a test");
          };
      cluster.hits("web", 40);
      cluster.runUntil(() -> cluster.controller().loop().failures() > 0, MINUTE);
      long before = cluster.syncs("web");
      cluster.run(Duration.ofSeconds(3));
      assertEquals(before, cluster.syncs("web"));
      cluster.run(Duration.ofSeconds(1));
      assertEquals(before + 1, cluster.syncs("web"));
      assertEquals(4, cluster.replicas("web"));
    }
  }
}
