package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateCommandTest {

  private static final String CPU =
      "- {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
          + " 50}}}";

  private final Path folder;

  SimulateCommandTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static String autoscaler(String kind, int min, int max, String metric, String behavior) {
    return """
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: web, namespace: shop}
    spec:
      scaleTargetRef: {apiVersion: apps/v1, kind: %s, name: web}
      minReplicas: %d
      maxReplicas: %d
      metrics:
      %s
      behavior: {%s}
    """
        .formatted(kind, min, max, metric, behavior);
  }

  private static String autoscaler(int min, int max, String metric) {
    return autoscaler("Deployment", min, max, metric, "");
  }

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    return file.toString();
  }

  private Program simulate(String manifest, String load, String... options) throws IOException {
    List<String> args = new ArrayList<>();
    args.add("simulate");
    args.addAll(List.of("-f", file("hpa.yaml", manifest), "--load", file("load.csv", load)));
    args.addAll(List.of(options));
    return Program.withSettings(folder, args);
  }

  private JsonNode variant(String manifest, String load, String... options) throws IOException {
    List<String> args = new ArrayList<>(List.of(options));
    args.addAll(List.of("-o", "json"));
    Program run = simulate(manifest, load, args.toArray(String[]::new));
    assertEquals(0, run.status(), run.err());
    return Json.tree(run.out()).path("variants").path(0);
  }

  private static void assertSettled(int replicas, JsonNode variant) {
    assertEquals(
        replicas, variant.at("/summary/minReplicas").asInt(), variant.path("summary").toString());
    assertEquals(
        replicas, variant.at("/summary/maxReplicas").asInt(), variant.path("summary").toString());
    assertEquals(0, variant.at("/summary/failed").asInt(), variant.at("/failures").toString());
  }

  @Test
  void replicasSettleUnderConstantLoad() throws IOException {
    // 2 cores at half of 500m each are 8 pods.
    JsonNode variant = variant(autoscaler(1, 20, CPU), "0,2\n1h,2", "--request", "cpu=500m");
    assertSettled(8, variant);
    assertEquals(8, variant.at("/summary/podHours").asDouble());
    assertEquals(0, variant.at("/summary/unservedShare").asDouble());
    assertEquals(240, variant.at("/summary/decisions").asInt());
    assertEquals(241, variant.path("timeline").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "- {type: External, external: {metric: {name: q}, target: {type: AverageValue,"
            + " averageValue: 10}}} |",
        "- {type: Pods, pods: {metric: {name: q}, target: {type: AverageValue, averageValue: 10}}}"
            + " |",
        "- {type: Object, object: {metric: {name: q}, describedObject: {kind: Service, name: s},"
            + " target: {type: AverageValue, averageValue: 10}}} |",
        "- {type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue:"
            + " 100m}}} | --cpu-per-unit=10m",
        "- {type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue:"
            + " 10Mi}}} | --memory-per-unit=1Mi",
        "- {type: ContainerResource, containerResource: {name: cpu, container: app, target: {type:"
            + " Utilization, averageUtilization: 50}}} | --cpu-per-unit=10m --request=cpu=200m",
      })
  void everyMetricTypeFollowsTheDemand(String metric, String options) throws IOException {
    String[] given = options == null ? new String[0] : options.split(" ");
    assertSettled(6, variant(autoscaler(1, 20, metric), "0,58\n20m,58", given));
  }

  @Test
  void metricCanHaveASeparateTrace() throws IOException {
    String metric =
        "- {type: External, external: {metric: {name: q}, target: {type: AverageValue,"
            + " averageValue:"
            + " 10}}}";
    String own = file("q.csv", "0,31\n20m,31");
    JsonNode variant = variant(autoscaler(1, 20, metric), "0,500\n20m,500", "--metric", "q=" + own);
    assertSettled(4, variant);
    assertTrue(variant.at("/summary/unservedShare").isNull(), "the capacity of a pod is unknown");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Deployment", "StatefulSet", "ReplicaSet", "Rollout"})
  void workloadsAreReadFromTheFiles(String kind) throws IOException {
    String group = kind.equals("Rollout") ? "argoproj.io/v1alpha1" : "apps/v1";
    String manifest =
        """
        apiVersion: %s
        kind: %s
        metadata: {name: web, namespace: shop}
        spec:
          replicas: 3
          selector: {matchLabels: {app: w}}
          template:
            metadata: {labels: {app: w}}
            spec: {containers: [{name: a, image: a, resources: {limits: {cpu: 400m}}}]}
        ---
        """
                .formatted(group, kind)
            + autoscaler(kind, 1, 20, CPU, "").replace("apps/v1", group);
    JsonNode variant = variant(manifest, "0,1\n20m,1");
    assertSettled(5, variant);
    assertEquals(0.4, variant.path("capacityPerPod").asDouble());
    assertEquals(kind.equals("Rollout"), variant.has("note"));
  }

  @Test
  void demandBeyondTheReadyPodsIsUnserved() throws IOException {
    String metric =
        "- {type: Pods, pods: {metric: {name: rps}, target: {type: AverageValue, averageValue:"
            + " 1}}}";
    JsonNode summary =
        variant(autoscaler(2, 2, metric), "0,0\n10m,0\n10m,3\n20m,3", "--capacity", "1")
            .path("summary");
    assertEquals(1 / 3.0, summary.path("unservedShare").asDouble(), 1e-6);
    assertEquals(10, summary.path("unservedMinutes").asDouble());
    assertEquals("2000-01-01T00:10:00Z", summary.path("worstMinute").asText());
    assertEquals(1 / 3.0, summary.path("worstMinuteShare").asDouble(), 1e-6);
    assertEquals(10, summary.path("minutesAtMax").asDouble());
    JsonNode elasticity = summary.path("elasticity");
    assertEquals(1 / 6.0, elasticity.path("under").asDouble(), 1e-6, "1 of 3 for half the time");
    assertEquals(0.5, elasticity.path("underTime").asDouble(), 1e-6);
    assertEquals(0.5, elasticity.path("over").asDouble(), 1e-6, "2 and not 1 for the other half");
    assertEquals(0.5, elasticity.path("overTime").asDouble(), 1e-6);
  }

  @Test
  void longerStabilizationWindowFlapsLess() throws IOException {
    StringBuilder waves = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      waves.append(i * 10).append("m,1\n").append(i * 10 + 5).append("m,3\n");
    }
    String manifest =
        autoscaler("Deployment", 1, 30, CPU, "scaleDown: {stabilizationWindowSeconds: 0}");
    String calm =
        manifest.replace("Seconds: 0", "Seconds: 900").replace("name: web,", "name: calm,");
    Program run =
        simulate(
            manifest + "---\n" + calm,
            waves.toString(),
            "--request",
            "cpu=500m",
            "--startup-cpu-duration",
            "0s",
            "-o",
            "json");
    JsonNode variants = Json.tree(run.out()).path("variants");
    assertEquals("hpa:web", variants.at("/0/name").asText());
    assertEquals("hpa:calm", variants.at("/1/name").asText());
    assertTrue(variants.at("/0/summary/flaps").asInt() > 10, run.out());
    assertEquals(0, variants.at("/1/summary/flaps").asInt());
    assertTrue(
        variants.at("/1/summary/podHours").asDouble()
            > variants.at("/0/summary/podHours").asDouble());
  }

  @Test
  void replicasStayWithinTheirBounds() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 12; round++) {
      int min = 1 + random.nextInt(4);
      int max = min + random.nextInt(9);
      StringBuilder load = new StringBuilder();
      for (int minute = 0; minute <= 60; minute += 1 + random.nextInt(9)) {
        load.append(minute).append("m,").append(random.nextInt(400) * 10).append("m\n");
      }
      load.append("61m,1");
      JsonNode variant =
          variant(
              autoscaler(min, max, CPU),
              load.toString(),
              "--request",
              "cpu=250m",
              "--replicas",
              String.valueOf(random.nextInt(20)));
      JsonNode summary = variant.path("summary");
      for (JsonNode moment : variant.path("timeline")) {
        int replicas = moment.path("replicas").asInt();
        assertTrue(replicas >= min && replicas <= max, "round " + round + ": " + moment);
        assertTrue(moment.path("unserved").asDouble() >= 0);
        assertTrue(moment.path("ready").asInt() <= moment.path("pods").asInt());
      }
      assertTrue(
          summary.path("minReplicas").asDouble() <= summary.path("avgReplicas").asDouble()
              && summary.path("avgReplicas").asDouble() <= summary.path("maxReplicas").asDouble());
      assertEquals(
          variant.path("scaleEvents").size(),
          summary.path("scaleUps").asInt() + summary.path("scaleDowns").asInt());
    }
  }

  @Test
  void scalesUpFromZeroOnDemand() throws IOException {
    String metric =
        "- {type: External, external: {metric: {name: q}, target: {type: AverageValue,"
            + " averageValue:"
            + " 10}}}";
    JsonNode variant =
        variant(
            autoscaler(0, 5, metric),
            "0,0\n10m,0\n10m,20\n20m,20",
            "--feature-gates",
            "HPAScaleToZero=true");
    assertEquals(0, variant.at("/summary/minReplicas").asInt(), variant.path("summary").toString());
    assertEquals(2, variant.at("/summary/maxReplicas").asInt());
  }

  @Test
  void aShortRunIsAsRecorded() throws IOException {
    Program run =
        simulate(
            autoscaler(1, 10, CPU),
            "0,500m\n1m,500m\n1m,2\n3m,2",
            "--request",
            "cpu=500m",
            "--limit",
            "cpu=1",
            "-o",
            "json");
    assertEquals(0, run.status(), run.err());
    assertEquals(resource("short-run.json"), run.out().replace(folder + "/", ""));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = SimulateCommandTest.class.getResourceAsStream("simulate/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theSameInputGivesTheSameOutput() throws IOException {
    for (String form : List.of("text", "json", "yaml", "csv")) {
      String[] options = {"--request", "cpu=500m", "-o", form};
      String load = "0,500m\n5m,3\n10m,1";
      Program first = simulate(autoscaler(1, 10, CPU), load, options);
      assertEquals(0, first.status(), first.err());
      assertEquals(first.out(), simulate(autoscaler(1, 10, CPU), load, options).out());
    }
  }

  @Test
  void outputFormatsContainTheSameData() throws IOException {
    String manifest = autoscaler(1, 10, CPU);
    String load = "0,500m\n2m,3";
    JsonNode json = Json.tree(simulate(manifest, load, "--request=cpu=1", "-o=json").out());
    String yaml = simulate(manifest, load, "--request=cpu=1", "-o=yaml").out();
    assertEquals(Json.text(json), Json.text(Json.tree(new YAMLMapper().readTree(yaml).toString())));
    List<String> csv = simulate(manifest, load, "--request=cpu=1", "-o=csv").lines();
    assertEquals(
        "time,variant,demand,capacity,unserved,replicas,desired,ready,pods,min,max",
        csv.getFirst());
    assertEquals(1 + json.at("/variants/0/timeline").size(), csv.size());
    assertEquals("2000-01-01T00:00:00Z,hpa,0.5,1,0,1,1,1,1,1,10", csv.get(1));
  }

  @Test
  void textShowsAssumptionsFiguresAndCharts() throws IOException {
    Program run =
        simulate(
            autoscaler(1, 10, CPU),
            "0,500m\n5m,3\n10m,1",
            "--request=cpu=500m",
            "--limit=cpu=500m");
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.out()
            .contains(
                "  Resource cpu at 50 % of requests ← demand in cores, shared by ready pods\n"
                    + "  Deployment web is not in the files: created with requests cpu=500m, limits"
                    + " cpu=500m\n"),
        run.out());
    assertTrue(run.out().contains("\nVARIANT  REPLICAS  AVG"), run.out());
    assertTrue(run.lines().stream().anyMatch(line -> line.matches("demand +[▁-█ ]+ +to 3")));
    assertFalse(run.out().contains("\u001b"), "no colours but on a terminal");
  }

  @Test
  void failedDecisionsAreReported() throws IOException {
    String manifest =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: shop}
        spec:
          selector: {matchLabels: {app: w}}
          template:
            metadata: {labels: {app: w}}
            spec: {containers: [{name: a, image: a}]}
        ---
        """
            + autoscaler(1, 20, CPU);
    Program run = simulate(manifest, "0,1\n1m,1");
    assertEquals(0, run.status());
    assertTrue(run.out().contains("4 (4 failed)"), run.out());
    assertTrue(run.out().contains("missing request for cpu in container a"), run.out());
  }

  @Test
  void reportContainsTheWholeResult() throws IOException {
    Path report = folder.resolve("new/report.html");
    Program run =
        simulate(
            autoscaler(1, 10, CPU), "0,1\n5m,3", "--request=cpu=1", "--report", report.toString());
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().endsWith("Report: " + report + "\n"), run.out());
    String page = Files.readString(report);
    String start = "<script type=\"application/json\" id=\"recording\">";
    int from = page.indexOf(start) + start.length();
    JsonNode data = Json.tree(page.substring(from, page.indexOf("</script>", from)));
    assertEquals("hpa", data.at("/variants/0/name").asText());
    assertEquals(Json.tree("[0,1]"), data.at("/load/line/0"));
    assertEquals(Json.tree("[300,3]"), data.at("/load/line/1"));
    assertEquals(0, data.at("/variants/0/replicas/0/0").asInt());
    assertEquals(
        300,
        data.at("/variants/0/ready").path(data.at("/variants/0/ready").size() - 1).path(0).asInt());
    assertFalse(page.contains("{{"), "every part of the page is filled in");
  }

  /** Noise every 15 s, so that an omitted point of the demand would be visible. */
  private static String noise(int days, double peak) {
    Random random = new Random(3);
    StringBuilder load = new StringBuilder();
    for (int i = 0; i < days * 5760; i++) {
      double value = i == 20_001 ? peak : 2 + 2 * random.nextDouble();
      load.append(i * 15).append(',').append(Math.round(value * 10_000) / 10_000.0).append('\n');
    }
    return load.toString();
  }

  @Test
  void theReportOfAWeekIsSmallAndShowsEveryPeak() throws IOException {
    Path report = folder.resolve("week.html");
    // Constant replicas, so that the test exercises the report; unserved demand changes every 15 s.
    Program run =
        simulate(
            autoscaler(2, 2, CPU),
            noise(7, 23.3599),
            "--request=cpu=500m",
            "--limit=cpu=1",
            "--report",
            report.toString());
    assertEquals(0, run.status(), run.err());
    assertTrue(Files.size(report) < 3_000_000, Files.size(report) + " bytes");
    String page = Files.readString(report);
    assertTrue(page.contains(",23.3599]"), "the peak is drawn");
    assertTrue(run.lines().stream().anyMatch(line -> line.matches("demand .* to 23.3599")));
    assertTrue(run.out().contains("╵1 d"), run.out());
  }

  private static final String WEEKEND =
      """
      2026-03-07T12:00:00Z,1
      2026-03-07T15:00:00Z,1
      2026-03-07T18:00:00Z,NaN
      2026-03-07T21:00:00Z,3
      2026-03-08T00:00:00Z,1
      2026-03-08T12:00:00Z,100
      """;

  @Test
  void datesAreOnTheAxisOfARunOfSeveralDays() throws IOException {
    Program run = simulate(autoscaler(1, 10, CPU), WEEKEND, "--request=cpu=500m");
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.lines().stream().anyMatch(line -> line.matches(" +╵12:00 +╵18:00 +╵03-08 +╵06:00")),
        run.out());
  }

  @Test
  void gapsAreReportedAndExcludedFromFigures() throws IOException {
    Program run = simulate(autoscaler(1, 10, CPU), WEEKEND, "--request=cpu=500m");
    assertTrue(
        run.out()
            .contains(
                "load.csv: 2 gaps, 18 h in total, the longest 12 h from 2026-03-08 00:00:00 UTC;"
                    + " they are interpolated and excluded from the demand figures.\n"),
        run.out());
    assertTrue(run.out().contains(" 5 points; demand 1 to 100, 1.5 on average."), run.out());
    assertTrue(
        run.lines().stream().anyMatch(line -> line.matches("demand {4}[▁-█]+ +[▁-█]+ +█? +to 100")),
        run.out());
    JsonNode load =
        Json.tree(simulate(autoscaler(1, 10, CPU), WEEKEND, "--request=cpu=500m", "-o=json").out())
            .path("load");
    assertEquals(64_800, load.path("gapSeconds").asInt());
    assertEquals("2026-03-07T15:00:00Z", load.at("/gaps/0/from").asText());
    assertEquals("2026-03-07T21:00:00Z", load.at("/gaps/0/to").asText());
  }

  @Test
  void noDemandIsShownInAGap() throws IOException {
    List<String> lines =
        simulate(autoscaler(1, 10, CPU), WEEKEND, "--request=cpu=500m", "-o=csv").lines();
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("2026-03-07T18:00:00Z,hpa,,")),
        "neither demand nor unserved demand is known");
    assertTrue(
        lines.stream().anyMatch(line -> line.matches("2026-03-07T18:00:00Z,hpa,,[0-9.]+,,.*")));
  }

  @Test
  void gapsCanHoldThePreviousValue() throws IOException {
    String[] options = {"--request=cpu=500m", "--from=9h", "--duration=10h", "-o=json"};
    String[] held = {"--request=cpu=500m", "--from=9h", "--duration=10h", "-o=json", "--gaps=hold"};
    JsonNode straight = variantOf(simulate(autoscaler(1, 60, CPU), WEEKEND, options));
    JsonNode hold = variantOf(simulate(autoscaler(1, 60, CPU), WEEKEND, held));
    assertTrue(
        straight.at("/summary/maxReplicas").asInt() == 60, straight.path("summary").toString());
    assertTrue(hold.at("/summary/maxReplicas").asInt() < 20, hold.path("summary").toString());
  }

  private static JsonNode variantOf(Program run) {
    assertEquals(0, run.status(), run.err());
    return Json.tree(run.out()).path("variants").path(0);
  }

  @Test
  void gapsCanBeRefused() throws IOException {
    Program run = simulate(autoscaler(1, 10, CPU), WEEKEND, "--request=cpu=500m", "--gaps=fail");
    assertEquals(2, run.status());
    assertEquals(
        "hpa: load.csv: 2 gaps, 18 h in total, the longest 12 h from 2026-03-08 00:00:00 UTC; use"
            + " another recording, or write gaps: interpolate or hold in the file of --config\n",
        run.err().replace(folder + "/", ""));
    assertEquals(
        0,
        simulate(
                autoscaler(1, 10, CPU),
                WEEKEND,
                "--request=cpu=500m",
                "--gaps=fail",
                "--duration=1h")
            .status(),
        "gaps outside of the counted time");
  }

  @Test
  @Tag("security")
  void aLoadOfCenturiesIsRefused() throws IOException {
    Program run = simulate(autoscaler(1, 10, CPU), "0s,1\n2540400h,1", "--request=cpu=500m");
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(" steps of 15s, and the memory has room for "), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void inapplicableOptionsAreNotOffered() throws IOException {
    String help = Program.run("", "simulate", "--help").out();
    for (String option :
        List.of(
            "--horizontal-pod-autoscaler-deletion-cost-hints",
            "--concurrent-horizontal-pod-autoscaler-syncs",
            "--scale-reads",
            "--max-cache-staleness",
            "--stagger-namespaces",
            "--shadow")) {
      assertFalse(help.contains(option), option);
      assertEquals(2, simulate(autoscaler(1, 10, CPU), "0,1\n1m,1", option).status(), option);
    }
    assertTrue(help.contains("  hpa simulate -f web.yaml --load day.csv"), help);
  }

  @Test
  void flagsOfTheControllersFileApply() throws IOException {
    String config =
        file(
            "config.yaml",
            """
            horizontal-pod-autoscaler-tolerance: 0.9
            horizontal-pod-autoscaler-sync-period: 30s
            concurrent-horizontal-pod-autoscaler-syncs: 20
            """);
    String[] tuned = {"--request=cpu=500m", "--config=" + config, "-o=json"};
    String load = "0,500m\n5m,2\n10m,2";
    JsonNode result = Json.tree(simulate(autoscaler(1, 10, CPU), load, tuned).out());
    assertEquals(30, result.path("syncPeriodSeconds").asInt());
    assertEquals(1, result.at("/variants/0/scaleEvents").size(), "only far from the target");
  }

  @Test
  void settingsOfTheFileAreNotOnTheCommandLine() throws IOException {
    String config = file("settings.yaml", "startup-cpu-share: 2\nseed: 4\nwarm-up: many\n");
    Program wrong =
        simulate(autoscaler(1, 10, CPU), "0,1\n1m,1", "--request=cpu=1", "--config=" + config);
    assertEquals(2, wrong.status());
    assertTrue(
        wrong.err().startsWith("hpa: " + config + ": --warm-up: \"many\" is not"), wrong.err());
    Program moved = Program.run("", "simulate", "--startup-cpu-share=2");
    assertEquals(2, moved.status());
    assertTrue(
        moved.err().contains("only the file of --config sets it; write startup-cpu-share: VALUE"),
        moved.err());
  }

  @Test
  void aMistakeInTheControllersFileIsNamed() throws IOException {
    String config = file("config.yaml", "kube-api-qps: 100\ntolerance: 0.3\n");
    Program run =
        simulate(autoscaler(1, 10, CPU), "0,1\n1m,1", "--request=cpu=1", "--config=" + config);
    assertEquals(2, run.status());
    assertTrue(run.err().startsWith("hpa: " + config + ":2: tolerance: unknown"), run.err());
  }

  @Test
  void simulatesPartOfALoad() throws IOException {
    Program run =
        simulate(
            autoscaler(1, 10, CPU),
            "2026-03-02T00:00:00Z,1\n2026-03-03T00:00:00Z,1",
            "--request=cpu=1",
            "--from=8h",
            "--duration=30s",
            "-o=csv");
    assertEquals(
        List.of("2026-03-02T08:00:00Z", "2026-03-02T08:00:15Z", "2026-03-02T08:00:30Z"),
        run.lines().stream().skip(1).map(line -> line.substring(0, 20)).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "cpu  | 0,1/1m,1 |                     | hpa.yaml document 1: spec.metrics: utilization of"
            + " cpu needs the requests of the pods; add the workload to the files, or give"
            + " --request cpu=500m",
        "max  | 0,1/1m,1 | --request=cpu=1     | hpa.yaml document 1: spec.maxReplicas: Invalid"
            + " value: 0: must be greater than or equal to `minReplicas` (and 1 more; run hpa lint"
            + " to list all)",
        "name | 0,1/1m,1 | --request=cpu=1     | hpa.yaml document 1: spec.replicas: strict"
            + " decoding error: unknown field \"spec.replicas\"",
        "none | 0,1/1m,1 |                     | hpa.yaml: contains no HorizontalPodAutoscaler;"
            + " add one",
        "cpu  | 0,1      | --request=cpu=1     | load.csv: has no samples after"
            + " 2000-01-01T00:00:00Z; give --duration, or another --from",
        "cpu  | 0,1/x    | --request=cpu=1     | load.csv, line 2: there are 1 columns; write two,"
            + " time and value, such as 2026-03-02T08:00:00Z,3.5",
        "cpu  | 0,1/1m,1 | --request=cpu=much  | --request cpu: \"much\" is not a positive"
            + " quantity; use a value such as 2, 250m or 1Gi",
        "cpu  | 0,1/1m,1 | --request=cpu=1 --from=noon | --from noon: is not a time; write"
            + " 2026-03-02T08:00:00Z, or 8h for 8 hours after the start",
        "cpu  | 0,1/1m,1 | --request=cpu=1 --warm-up=-1s | --warm-up: the duration is negative;"
            + " give a duration like 10m",
        "cpu  | 0,1/1m,1 | --request=cpu=1 --capacity=0 | --capacity: \"0\" is not a positive"
            + " quantity; use a value such as 2, 250m or 1Gi",
        "cpu  | 0,1/1m,1 | --request=cpu=1 --sample-interval=0s | --sample-interval: the duration"
            + " is not greater than 0; give a duration like 15s",
        "cpu  | 0,1/1m,NaN/2m,1 | --request=cpu=1 --from=30s --duration=30s | load.csv: has no"
            + " samples from 2000-01-01T00:00:30Z to 2000-01-01T00:01:00Z; choose another time"
            + " with --from and --duration",
      })
  void mistakes(String manifest, String load, String options, String message) throws IOException {
    String good = autoscaler(1, 10, CPU);
    String text =
        switch (manifest) {
          case "max" -> good.replace("maxReplicas: 10", "maxReplicas: 0").replace("min", "#");
          case "name" -> good.replace("minReplicas: 1", "replicas: 1");
          case "none" -> "kind: Service\napiVersion: v1\nmetadata: {name: web}";
          default -> good;
        };
    Program run =
        simulate(
            text, load.replace("/", "\n"), options == null ? new String[0] : options.split(" "));
    assertEquals("hpa: " + message + "\n", run.err().replace(folder + "/", ""));
    assertEquals(2, run.status());
    assertEquals("", run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replicas: three | hpa.yaml document 1: spec.replicas: \"three\" is not a whole number from"
            + " 0 on; correct it",
        "replicas: 1     | --request, --limit: all workloads are in the files; set requests and"
            + " limits there",
        "replicas: -1    | hpa.yaml document 1: spec.replicas: \"-1\" is not a whole number from 0"
            + " on; correct it",
      })
  void invalidWorkloadsAreUsageErrors(String field, String message) throws IOException {
    String manifest =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: shop}
        spec:
          %s
          selector: {matchLabels: {app: w}}
          template:
            metadata: {labels: {app: w}}
            spec: {containers: [{name: a, image: a, resources: {requests: {cpu: 1}}}]}
        ---
        """
                .formatted(field)
            + autoscaler(1, 20, CPU);
    boolean unused = message.startsWith("--request");
    Program run =
        simulate(manifest, "0,1\n1m,1", unused ? new String[] {"--request=cpu=1"} : new String[0]);
    assertTrue(run.err().endsWith(message + "\n"), run.err());
    assertEquals(2, run.status());
  }

  @Test
  void theLoadIsRequired() throws IOException {
    Program run = Program.run("", "simulate", "-f", file("hpa.yaml", autoscaler(1, 10, CPU)));
    assertEquals(2, run.status());
    assertTrue(run.err().contains("give --load FILE, or --prometheus URL"), run.err());
  }

  @Test
  void theExamplesRun() {
    Path examples = Path.of("../docs/examples/simulate");
    Program run =
        Program.run(
            "",
            "simulate",
            "-f",
            examples.resolve("now.yaml").toString(),
            "-f",
            examples.resolve("calm.yaml").toString(),
            "-f",
            examples.resolve("hasty.yaml").toString(),
            "--load",
            examples.resolve("day.csv").toString(),
            "-o",
            "json");
    assertEquals(0, run.status(), run.err());
    JsonNode variants = Json.tree(run.out()).path("variants");
    assertTrue(unserved(variants, 1) < unserved(variants, 0), "calm has more room");
    assertTrue(unserved(variants, 0) < unserved(variants, 2), "hasty has less");
    variants.forEach(each -> assertEquals(5760, each.at("/summary/decisions").asInt()));
  }

  private static double unserved(JsonNode variants, int index) {
    return variants.path(index).at("/summary/unservedShare").asDouble();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://me:secret@127.0.0.1:1",
        "http://me:se%cret@127.0.0.1:1",
        "http://me:secret@127.0.0.1:1/ x",
        "ftp://me:secret@127.0.0.1:1"
      })
  void thePasswordOfAPrometheusUrlIsNotPrinted(String url) {
    Program run = Program.run(CPU, "simulate", "-f", "-", "--prometheus", url, "--query", "up");
    assertEquals(2, run.status(), run.out());
    assertEquals(
        "hpa: --prometheus: the URL is invalid; use http or https with a host, and without user,"
            + " query and fragment\n",
        run.err());
  }

  @Test
  @Tag("security")
  void moreReplicasThanAClusterCanHaveAreRefused() throws IOException {
    Program run =
        simulate(
            autoscaler(Integer.MAX_VALUE, Integer.MAX_VALUE, CPU),
            "time,value\n0,1\n600,1\n",
            "--request",
            "cpu=500m");
    assertEquals(2, run.status());
    assertEquals(
        "hpa: hpa: replicas: \"2147483647\" is more than 150000, the most that a replay supports;"
            + " lower minReplicas and maxReplicas\n",
        run.err());
  }
}
