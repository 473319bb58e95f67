package dev.hpa.cli.recommend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.cli.Program;
import dev.hpa.cli.RangeServer;
import dev.hpa.controller.Manifests;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecommendCommandTest {
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: shop}
      spec:
        replicas: 4
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: app, image: web, resources: {requests: {cpu: 500m}, limits: {cpu: 600m}}}
      """;

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web, namespace: shop}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        minReplicas: 4
        maxReplicas: 20
        metrics:
        - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 40}}}
      """;

  @TempDir Path folder;

  private static double day(double hour) {
    return 3 + 2 * Math.sin((hour - 8) / 12 * Math.PI);
  }

  private static String csv(double hours, DoubleUnaryOperator load) {
    StringBuilder csv = new StringBuilder();
    for (int minute = 0; minute <= hours * 60; minute += 5) {
      csv.append(60 * minute)
          .append(String.format(Locale.ROOT, ",%.4f%n", load.applyAsDouble(minute / 60.0)));
    }
    return csv.toString();
  }

  private Program recommend(String autoscaler, String load, String... options) throws IOException {
    Path manifest = folder.resolve("web.yaml");
    Files.writeString(manifest, DEPLOYMENT + "---\n" + autoscaler);
    Path trace = folder.resolve("load.csv");
    Files.writeString(trace, load);
    List<String> args =
        new ArrayList<>(
            List.of("recommend", "-f", manifest.toString(), "--load", trace.toString()));
    args.addAll(List.of("--candidates", "20"));
    args.addAll(List.of(options));
    return Program.withSettings(folder, args);
  }

  @Test
  void cautiousTargetsAreRaised() throws IOException {
    Path report = folder.resolve("report.html");
    Program run =
        recommend(
            AUTOSCALER,
            csv(48, RecommendCommandTest::day),
            "-o",
            "json",
            "--report",
            report.toString());
    assertEquals(0, run.status(), run.err());
    JsonNode result = Json.tree(run.out());
    assertTrue(result.path("obstacle").isNull(), run.out());
    assertEquals(3, result.path("recommendations").size());
    for (JsonNode each : result.path("recommendations")) {
      assertTrue(each.path("saving").asDouble() > 0.1, each.toString());
      assertTrue(each.path("verified").path("meetsGoal").asBoolean(), each.toString());
      assertTrue(each.path("unserved").asDouble() <= 0.001, each.toString());
      assertFalse(each.path("changes").isEmpty(), each.toString());
    }
    assertTrue(
        result.path("recommendations").get(0).path("podHoursPerDay").asDouble()
            <= result.path("recommendations").get(2).path("podHoursPerDay").asDouble(),
        run.out());
    assertTrue(Files.readString(report, UTF_8).contains("Recommendation for shop/web"));
  }

  /** Every six hours the load rises to 15 times; more pods are there before. */
  @Tag("thorough")
  @Test
  void theForecastOfTheHpaIsReplayed() throws IOException {
    String load = csv(48, hour -> hour % 6 < 1 ? 15 : 1);
    String forecast =
        AUTOSCALER
            .replace("maxReplicas: 20", "maxReplicas: 200")
            .replace(
                "namespace: shop}",
                "namespace: shop, annotations: {hpa.dev/forecast: seasonal,"
                    + " hpa.dev/forecast-horizon: 10m, hpa.dev/forecast-season: 6h}}");
    String wide = AUTOSCALER.replace("maxReplicas: 20", "maxReplicas: 200");
    double without = podHours(recommend(wide, load, "-o", "json", "--only", "min"));
    double with = podHours(recommend(forecast, load, "-o", "json", "--only", "min"));
    assertTrue(with > 1.1 * without, with + " and " + without + " without a forecast");
  }

  private static double podHours(Program run) {
    return Json.tree(run.out()).at("/today/podHoursPerDay").asDouble();
  }

  /** One pod would serve the load at 100 % of the time at its maximum, and would not scale. */
  @Test
  void noSettingThatIsAlwaysAtItsMaximumIsRecommended() throws IOException {
    Program run =
        recommend(AUTOSCALER, csv(48, RecommendCommandTest::day), "-o", "json", "--capacity", "50");
    assertEquals(0, run.status(), run.err());
    JsonNode result = Json.tree(run.out());
    assertEquals("--capacity", result.at("/capacity/source").asText());
    for (JsonNode each : result.path("recommendations")) {
      assertTrue(each.path("atMax").asDouble() <= Goal.MAX_AT_MAX, each.toString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "limits: {cpu: 600m}                         | 0.6 | CPU request",
        "requests: {cpu: 500m}                       | 0.5 | CPU request",
        "requests: {cpu: 500m}, limits: {cpu: 600m}  | 0.5 | CPU request",
        "limits: {memory: 1Gi} | 1 | assumed without a CPU request; set --capacity",
      })
  void theCapacityHasASource(String resources, double cores, String source) throws IOException {
    Path manifest = folder.resolve("web.yaml");
    Files.writeString(
        manifest,
        DEPLOYMENT.replaceAll("resources: .*", "resources: {" + resources + "}}\n")
            + "---\n"
            + AUTOSCALER.replaceAll(
                "\\{type: Utilization.*", "{type: AverageValue, averageValue: 300m}}}"));
    Path trace = folder.resolve("load.csv");
    Files.writeString(trace, csv(48, RecommendCommandTest::day));
    Program run =
        Program.run(
            "",
            "recommend",
            "-f",
            manifest.toString(),
            "--load",
            trace.toString(),
            "--candidates",
            "10",
            "-o",
            "json");
    JsonNode capacity = Json.tree(run.out()).path("capacity");
    assertEquals(cores, capacity.path("perPod").asDouble(), 1e-9, run.out() + run.err());
    assertEquals("cores", capacity.path("unit").asText());
    assertEquals(source, capacity.path("source").asText());
  }

  @Test
  void theTextHasTodayTheRecommendationsAndAPatch() throws IOException {
    Program run = recommend(AUTOSCALER, csv(48, RecommendCommandTest::day));
    assertEquals(0, run.status(), run.err());
    for (String expected :
        List.of(
            "shop/web under ",
            "simulated days",
            "\ntoday ",
            "\ncheaper",
            "balanced",
            "safer",
            "kubectl patch hpa web -n shop --type merge",
            "Note: The load covers only 2 d")) {
      assertTrue(run.out().contains(expected), expected + " in " + run.out());
    }
  }

  @Test
  void aPatchIsADocumentOfItsOwn() throws IOException {
    Program run =
        recommend(
            AUTOSCALER, csv(24, RecommendCommandTest::day), "--patch", "cheaper", "-o", "json");
    assertEquals(0, run.status(), run.err());
    JsonNode patch = Json.tree(run.out());
    assertTrue(
        patch.at("/spec/metrics/0/resource/target/averageUtilization").asInt() > 40, run.out());
    assertTrue(patch.path("spec").path("scaleTargetRef").isMissingNode(), run.out());
  }

  private static List<String> properties(JsonNode result) {
    return result.at("/search/properties").valueStream().map(JsonNode::asText).toList();
  }

  /** The samples are 300 s apart. */
  @Test
  void whatTheSamplesDoNotShowIsNotChanged() throws IOException {
    Program run = recommend(AUTOSCALER, csv(48, RecommendCommandTest::day), "-o", "json");
    assertEquals(
        List.of(
            "target cpu",
            "minReplicas",
            "maxReplicas",
            "scaleDown window",
            "scaleDown tolerance",
            "scaleUp tolerance"),
        properties(Json.tree(run.out())));
    for (JsonNode each : Json.tree(run.out()).path("recommendations")) {
      JsonNode window = each.at("/patch/spec/behavior/scaleDown/stabilizationWindowSeconds");
      assertTrue(window.isMissingNode() || window.asInt() >= 300, each.toString());
    }
  }

  @Test
  void onlySomePropertiesAreChanged() throws IOException {
    String load = csv(48, RecommendCommandTest::day);
    Program only = recommend(AUTOSCALER, load, "--only", "target,min", "-o", "json");
    assertEquals(List.of("target cpu", "minReplicas"), properties(Json.tree(only.out())));
    Program kept = recommend(AUTOSCALER, load, "--keep", "behavior,options", "-o", "json");
    assertEquals(
        List.of("target cpu", "minReplicas", "maxReplicas"), properties(Json.tree(kept.out())));
  }

  /** The peak of the load needs about 13 of at most 20 replicas. */
  @Test
  void theMaximumIsNotLoweredUnlessAskedAndKeepsAReserve() throws IOException {
    String load = csv(48, RecommendCommandTest::day);
    JsonNode result = Json.tree(recommend(AUTOSCALER, load, "-o", "json").out());
    int peak = result.at("/today/peak").asInt();
    for (JsonNode each : result.path("recommendations")) {
      JsonNode max = each.at("/patch/spec/maxReplicas");
      assertTrue(max.isMissingNode() || max.asInt() > 20, each.toString());
    }
    assertEquals(20, SearchTest.all(1, 40).lowestMax(20, peak));
    SearchScope asked = new SearchScope(1, 40, true, EnumSet.allOf(Property.class), Duration.ZERO);
    assertEquals(13, asked.lowestMax(20, 10));
    assertEquals(20, asked.lowestMax(20, 19), "none is raised by the reserve");
  }

  @Test
  void costsConfidenceAndWhatEachChangeSavesAreShown() throws IOException {
    String load = csv(48, RecommendCommandTest::day);
    String autoscaler = AUTOSCALER.replace("minReplicas: 4", "minReplicas: 10");
    Program run =
        recommend(autoscaler, load, "--only", "target,min", "--price-per-pod-hour", "0.05");
    assertTrue(run.out().contains("Confidence: low, the load has less than a week"), run.out());
    assertTrue(run.out().contains("COST/DAY  COST/MONTH  SAVED/MONTH"), run.out());
    assertTrue(run.out().matches("(?s).*target cpu +40 % → \\d+ %: saves \\d+ %.*"), run.out());
    JsonNode result =
        Json.tree(
            recommend(
                    autoscaler,
                    load,
                    "--only=target,min",
                    "--price-per-pod-hour=2",
                    "--output=json")
                .out());
    assertEquals(
        2 * result.at("/today/podHoursPerDay").asDouble(),
        result.at("/today/costPerDay").asDouble(),
        0.01);
    assertEquals("low", result.path("confidence").asText());
    JsonNode cheaper = result.at("/recommendations/0");
    assertEquals("target cpu", cheaper.at("/changes/0/name").asText());
    assertTrue(
        cheaper.at("/changes/0/saving").asDouble() < cheaper.path("saving").asDouble(),
        cheaper.toString());
    assertFalse(cheaper.at("/changes/0/risks").isEmpty(), cheaper.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "short     | the load is too short: it covers 12.0 h; record at least 1 day, better 7",
        "constant  | the load is constant: there is nothing to scale for",
        "gaps      | the load has too many gaps: ",
        "at max    | the HPA asks for more than maxReplicas for ",
        "paused    | the HPA does not scale: its mode is Paused"
      })
  void theReasonIsStatedIfNothingCanBeRecommended(String what, String reason) throws IOException {
    String load =
        switch (what) {
          case "short" -> csv(12, RecommendCommandTest::day);
          case "constant" -> csv(24, hour -> 3);
          case "at max" -> csv(24, hour -> 20 + hour);
          case "gaps" -> csv(24, hour -> hour > 6 && hour < 18 ? Double.NaN : day(hour));
          default -> csv(24, RecommendCommandTest::day);
        };
    String autoscaler =
        what.equals("paused")
            ? AUTOSCALER.replace(
                "namespace: shop}", "namespace: shop, annotations: {hpa.dev/mode: Paused}}")
            : AUTOSCALER;
    Program run = recommend(autoscaler, load);
    assertEquals(1, run.status(), run.out() + run.err());
    assertTrue(run.out().contains("No recommendation: " + reason), run.out());
    assertFalse(run.out().contains("Patch for"), run.out());
  }

  @Test
  void theGoalMayBeOutOfReach() throws IOException {
    Program run =
        recommend(
            AUTOSCALER,
            csv(24, hour -> hour % 4 < 0.2 ? 9 : 1),
            "--max-unserved=0%",
            "--max-flaps=0/day",
            "--max-replicas=8",
            "--readiness-delay=10m");
    assertEquals(1, run.status(), run.out() + run.err());
    assertTrue(run.out().contains("no setting meets the goal: the closest has "), run.out());
    assertTrue(run.out().contains("ready after 604 s"), run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--max-unserved=1      | \"1\" is not a share in percent; use a value such as 0.1%",
        "--verify=0%           | 0% leaves nothing to verify with; use a share such as 30%",
        "--verify=100%         | 100% leaves nothing to search; use a share such as 30%",
        "--prometheus-label=a=b | has no effect without --prometheus; add its URL",
        "--max-flaps=4         | \"4\" is not a number per time; use a value such as 4/day",
        "--patch=best          | \"best\" is not a recommendation; use cheaper, balanced or safer",
        "--min-replicas=0      | \"0\" is less than 1; give 1 or more",
        "--only=targets        | \"targets\" is not a property; use target, min, max, windows,"
            + " policies, tolerance, options, requests, behavior",
        "--price-per-pod-hour=0 | \"0.0\" is not above 0; give a price such as 0.05",
        "--namespace=shop      | has no effect with --filename without NAME; remove it",
        "--last=7d             | has no effect without --prometheus; add its URL",
        "--prometheus=ftp://x  | cannot be used with --prometheus; remove one of them"
      })
  void errorsAreOneLine(String option, String message) throws IOException {
    Program run = recommend(AUTOSCALER, csv(24, RecommendCommandTest::day), option);
    assertEquals(2, run.status(), run.out());
    assertTrue(run.err().contains(": " + message), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void demandWithoutCpuNeedsACapacity() throws IOException {
    String external =
        AUTOSCALER.replaceAll(
            "- \\{type.*",
            "- {type: External, external: {metric: {name: q}, target: {type: AverageValue,"
                + " averageValue: 10}}}");
    Program run = recommend(external, csv(24, RecommendCommandTest::day));
    assertEquals(2, run.status());
    assertTrue(run.err().contains("--capacity: is required"), run.err());
  }

  @Test
  @Tag("security")
  void moreReplicasThanAClusterCanHaveAreRefused() throws IOException {
    Program run =
        recommend(
            AUTOSCALER
                .replace("minReplicas: 4", "minReplicas: 2147483647")
                .replace("maxReplicas: 20", "maxReplicas: 2147483647"),
            csv(1, RecommendCommandTest::day));
    assertEquals(2, run.status());
    assertEquals(
        "hpa: replicas: \"2147483647\" is more than 150000, the most that a replay supports; lower"
            + " minReplicas and maxReplicas\n",
        run.err());
  }

  @Test
  void aLiveAutoscalerWithItsLoadFromPrometheus() throws Exception {
    VirtualTimeline timeline = new VirtualTimeline(Instant.now().minus(Duration.ofMinutes(10)));
    Path kubeconfig = folder.resolve("kubeconfig");
    try (RangeServer prometheus = RangeServer.start(RecommendCommandTest::value);
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline))) {
      Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, DEPLOYMENT.replace("shop", "default"));
      Manifests.create(
          sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, AUTOSCALER.replace("shop", "default"));
      timeline.advance(Duration.ofMinutes(5));
      sandbox.writeKubeconfig(kubeconfig);
      Program run =
          Program.withSettings(
              folder,
              List.of(
                  "recommend",
                  "web",
                  "-n",
                  "default",
                  "--kubeconfig",
                  kubeconfig.toString(),
                  "--prometheus",
                  prometheus.url() + "/",
                  "--query",
                  "sum(cpu)",
                  "--last",
                  "1w1d",
                  "--horizontal-pod-autoscaler-sync-period",
                  "1m",
                  "--candidates",
                  "10"));
      assertEquals(0, run.status(), run.err());
      assertTrue(run.out().contains("default/web under query sum(cpu): "), run.out());
      assertTrue(
          run.out()
              .contains("A ready pod serves 0.5 cores (CPU request); a new one is ready after 9"),
          run.out());
      assertEquals(4, prometheus.queries().size(), prometheus.queries().toString());
      assertTrue(run.out().contains(" replicas on average; in the cluster 15.\n"), run.out());
      assertEquals("sum(cpu)", prometheus.queries().getFirst());
    }
  }

  private static double value(String query, long at) {
    double cores = day(at / 3600.0);
    return query.contains("kube_horizontalpodautoscaler_status_current_replicas")
        ? Math.ceil(cores / 0.2)
        : cores;
  }

  @Test
  void controlCharactersAreEscaped() throws IOException {
    Path manifest = folder.resolve("web.yaml");
    Files.writeString(manifest, DEPLOYMENT + "---\n" + AUTOSCALER);
    Path trace = folder.resolve("load\u001b[2J.csv");
    Files.writeString(trace, csv(48, RecommendCommandTest::day));
    Program run =
        Program.run(
            "",
            "recommend",
            "-f",
            manifest.toString(),
            "--load",
            trace.toString(),
            "--candidates",
            "10");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("load\\x1b[2J.csv"), run.out());
    assertFalse((run.out() + run.err()).contains("\u001b"), run.out() + run.err());
  }
}
