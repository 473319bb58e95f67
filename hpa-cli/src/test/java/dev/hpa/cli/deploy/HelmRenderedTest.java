package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The objects of the chart equal those of the kustomizations. */
@EnabledIf(value = "dev.hpa.cli.deploy.Helm#present", disabledReason = Helm.NONE)
class HelmRenderedTest {

  private static final List<String> HELM_LABELS =
      List.of("app.kubernetes.io/managed-by", "app.kubernetes.io/version", "helm.sh/chart");

  @TempDir Path folder;

  static Stream<List<String>> choices() {
    String sharded = ManifestsTest.SHARDED_STATE;
    return Stream.concat(
        ManifestsTest.allBut(sharded).stream().map(List::of),
        Stream.of(
            List.of(),
            List.of("any-scale", "shadow"),
            List.of("shards", sharded),
            ManifestsTest.allBut("state", "shadow"),
            ManifestsTest.allBut("state")));
  }

  @ParameterizedTest
  @MethodSource("choices")
  void theChartEqualsTheKustomization(List<String> components) throws Exception {
    List<String> values = new ArrayList<>();
    for (String each : ManifestsTest.allBut("state", ManifestsTest.SHARDED_STATE)) {
      values.add(HelmChartTest.valueOf(each) + ".enabled=" + components.contains(each));
    }
    values.add("state.enabled=" + ManifestsTest.savesState(components));

    assertEquals(
        byName(Rendered.of(folder, components)),
        byName(template("namespace.create=true," + String.join(",", values))));
  }

  @Test
  void theDefaultsAreTheDropInOverlay() throws Exception {
    assertEquals(
        byName(Rendered.overlay(folder, "drop-in")), byName(template("namespace.create=true")));
    assertEquals(0, template("replicas=2").all("Namespace").count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"small", "medium", "large"})
  void aSizeSetsResourcesAndFlagsThatValuesOverride(String size) throws Exception {
    JsonNode values = HelmChartTest.values().path("sizes").path(size);

    Rendered rendered = template("size=" + size);

    assertEquals(values.path("resources"), rendered.container().path("resources"));
    values
        .path("flags")
        .properties()
        .forEach(
            each ->
                assertTrue(
                    rendered
                        .arguments()
                        .contains("--" + each.getKey() + "=" + each.getValue().asText()),
                    each.getKey()));
    List<String> overridden =
        template("size=" + size + ",flags.kube-api-qps=1500000,flags.feature-gates={A=true,B=true}")
            .arguments();
    assertTrue(overridden.contains("--kube-api-qps=1500000"), overridden::toString);
    assertTrue(
        overridden.containsAll(List.of("--feature-gates=A=true", "--feature-gates=B=true")),
        overridden::toString);
  }

  @Test
  void theHistoryOfTheDashboardIsAFlag() throws Exception {
    List<String> arguments = template("dashboard.enabled=true,dashboard.history=30m").arguments();
    assertTrue(arguments.containsAll(List.of("--dashboard", "--history=30m")), arguments::toString);
    assertFalse(
        template("dashboard.history=30m").arguments().contains("--history=30m"),
        arguments::toString);
  }

  @Test
  void alertsNameTheNamespaceAndTheManualOfTheRelease() throws Exception {
    String rules =
        Rendered.parse(
                Helm.run(
                    "template",
                    "hpa-controller",
                    HelmChartTest.CHART.toString(),
                    "--kube-version=1.36.0",
                    "--namespace=autoscale",
                    "--set=monitoring.enabled=true,"
                        + "monitoring.runbookBaseUrl=https://docs.example.com/"))
            .only("PrometheusRule")
            .toString();
    assertTrue(rules.contains("autoscale/hpa-controller"), rules);
    assertTrue(!rules.contains("hpa-system"), rules);
    assertTrue(rules.contains("https://docs.example.com/docs/troubleshoot.md#"), rules);
  }

  @Test
  void lintAcceptsTheChart() throws Exception {
    Helm.run("lint", "--strict", HelmChartTest.CHART.toString());
  }

  private static Rendered template(String values) throws Exception {
    return Rendered.parse(
        Helm.run(
            "template",
            "hpa-controller",
            HelmChartTest.CHART.toString(),
            "--kube-version=1.36.0",
            "--namespace=hpa-system",
            "--set=" + values));
  }

  private static Map<String, JsonNode> byName(Rendered rendered) {
    Map<String, JsonNode> objects = new TreeMap<>();
    for (JsonNode each : rendered.objects()) {
      if (each.at("/metadata/labels") instanceof ObjectNode labels) {
        labels.remove(HELM_LABELS);
      }
      objects.put(
          each.path("kind").asText()
              + " "
              + each.at("/metadata/namespace").asText()
              + "/"
              + each.at("/metadata/name").asText(),
          each);
    }
    return objects;
  }
}
