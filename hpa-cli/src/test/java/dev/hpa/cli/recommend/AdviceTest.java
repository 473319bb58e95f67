package dev.hpa.cli.recommend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.Program;
import dev.hpa.simulation.ReplayFigures;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.simulation.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Advice is careful: what nodes do not guarantee and servers do not keep is not recommended. */
class AdviceTest {
  private static final String MANIFEST =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: shop}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: app, image: web, resources: {requests: {cpu: 500m}, limits: {cpu: "1"}}}
      ---
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web, namespace: shop}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        minReplicas: 2
        maxReplicas: 20
        metrics:
        - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 40}}}
      """;

  @TempDir private Path folder;

  private static double waves(double hour) {
    return 3 + 2 * Math.sin((hour - 8) / 12 * Math.PI);
  }

  private Program recommend(String manifest, DoubleUnaryOperator load, String... options)
      throws IOException {
    Path file = folder.resolve("web.yaml");
    Files.writeString(file, manifest);
    StringBuilder csv = new StringBuilder();
    for (int minute = 0; minute < 48 * 60; minute++) {
      csv.append(60 * minute)
          .append(String.format(Locale.ROOT, ",%.4f%n", load.applyAsDouble(minute / 60.0)));
    }
    Path trace = folder.resolve("load.csv");
    Files.writeString(trace, csv);
    List<String> args =
        new ArrayList<>(List.of("recommend", "-f", file.toString(), "--load", trace.toString()));
    args.addAll(List.of(options));
    if (!args.contains("csv")) {
      args.addAll(List.of("-o", "json"));
    }
    if (!args.contains("--candidates=24")) {
      args.addAll(List.of("--candidates", "10"));
    }
    return Program.withSettings(folder, args);
  }

  private static List<String> properties(Program run) {
    return Json.tree(run.out())
        .at("/search/properties")
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }

  @Test
  void everyRecommendationServesTheLoadWithTheRequestsOfItsPods() throws IOException {
    JsonNode result = Json.tree(recommend(MANIFEST, AdviceTest::waves).out());
    assertEquals("0.5 cores (CPU request)", result.at("/capacity/text").asText());
    assertEquals(3, result.path("recommendations").size());
    for (JsonNode each : result.path("recommendations")) {
      assertTrue(each.path("unserved").asDouble() <= 0.001, each.toString());
    }
    assertTrue(
        result
            .path("warnings")
            .toString()
            .contains(
                "If a pod can use its CPU limit, 1 core, this is unserved: today 0 %, cheaper 0 %"),
        result.path("warnings").toString());
  }

  @Test
  void whatARequestServesIsStatedBesideAGivenCapacity() throws IOException {
    JsonNode result =
        Json.tree(recommend(MANIFEST, AdviceTest::waves, "--capacity=1", "--only=target").out());
    assertEquals("1 core (--capacity)", result.at("/capacity/text").asText());
    assertTrue(
        result
            .path("warnings")
            .toString()
            .contains("If a pod gets only its CPU request, 0.5 cores, this is unserved: today 0 %"),
        result.path("warnings").toString());
  }

  private JsonNode kept(String manifest) throws IOException {
    Program run =
        recommend(
            manifest,
            AdviceTest::waves,
            "--requests=keep-threshold",
            "--capacity=0.9",
            "--candidates=24",
            "--only=requests");
    assertEquals(0, run.status(), run.err());
    return Json.tree(run.out());
  }

  /** Pods have 200m at the target, whatever their request. */
  @Test
  void aRequestIsLoweredToWhatPodsUseAndItsTargetFollows() throws IOException {
    JsonNode result = kept(MANIFEST);
    JsonNode cheaper = result.at("/recommendations/0");
    int request = cheaper.path("requestMillicores").asInt();
    assertEquals(500, result.at("/today/requestMillicores").asInt());
    assertEquals(250, request);
    assertEquals(
        80, cheaper.at("/patch/spec/metrics/0/resource/target/averageUtilization").asInt());
    assertEquals(
        request + "m",
        cheaper
            .at("/workloadPatch/spec/template/spec/containers/0/resources/requests/cpu")
            .asText());
    double today = result.at("/today/coreHoursPerDay").asDouble();
    double then = cheaper.path("coreHoursPerDay").asDouble();
    assertTrue(then < 0.51 * today, then + " of " + today);
    assertTrue(then >= 24 * 3, then + " are less than what is used");
    assertTrue(
        cheaper.path("risks").toString().contains("A busy node guarantees a pod only its request"),
        cheaper.toString());
    JsonNode again =
        kept(
            MANIFEST
                .replace("cpu: 500m", "cpu: 250m")
                .replace("averageUtilization: 40", "averageUtilization: 80"));
    assertEquals(0, again.at("/recommendations/0/changes").size(), again.toString());
    assertTrue(again.path("keep").asBoolean());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "requests: {cpu: 500m}, limits: {cpu: \"1\"}|limits: {memory: 1Gi}|--requests|"
            + "--requests: the containers have no CPU request; set one, or remove the option",
        "image|image|--requests=half|"
            + "--requests: \"half\" is not keep-threshold; write NAME before it, or --requests=search",
        "resource: {name: cpu, target: {type: Utilization, averageUtilization: 40}}|"
            + "resource: {name: memory, target: {type: Utilization, averageUtilization: 40}}|"
            + "--requests --capacity=1|"
            + "--requests: the load is not CPU, so that what a pod uses is unknown; remove the option"
      })
  void requestsNeedACpuRequest(String from, String to, String options, String error)
      throws IOException {
    Program run = recommend(MANIFEST.replace(from, to), AdviceTest::waves, options.split(" "));
    assertEquals(2, run.status());
    assertTrue(run.err().contains(error), run.err());
  }

  @Test
  void aRowOfCsvHasTheFiguresAndTheChanges() throws IOException {
    Program run = recommend(MANIFEST, AdviceTest::waves, "--only=target", "-o", "csv");
    assertEquals(0, run.status(), run.err());
    List<String> lines = run.out().lines().toList();
    assertEquals(2, lines.size(), run.out());
    assertEquals(14, lines.getFirst().split(",").length);
    assertEquals(14, lines.getLast().split(",", -1).length);
    assertTrue(lines.getLast().startsWith("shop,web,"), run.out());
    assertTrue(lines.getLast().contains("target cpu 40 % → "), run.out());
  }

  /** A replica count of 2 is enough for 1.2 of 2 × 0.8 cores. */
  @Test
  void anHpaThatIsContentWithItsMaximumIsNotLimited() throws IOException {
    String small =
        MANIFEST
            .replace("maxReplicas: 20", "maxReplicas: 2")
            .replace("minReplicas: 2", "minReplicas: 1")
            .replace("cpu: 500m", "cpu: 1")
            .replace("averageUtilization: 40", "averageUtilization: 80");
    JsonNode result =
        Json.tree(recommend(small, hour -> 1.2 + 0.3 * Math.sin(hour / 12 * Math.PI)).out());
    assertTrue(result.path("obstacle").isNull(), result.toString());
    assertEquals(2, result.at("/today/peak").asInt());
    assertEquals(0, result.at("/today/atMax").asDouble());
  }

  private static boolean hasOptions(String managedFields, String... flags) {
    ScopeFlags scope = CommandLine.populateCommand(new ScopeFlags(), flags);
    return scope
        .scope(
            HpaVersion.V2.decode(
                """
                {"metadata": {"name": "web", "managedFields": [%s]}, "spec": {"maxReplicas": 3,
                 "scaleTargetRef": {"kind": "Deployment", "name": "web"}}}
                """
                    .formatted(managedFields)),
            Duration.ZERO)
        .has(Property.OPTIONS);
  }

  @Test
  void optionsAreRecommendedWhereTheyHaveAnEffect() {
    assertFalse(hasOptions(""));
    assertTrue(hasOptions("", "--options"));
    assertTrue(hasOptions("", "--only=target,options"));
    assertFalse(hasOptions("", "--options", "--keep=options"));
    String own = "{'manager': 'hpa-controller', 'subresource': 'status', 'time': '%s'}";
    String others =
        """
        {"manager": "kube-controller-manager", "subresource": "status", "time": "2026-01-02"},
        {"manager": "kubectl", "time": "2026-01-04"},\
        """;
    assertTrue(hasOptions(others + own.formatted("2026-01-03").replace("'", "\"")));
    assertFalse(hasOptions(others + own.formatted("2026-01-01").replace("'", "\"")));
  }

  /** The controller ignores it too. */
  @Test
  void anInvalidOptionIsIgnored() throws IOException {
    String invalid =
        MANIFEST.replace(
            "{name: web, namespace: shop}",
            "{name: web, namespace: shop, annotations: {hpa.dev/cpu-initialization-period: soon}}");
    Program run = recommend(invalid, AdviceTest::waves, "--options");
    assertEquals(0, run.status(), run.err());
    assertTrue(properties(run).contains("option cpu-initialization-period"), run.out());
  }

  private static ReplayWorkload workload(int minutes) {
    return ReplayWorkload.of(
        Instant.EPOCH,
        Duration.ofMinutes(1),
        List.of(Samples.of(new double[minutes + 16])),
        1,
        Map.of(),
        Duration.ZERO,
        1);
  }

  /** Loads have a warm-up of 15 minutes here. */
  @ParameterizedTest
  @CsvSource({"10079, 7, 5", "10080, 7, 5", "10050, 7, 5", "2879, 2, 1", "1439, 1, 0"})
  void theVerifiedPartBeginsWhereTheSearchedOneEnds(int minutes, int days, int searched) {
    ReplayWorkload plain = workload(minutes);
    ReplayWorkload whole = plain.between(0, plain.demand().size(), Duration.ofMinutes(15));
    Parts parts = Parts.of(whole, 0.3);
    assertEquals(
        Parts.counted(whole),
        Parts.counted(parts.search()).plus(Parts.counted(parts.verification())));
    assertEquals(days, Parts.days(Parts.counted(whole)));
    if (searched > 0) {
      assertEquals(Duration.ofDays(searched), Parts.counted(parts.search()));
    }
    assertEquals(Duration.ofHours(1), parts.verification().warmUp());
  }

  private static ReplayFigures figures(double podHours, double unserved) {
    return new ReplayFigures(
        Duration.ofDays(1),
        podHours,
        unserved,
        unserved,
        unserved,
        Duration.ZERO,
        null,
        null,
        0,
        0,
        1,
        0,
        1,
        0);
  }

  @ParameterizedTest
  @CsvSource({
    "94, 0.0009,   true,  a tenth for ten times",
    "89, 0.0009,   false, more than a tenth",
    "94, 0.0003,   false, less than ten times",
    "94, 0.000009, false, next to nothing is unserved"
  })
  void aTenthIsNotSavedForTenTimesTheUnservedDemand(
      double podHours, double unserved, boolean isPoor, String why) {
    Goal goal = new Goal(0.001, 4, 0.05, Goal.Reserve.NONE);
    double before = unserved < 0.0001 ? 0 : 0.00005;
    assertEquals(isPoor, goal.isPoorTrade(figures(podHours, unserved), figures(100, before)), why);
  }

  @Test
  void whatMissesTheGoalIsNamed() {
    Goal goal = new Goal(0.001, 4, 0.05, Goal.Reserve.NONE);
    assertEquals(List.of(), goal.missed(figures(1, 0)));
    assertEquals(List.of("unserved"), goal.missed(figures(1, 0.01)));
  }
}
