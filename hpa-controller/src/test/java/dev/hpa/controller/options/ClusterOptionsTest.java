package dev.hpa.controller.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.mockito.Mockito.mock;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.NodeDrains;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.forecast.PastLoads;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.kube.memory.MemoryPool;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterOptionsTest {

  private static ClusterOptions options(Map<OptionName, String> defaults) {
    return new ClusterOptions(
        new OptionsReader(defaults, EnumSet.allOf(OptionKey.class)),
        new NamespaceAnnotations(),
        mock(WatchedScales.class),
        mock(NodeDrains.class),
        OutageGuard.OFF,
        new LoadForecasts(Map.of(), PastLoads.NONE, MemoryPool.ofHeap()));
  }

  private static HorizontalPodAutoscaler hpa(String revision, String annotations) {
    return HpaVersion.V2.decode(
        """
        {"metadata": {"namespace": "shop", "name": "web", "resourceVersion": "%s",
           "annotations": {%s}},
         "spec": {"maxReplicas": 10,
           "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
        """
            .formatted(revision, annotations));
  }

  @Test
  void annotationsAreParsedOncePerChange() {
    ClusterOptions options = options(Map.of());
    Options first = options.options(hpa("1", "\"hpa.dev/mode\": \"Paused\""));
    assertEquals(Mode.PAUSED, first.mode());
    assertSame(first, options.options(hpa("2", "\"hpa.dev/mode\": \"Paused\"")));
    Options changed = options.options(hpa("3", "\"hpa.dev/mode\": \"DryRun\""));
    assertEquals(Mode.DRY_RUN, changed.mode());
    assertSame(Options.NONE, options.options(hpa("4", "")));
    assertSame(Options.NONE, options.options(hpa("5", "\"other.example/mode\": \"Paused\"")));
  }

  @Test
  void theSyncPeriodOfTheSpecAppliesAtOnce() {
    ClusterOptions options = options(Map.of());
    HorizontalPodAutoscaler hpa = hpa("1", "\"hpa.dev/sync-period\": \"5s\"");
    assertEquals(Duration.ofSeconds(5), options.options(hpa).syncPeriod());
    HorizontalPodAutoscaler changed = hpa.withSpec(hpa.spec().withSyncPeriodSeconds(30));
    assertEquals(Duration.ofSeconds(30), options.options(changed).syncPeriod());
    assertEquals(Duration.ofSeconds(30), options.preview(changed).syncPeriod());
    assertEquals(Duration.ofSeconds(5), options.options(hpa).syncPeriod());
    assertEquals(Duration.ofSeconds(30), OptionSources.NONE.options(changed).syncPeriod());
    assertSame(Options.NONE, OptionSources.NONE.options(hpa));
  }

  @Test
  void aDeletedAutoscalerIsForgotten() {
    ClusterOptions options = options(Map.of(new OptionName(OptionKey.ROLLOUT), "Compensate"));
    Options first = options.options(hpa("1", ""));
    assertSame(first, options.options(hpa("2", "")));
    options.forget(new NamespacedName("shop", "web"));
    assertNotSame(first, options.options(hpa("3", "")));
  }
}
