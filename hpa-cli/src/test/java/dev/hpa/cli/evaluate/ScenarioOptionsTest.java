package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.core.Drain;
import dev.hpa.core.options.OptionValue;
import dev.hpa.core.options.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Default options of scenarios, and options of their autoscalers and namespaces. */
class ScenarioOptionsTest {

  private static Scenario scenario(String options, String... steps) throws ScenarioFormatException {
    return ScenarioReader.read(
        Json.tree(
            "{\"settings\":{\"options\":%s},\"steps\":[%s]}"
                .formatted(options, String.join(",", steps))));
  }

  private static String apply(String... objects) {
    return "{\"at\":\"0s\",\"apply\":[" + String.join(",", objects) + "]}";
  }

  private static String object(String version, String kind, String name, String annotations) {
    return """
        {"apiVersion":"%s","kind":"%s","metadata":{"namespace":"shop","name":"%s",
         "annotations":{%s}},"spec":{"maxReplicas":3,
         "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"}}}"""
        .formatted(version, kind, name, annotations);
  }

  private static List<String> options(ScenarioCluster cluster) {
    HorizontalPodAutoscaler hpa = cluster.autoscalers().get(new NamespacedName("shop", "web"));
    assertTrue(hpa != null);
    return cluster.options().options(hpa).values().stream()
        .map(each -> each.origin() + " " + each.key() + "=" + each.value())
        .toList();
  }

  @Test
  void withoutOptionsThereAreNone() throws ScenarioFormatException {
    Scenario scenario = scenario("null", apply(object("autoscaling/v2", KIND, "web", "")));
    ScenarioCluster cluster = new ScenarioCluster(scenario);
    cluster.begin(scenario.steps().getFirst());
    assertEquals(List.of(), options(cluster));
    assertEquals(Options.NONE, scenario.options().read(Map.of(), Map.of()));
  }

  @Test
  void cordonedNodesAndBudgetsAreThoseOfTheScenario() throws ScenarioFormatException {
    String pod =
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"shop","name":"web-1",
         "labels":{"app":"web"}},"spec":{"nodeName":"n1"},"status":{"phase":"Running"}}""";
    String node =
        "{\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\"},\"spec\":{\"unschedulable\":true}}";
    String budget =
        """
        {"kind":"PodDisruptionBudget","metadata":{"namespace":"shop","name":"b"},
         "spec":{"selector":{"matchLabels":{"app":"web"}}},"status":{"disruptionsAllowed":0}}""";
    Scenario scenario =
        scenario(
            "null",
            apply(pod, node, budget),
            apply(budget.replace(":0}", ":1}")),
            "{\"at\":\"1s\",\"delete\":[{\"kind\":\"Node\",\"name\":\"n1\"}]}");
    ScenarioCluster cluster = new ScenarioCluster(scenario);
    Scale scale = new Scale("shop", "web", "", "", 1, 1, "app=web");
    List<Drain> drains = new ArrayList<>();
    for (Scenario.Step each : scenario.steps()) {
      cluster.begin(each);
      drains.add(cluster.options().drain(scale));
    }
    assertEquals(
        List.of(
            new Drain(List.of("web-1"), "b", ""), new Drain(List.of("web-1"), "", ""), Drain.NONE),
        drains);
  }

  @Test
  void theSyncPeriodOfTheSpecIsAnOption() throws ScenarioFormatException {
    String hpa =
        object("autoscaling/v2", KIND, "web", "\"hpa.dev/sync-period\":\"5s\"")
            .replace("\"maxReplicas\":3", "\"maxReplicas\":3,\"syncPeriodSeconds\":30");
    Scenario scenario = scenario("null", apply(hpa));
    ScenarioCluster cluster = new ScenarioCluster(scenario);
    cluster.begin(scenario.steps().getFirst());
    assertEquals(List.of("SPEC sync-period=30s"), options(cluster));
  }

  @Test
  void optionsWithNamesAreKnown() throws ScenarioFormatException {
    Options options =
        scenario("{\"schedule.day\":\"08:00-20:00 min=5\",\"watermark.cpu\":\"40-80\"}")
            .options()
            .read(Map.of(), Map.of());
    assertEquals("day", options.schedules().getFirst().name());
    assertEquals(1, options.watermarks().size());
    for (String unknown : List.of("schedule", "schedule.", "mode.x")) {
      assertThrows(
          ScenarioFormatException.class, () -> scenario("{\"" + unknown + "\":\"x\"}"), unknown);
    }
  }

  private static final String KIND = "HorizontalPodAutoscaler";

  @Test
  void theMostSpecificPlaceApplies() throws ScenarioFormatException {
    Scenario scenario =
        scenario(
            "{\"fallback-replicas\":4,\"rollout\":\"Compensate\",\"mode\":\"Paused\"}",
            apply(
                object("v1", "Namespace", "shop", "\"hpa.dev/mode\":\"DryRun\""),
                object("autoscaling/v2", KIND, "web", "\"hpa.dev/rollout\":\"Ignore\"")),
            "{\"at\":\"1s\",\"delete\":[{\"kind\":\"Namespace\",\"name\":\"shop\"}]}");
    ScenarioCluster cluster = new ScenarioCluster(scenario);
    cluster.begin(scenario.steps().getFirst());
    assertEquals(
        List.of(
            OptionValue.Origin.NAMESPACE + " mode=DryRun",
            OptionValue.Origin.FLAG + " fallback-replicas=4",
            OptionValue.Origin.AUTOSCALER + " rollout=Ignore"),
        options(cluster));
    cluster.begin(scenario.steps().getLast());
    assertEquals(OptionValue.Origin.FLAG + " mode=Paused", options(cluster).getFirst());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]                                | settings.options: an object is required",
        "{\"mode\":true}                   | settings.options.mode: a string or a number is required",
        "{\"mode\":\"Off\"}                | settings.options: default option \"mode\": \"Off\" is invalid; use Active, DryRun, Paused or ScaleUpOnly",
      })
  void invalidDefaultsAreRejected(String options, String message) {
    assertEquals(
        message, assertThrows(ScenarioFormatException.class, () -> scenario(options)).getMessage());
  }

  @Test
  void anUnknownKeyNamesTheKnownOnes() {
    String message =
        String.valueOf(
            assertThrows(ScenarioFormatException.class, () -> scenario("{\"mod\":\"x\"}"))
                .getMessage());
    assertTrue(
        message.startsWith("settings.options.mod: unknown field; use cpu-initialization-period, "),
        message);
  }
}
