package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Modes and the places where options are set, in the whole loop. */
class OptionsLoopTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static OptionSettings settings(
      Map<OptionName, String> defaults, Set<OptionKey> allowed, boolean namespaces) {
    return new OptionSettings(defaults, allowed, namespaces, 1, 50);
  }

  private static String settled(OptionsCluster cluster) throws Exception {
    cluster.runUntil(
        () -> cluster.condition("web", "ScalingActive").startsWith("True"), MINUTE.multipliedBy(3));
    return cluster.condition("web", "ScalingActive");
  }

  /** The zones of the pods that are left of 8, whose 4 oldest pods are in one zone. */
  private static List<String> zonesLeft(String... options) throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 8, 80);
      cluster.autoscaler("web", "web", options);
      settled(cluster);
      List<JsonNode> pods = pods(cluster);
      for (int i = 0; i < pods.size(); i++) {
        String zone = i < 4 ? "a" : "b";
        cluster.edit(
            ResourceTypes.PODS,
            pods.get(i).at("/metadata/name").asText(),
            tree -> tree.withObject("/metadata/labels").put("topology.kubernetes.io/zone", zone));
      }
      cluster.run(MINUTE);
      long before = cluster.requests("/api/v1/namespaces/default/pods/", "patch");
      assertEquals(0, before);
      cluster.hits("web", 40);
      cluster.runUntil(() -> cluster.replicas("web") == 4, MINUTE);
      cluster.run(MINUTE);
      assertEquals(
          options.length == 0 ? 0 : 4,
          cluster.requests("/api/v1/namespaces/default/pods/", "patch"),
          "as many as are removed");
      return pods(cluster).stream()
          .map(each -> each.at("/metadata/labels").path("topology.kubernetes.io/zone").asText())
          .sorted()
          .toList();
    }
  }

  /** The oldest first. */
  private static List<JsonNode> pods(OptionsCluster cluster) {
    return cluster.sandbox.cluster().objects(ResourceTypes.PODS).in("default").stream()
        .map(each -> (JsonNode) each.tree())
        .filter(each -> !each.path("metadata").has("deletionTimestamp"))
        .sorted(Comparator.comparingLong(each -> each.at("/metadata/resourceVersion").asLong()))
        .toList();
  }

  @Test
  void aScaleDownKeepsTheZonesEven() throws Exception {
    assertEquals(List.of("a", "a", "b", "b"), zonesLeft("scale-down-order", "zone,idle"));
    assertEquals(4, zonesLeft().size());
  }

  @Test
  void dryRunReportsAndWritesNothingBesideAnActiveAutoscaler() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 2, 20);
      cluster.autoscaler("web", "web");
      cluster.autoscaler("trial", "web", "mode", "DryRun");
      cluster.option("web", "mode", "Paused");
      cluster.runUntil(
          () -> cluster.condition("trial", "DryRun").startsWith("True NoScale"),
          MINUTE.multipliedBy(3));
      cluster.hits("web", 60);
      cluster.run(MINUTE);
      assertEquals(2, cluster.replicas("web"));
      assertEquals(
          "True WouldScale: would scale from 2 to 6; reason: pods metric hits above target",
          cluster.condition("trial", "DryRun"));
      assertEquals(6, cluster.status("trial").path("desiredReplicas").asInt());
      assertEquals(1, cluster.events("WouldScale").size());
      assertEquals(
          4,
          cluster.sample(
              "hpa_dry_run_replicas_difference{hpa_name=\"trial\",namespace=\"default\"}"));
      assertEquals(List.of(), cluster.events("AmbiguousSelector"));
      cluster.option("web", "mode", "Active");
      cluster.runUntil(() -> cluster.replicas("web") == 6, MINUTE);
      cluster.run(MINUTE);
      assertEquals("True NoScale: would keep 6 replicas", cluster.condition("trial", "DryRun"));
      assertEquals(List.of(), cluster.events("AmbiguousSelector"));
      cluster.option("web", "mode", "Paused");
      cluster.noOption("trial", "mode");
      cluster.runUntil(() -> cluster.condition("trial", "DryRun").isEmpty(), MINUTE);
    }
  }

  @Test
  void aChangedModeActsAtOnceAndEndsInTime() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 4, 40);
      cluster.autoscaler("web", "web");
      settled(cluster);
      cluster.option("web", "mode", "Paused");
      // Between two syncs, which are multiples of 15 s apart from now.
      String until = cluster.timeline.now().plus(MINUTE.multipliedBy(3)).minusSeconds(7).toString();
      cluster.option("web", "mode-until", until);
      cluster.run(Duration.ofSeconds(1));
      assertEquals(
          "False Paused: the mode is Paused until " + until + "; the target keeps its replicas",
          cluster.condition("web", "ScalingActive"));
      cluster.hits("web", 90);
      cluster.run(MINUTE);
      assertEquals(4, cluster.replicas("web"));
      cluster.edit(
          ResourceTypes.DEPLOYMENTS, "web", tree -> tree.withObject("/spec").put("replicas", 0));
      cluster.edit(
          ResourceTypes.DEPLOYMENTS, "web", tree -> tree.withObject("/spec").put("replicas", 3));
      cluster.run(MINUTE);
      assertEquals(3, cluster.replicas("web"), "a manual change is not reverted");
      cluster.run(Duration.ofSeconds(53));
      assertEquals(7, cluster.replicas("web"), "the mode has ended a second ago");
      cluster.run(Duration.ofSeconds(15));
      assertEquals(9, cluster.replicas("web"));
      assertTrue(cluster.condition("web", "ScalingActive").startsWith("True"));
      assertTrue(cluster.condition("web", "OptionsValid").contains("has passed"));
      cluster.run(MINUTE);
      assertEquals(1, cluster.events("InvalidOptions").size());
    }
  }

  @Test
  void scaleUpOnlyHoldsScaleDowns() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 4, 40);
      cluster.autoscaler("web", "web", "mode", "ScaleUpOnly");
      settled(cluster);
      cluster.hits("web", 10);
      cluster.run(MINUTE);
      assertEquals(4, cluster.replicas("web"));
      assertEquals(
          "True ScaleUpOnly: the mode is ScaleUpOnly; scale-downs are held",
          cluster.condition("web", "ScalingLimited"));
      cluster.hits("web", 70);
      cluster.runUntil(() -> cluster.replicas("web") == 7, MINUTE);
      cluster.hits("web", 10);
      cluster.noOption("web", "mode");
      cluster.runUntil(() -> cluster.replicas("web") == 1, MINUTE);
      assertTrue(!cluster.condition("web", "ScalingLimited").contains("ScaleUpOnly"));
    }
  }

  private static double sentEvents(OptionsCluster cluster, String outcome) {
    return cluster.sample("hpa_events_sent_total{outcome=\"" + outcome + "\"}");
  }

  /** By then a failing metric has sent more events than the rate limit of one object permits. */
  @Test
  void theEventOfAFallbackIsWrittenAfterItsDefaultDelay() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 1, 0);
      cluster.autoscaler(
          "scaler",
          "Deployment/web",
          "{type: External, external: {metric: {name: absent}, target: {type: AverageValue,"
              + " averageValue: 10}}}",
          new String[] {"fallback-replicas", "3"});
      cluster.runUntil(() -> cluster.replicas("web") == 3, MINUTE.multipliedBy(6));
      cluster.run(MINUTE);
      assertEquals(1, cluster.events("FallbackActivated").size());
      long created = cluster.results.stream().mapToLong(each -> each.events().size()).sum();
      SteppedCluster.await(
          () -> sentEvents(cluster, "filtered") + sentEvents(cluster, "written") == created);
      assertTrue(sentEvents(cluster, "filtered") > 0);
    }
  }

  @Test
  void invalidOptionsAreReportedOnceAndLeaveTheBehaviorOfUpstream() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 1, 30);
      cluster.autoscaler("web", "web", "mode", "Pause", "sync-periods", "5s");
      cluster.runUntil(() -> cluster.replicas("web") == 3, MINUTE.multipliedBy(3));
      cluster.run(MINUTE);
      String message =
          "annotation \"hpa.dev/sync-periods\": unknown key; \"hpa options\" lists the known ones;"
              + " annotation \"hpa.dev/mode\": \"Pause\" is invalid; use Active, DryRun, Paused or"
              + " ScaleUpOnly";
      assertEquals("False InvalidOptions: " + message, cluster.condition("web", "OptionsValid"));
      assertEquals(List.of(message), cluster.events("InvalidOptions"));
      cluster.noOption("web", "sync-periods");
      cluster.option("web", "mode", "Active");
      cluster.runUntil(() -> cluster.condition("web", "OptionsValid").isEmpty(), MINUTE);
    }
  }

  @Test
  void namespacesSetDefaultsThatAutoscalersReplaceAndThatMayChange() throws Exception {
    try (OptionsCluster cluster =
        new OptionsCluster(
            settings(
                Map.of(new OptionName(OptionKey.MODE), "ScaleUpOnly"),
                Set.of(OptionKey.values()),
                true))) {
      cluster.deployment("web", 2, 20);
      cluster.deployment("shop", 2, 20);
      cluster.autoscaler("web", "web");
      cluster.autoscaler("shop", "shop", "mode", "Active");
      settled(cluster);
      cluster.annotate(ResourceTypes.NAMESPACES, "default", "mode", "Paused");
      cluster.run(Duration.ofSeconds(2));
      assertTrue(
          cluster.condition("web", "ScalingActive").startsWith("False Paused"),
          cluster.condition("web", "ScalingActive"));
      cluster.hits("web", 50);
      cluster.hits("shop", 50);
      cluster.runUntil(() -> cluster.replicas("shop") == 5, MINUTE.multipliedBy(2));
      assertEquals(2, cluster.replicas("web"));
      cluster.edit(
          ResourceTypes.NAMESPACES,
          "default",
          tree -> tree.withObject("/metadata/annotations").remove("hpa.dev/mode"));
      cluster.run(Duration.ofSeconds(2));
      assertEquals(5, cluster.replicas("web"));
      cluster.hits("web", 10);
      cluster.run(MINUTE);
      assertEquals(5, cluster.replicas("web"), "the flag's ScaleUpOnly applies again");
    }
  }

  @Test
  void aKeyThatIsNotAllowedIsIgnored() throws Exception {
    try (OptionsCluster cluster =
        new OptionsCluster(settings(Map.of(), Set.of(OptionKey.SYNC_PERIOD), false))) {
      cluster.deployment("web", 1, 30);
      cluster.autoscaler("web", "web", "mode", "Paused");
      cluster.runUntil(() -> cluster.replicas("web") == 3, MINUTE.multipliedBy(3));
      assertEquals(
          "False InvalidOptions: annotation \"hpa.dev/mode\": the key is not in --allowed-options;"
              + " remove the annotation",
          cluster.condition("web", "OptionsValid"));
      assertEquals(0, cluster.requests("/api/v1/namespaces?"), "namespaces are not read");
    }
  }
}
