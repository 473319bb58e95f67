package dev.hpa.cli;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.app.cli.FlagFixtures;
import dev.hpa.cli.commands.FileSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class HpaCommandTest {

  private static final String SCENARIO =
      """
      name: doubling
      steps:
      - at: 0s
        apply:
        - kind: HorizontalPodAutoscaler
          apiVersion: autoscaling/v2
          metadata: {name: web, namespace: shop}
          spec:
            scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
            maxReplicas: 10
            metrics:
            - type: External
              external: {metric: {name: queue}, target: {type: AverageValue, averageValue: "10"}}
        - kind: Scale
          metadata: {name: web, namespace: shop}
          spec: {replicas: 2}
          status: {replicas: 2, selector: app=web}
        - kind: ExternalMetricValueList
          metadata: {namespace: shop}
          items: [{metricName: queue, value: "40"}]
      """;

  private final Path folder;

  HpaCommandTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private record Run(int status, String out, String err) {}

  private static Run run(String... args) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
      int status = HpaCommand.execute(args);
      System.out.flush();
      System.err.flush();
      Run run =
          new Run(
              status,
              outBytes.toString(StandardCharsets.UTF_8),
              errBytes.toString(StandardCharsets.UTF_8));
      assertFalse(run.err().contains("\tat "), run.err());
      return run;
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static void assertRefused(int status, String line, Run run) {
    assertEquals(line, run.err().lines().findFirst().orElse(""));
    assertEquals(status, run.status());
    assertEquals("", run.out());
  }

  @Test
  void printsCommandsWithoutArguments() {
    Run run = run();
    assertEquals(0, run.status());
    assertTrue(run.out().contains("evaluate") && run.out().contains("sandbox"), run.out());
    assertEquals(0, run("--help").status());
    assertTrue(run("--version").out().startsWith("hpa "), run("--version").out());
  }

  @Test
  void examplesCanBeCopiedAndLabelsAreShort() {
    String help = run("recommend", "--help").out();
    assertTrue(
        help.contains(
            "  # The CPU request of the pods too, without changing the usage at which pods are"
                + " added\n"),
        help);
    assertTrue(help.contains("--only=PROPERTY,...  "), help);
    for (String command : HpaCommand.allCommands().getSubcommands().keySet()) {
      String text = run(command, "--help").out();
      assertFalse(text.contains("...[,") || text.contains("=<"), text);
    }
  }

  @Test
  void theHelpListsCommandsByWhatTheyAreFor() {
    String help = run("--help").out();
    assertTrue(
        help.contains(
            """

            Try it, without a cluster:
              demo         Run a demo with the real controller
              sandbox      Run an in-process cluster until Ctrl-C

            See why replicas are what they are, read-only on any cluster:
              alerts       Print alerting rules about HPAs for Prometheus
              capture"""),
        help);
    assertTrue(help.contains("  help         Display help information about the"), help);
    for (String command : HpaCommand.allCommands().getSubcommands().keySet()) {
      assertEquals(1, help.lines().filter(each -> each.startsWith("  " + command + " ")).count());
    }
  }

  @Test
  void standaloneCommandEqualsTheSubcommand() {
    String help = run("help", "run").out();
    assertTrue(help.startsWith("Usage: hpa run"), help);
    assertEquals(help, run("run", "--help").out());
    assertTrue(help.contains("--stack-traces"), help);
    assertEquals(run("--version").out(), run("lint", "--version").out());
    assertRefused(2, "hpa: unknown flag: --nonsense", run("lint", "--nonsense"));
  }

  /** A percent sign that is not escaped makes a warning beside the help. */
  @Test
  void everyHelpIsPrintedWithoutWarnings() {
    for (String command : HpaCommand.allCommands().getSubcommands().keySet()) {
      Run run = run("help", command);
      assertEquals(0, run.status(), command);
      assertEquals("", run.err(), command);
    }
  }

  @Test
  void anUnknownCommandIsRefusedWithASuggestion() {
    Run run = run("evalute");
    assertRefused(2, "hpa: \"evalute\": unknown command; did you mean evaluate?", run);
    assertTrue(run.err().endsWith("See `hpa --help`.\n"), run.err());
    assertTrue(run("rnu").err().contains("; did you mean run?\n"), run("rnu").err());
    assertFalse(run("xyzzyx").err().contains("did you mean"), run("xyzzyx").err());
  }

  @Test
  void unknownFaultOrMetricsApiIsRejected() {
    assertRefused(
        2,
        "hpa: --fault latency: delay: required setting is missing; add delay=2s",
        run("sandbox", "--fault", "error:code=503", "--fault", "latency"));
    assertRefused(
        2,
        "hpa: --metrics-apis: \"prometheus\": unknown metrics API; use resource,"
            + " resource/v1, resource/v1beta1, custom, external or heapster, separated by commas",
        run("sandbox", "--metrics-apis=custom,prometheus"));
  }

  @Test
  void sandboxStartsWithValidManifestsOnly(@TempDir Path folder) throws IOException {
    Path manifest = folder.resolve("a.yaml");
    Files.writeString(manifest, "kind: List\napiVersion: v1\nitems:\n- kind: Pod\n");
    Path kubeconfig = folder.resolve("kubeconfig");
    String[] start = {"sandbox", "--kubeconfig", kubeconfig.toString()};
    assertRefused(
        1,
        "hpa: " + manifest + " document 1 items[0] (line 4): kind or apiVersion is missing",
        run(with(start, "-f", folder.toString())));
    Files.writeString(manifest, "a: b\n---\na: [");
    assertRefused(
        2,
        "hpa: -f "
            + manifest
            + " document 2: is not valid YAML or JSON: expected the node content, but found"
            + " '<stream end>' (line 4)",
        run(with(start, "-f", manifest.toString())));
    assertRefused(
        2,
        "hpa: -f missing.yaml: does not exist; check the" + " path",
        run(with(start, "--filename", "missing.yaml")));
    assertFalse(Files.exists(kubeconfig));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "explain --contxt x|unknown flag: --contxt; did you mean --context?",
        "explain --context|--context: no value; write --context=NAME",
        "completion|SHELL: required but not given",
        "capture a b|\"b\": unexpected argument; remove it",
        "lint -o text -o json|--output: given twice",
        "recommend --candidates abc|--candidates: \"abc\" is not a whole number"
      })
  void mistakesHaveMessagesInOneStyle(String arguments, String message) {
    assertRefused(2, "hpa: " + message, run(arguments.split(" ", -1)));
  }

  /** The help of a command with many options has them by topic, as that of run. */
  @Test
  void optionsAreGrouped() {
    for (String command : List.of("simulate", "recommend", "incident")) {
      String help = run("help", command).out();
      for (String topic : List.of("HPAs", "Load", "Prometheus", "Options")) {
        assertTrue(help.contains("\n\n" + topic + ":\n  "), command + ": " + topic + "\n" + help);
      }
    }
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
  }

  @Test
  void anUnknownFlagIsRefusedWithASuggestion() {
    Run run = run("evaluate", "--chek");
    assertRefused(2, "hpa: unknown flag: --chek; did you mean --check?", run);
    assertTrue(run.err().endsWith("See `hpa evaluate --help`.\n"), run.err());
  }

  @ParameterizedTest
  @CsvSource({
    "--horizontal-pod-autoscaler-sync-period, soon",
    "--horizontal-pod-autoscaler-downscale-stabilization, 5",
    "--horizontal-pod-autoscaler-initial-readiness-delay, 1d",
  })
  void aBadDurationIsRefused(String flag, String value) {
    assertRefused(
        1,
        "hpa: invalid argument \"%2$s\" for \"%1$s\" flag: '%2$s' is not a duration; use a value such as 15s, 5m0s or 1h30m"
            .formatted(flag, value),
        run("run", flag, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--horizontal-pod-autoscaler-sync-period|0s|horizontal-pod-autoscaler-sync-period must be"
            + " greater than 0; give a duration like 15s",
        "--concurrent-horizontal-pod-autoscaler-syncs|0|concurrent-horizontal-pod-autoscaler-syncs"
            + " must be greater than 0, but got 0",
        "--scale-reads|guess|invalid argument \"guess\" for \"--scale-reads\" flag: 'guess' is invalid; use api or watch",
        "--feature-gates|HPAScaleToZero=maybe|invalid value of HPAScaleToZero=maybe, err: use true"
            + " or false",
        "--feature-gates|UnknownGate=true|unrecognized feature gate: UnknownGate",
      })
  void badSettingsAreRefused(String flag, String value, String why) throws IOException {
    FlagFixtures.write(folder);
    String kubeconfig = folder.resolve("good.kubeconfig").toString();
    assertRefused(1, "hpa: " + why, run("run", "--kubeconfig", kubeconfig, flag, value));
  }

  @Test
  void missingKubeconfigIsRejected() {
    Path none = folder.resolve("none");
    assertRefused(
        1,
        "hpa: stat " + none + ": no such file or directory",
        run("run", "--kubeconfig", none.toString()));
  }

  @Test
  void heapsterIsUsedWithAWarning() throws IOException {
    FlagFixtures.write(folder);
    String unusable = folder.resolve("bad-certificate.kubeconfig").toString();
    Run run =
        run("run", "--horizontal-pod-autoscaler-use-rest-clients=false", "--kubeconfig", unusable);
    assertEquals(1, run.status());
    assertTrue(run.err().contains("Install metrics-server"), run.err());
    assertFalse(
        run("run", "--horizontal-pod-autoscaler-use-rest-clients", "--kubeconfig", unusable)
            .err()
            .contains("Install metrics-server"));
  }

  @Test
  void flagsOfOtherControllersAreIgnoredWithAWarning() throws IOException {
    FlagFixtures.write(folder);
    String unusable = folder.resolve("bad-certificate.kubeconfig").toString();
    Run run =
        run(
            "run",
            "--root-ca-file=/x",
            "--concurrent-gc-syncs=3",
            "--min-resync-period=1h",
            "--kubeconfig",
            unusable);
    assertEquals(
        1,
        run.err()
            .lines()
            .filter(
                line ->
                    line.endsWith(
                        "Flags without effect: --concurrent-gc-syncs --min-resync-period"
                            + " --root-ca-file"))
            .count(),
        run.err());
  }

  @Test
  void evaluationNeedsAFile() {
    assertRefused(
        2,
        "hpa: --filename: no scenario is given; give files with -f, or - for standard" + " input",
        run("evaluate"));
    Path none = folder.resolve("none.yaml");
    assertRefused(
        2,
        "hpa: " + none + ": does not exist; check the" + " path",
        run("evaluate", "-f", none.toString()));
  }

  @Test
  void anEmptyFileIsRefused() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.yaml"), "");
    assertRefused(2, "hpa: " + empty + ": contains no scenario", run("evaluate", empty.toString()));
  }

  @ParameterizedTest
  @CsvSource({
    "apps/v1, Deployment, '{matchLabels: {app: web}}'",
    "apps/v1, StatefulSet, '{matchExpressions: [{key: app, operator: In, values: [web]}]}'",
    "v1, ReplicationController, '{app: web}'"
  })
  void workloadReplacesItsScale(String apiVersion, String kind, String selector)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("dump.yaml"),
            """
            name: as kubectl dumps it
            steps:
            - at: 0s
              apply:
              - apiVersion: v1
                kind: List
                items:
                - apiVersion: autoscaling/v1
                  kind: HorizontalPodAutoscaler
                  metadata: {name: web, namespace: shop, managedFields: []}
                  spec:
                    scaleTargetRef: {apiVersion: %1$s, kind: %2$s, name: web}
                    maxReplicas: 10
                    targetCPUUtilizationPercentage: 50
                - apiVersion: %1$s
                  kind: %2$s
                  metadata: {name: web, namespace: shop}
                  spec: {replicas: 1, selector: %3$s}
                  status: {replicas: 1}
              - apiVersion: v1
                kind: PodList
                items:
                - metadata: {name: web-1, namespace: shop, labels: {app: web}}
                  spec: {containers: [{name: app, resources: {requests: {cpu: 100m}}}]}
                  status:
                    phase: Running
                    startTime: "1999-12-31T23:00:00Z"
                    conditions: [{type: Ready, status: "True", lastTransitionTime: "1999-12-31T23:00:20Z"}]
              - apiVersion: metrics.k8s.io/v1beta1
                kind: PodMetricsList
                items:
                - metadata: {name: web-1, namespace: shop, labels: {app: web}}
                  timestamp: "1999-12-31T23:59:50Z"
                  window: 30s
                  containers: [{name: app, usage: {cpu: 200m}}]
            """
                .formatted(apiVersion, kind, selector));
    Run run = run("evaluate", "-o", "json", "-f", file.toString());
    assertEquals(4, Json.tree(run.out()).findPath("scale").asInt(), run.out());
  }

  @Test
  void aFolderWithoutScenariosIsRefused() {
    assertRefused(
        2,
        "hpa: "
            + folder
            + ": contains no file whose name ends in one of .json, .yaml, .yml, .ndjson, .json.gz,"
            + " .ndjson.gz",
        run("evaluate", "-f", folder.toString()));
  }

  @Test
  void brokenYamlIsRefusedWithItsLine() throws IOException {
    Path file = file("bad.yaml", "name: x\nsteps:\n- at: [\n");
    Run run = run("evaluate", "-f", file.toString());
    assertEquals(2, run.status());
    assertTrue(
        run.err()
            .matches("hpa: " + file + " document 1: is not valid YAML or JSON: .* [(]line 4[)]\n"),
        run.err());
  }

  @Test
  void aFileThatIsNotUtf8IsRefusedWithoutNamesOfClasses() throws IOException {
    Path file =
        Files.write(
            folder.resolve("bad.yaml"), "name: \u00fb\n".getBytes(StandardCharsets.ISO_8859_1));
    Run run = run("evaluate", "-f", file.toString());
    assertEquals(2, run.status());
    assertTrue(
        run.err()
            .matches(
                "hpa: " + file + ":[0-9]+: is not valid YAML or JSON: Invalid UTF-8" + " .*\n"),
        run.err());
  }

  @Test
  void aBinaryFileIsRefused() throws IOException {
    Path file = Files.write(folder.resolve("bad.yaml"), new byte[] {0, 1, (byte) 0xff, 7});
    Run run = run("evaluate", "-f", file.toString());
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void invalidLinesAreReportedAndTheOthersEvaluated() throws IOException {
    Path file =
        file(
            "some.ndjson",
            "{\"name\":\"a\",\"steps\":[]}\n\n{oops\n{\"name\":\"b\",\"steps\":[]}\n");
    Run run = run("evaluate", "--check", "-f", file.toString());
    assertEquals(2, run.status());
    assertTrue(run.err().startsWith("hpa: " + file + ":3: is not JSON: "), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertEquals("2 passed, 0 failed\n", run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|a scenario: an object is required",
        "{}|steps: a list is required",
        "{\"steps\":[{}]}|steps[0].at: a duration is required",
        "{\"steps\":[{\"at\":\"soon\"}]}|steps[0].at: \"soon\" is not a duration; use a value such"
            + " as 30s or 5m0s",
        "{\"stepps\":[]}|stepps: unknown field; use kinds, name, settings, steps, why",
        "{\"steps\":[{\"at\":\"0s\",\"apply\":[{\"kind\":\"Role\"}]}]}|steps[0].apply[0]: kind \"Role\" is not"
            + " part of the format; use HorizontalPodAutoscaler, Namespace, Scale, Deployment,"
            + " ReplicaSet,"
            + " StatefulSet, ReplicationController, Job, CronJob, DaemonSet, Pod, Node,"
            + " PodDisruptionBudget, PodMetrics, MetricValueList,"
            + " ExternalMetricValueList and lists of these",
        "{\"steps\":[{\"at\":\"0s\",\"apply\":[{\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"n\","
            + "\"name\":\"p\"},\"spec\":{\"overhead\":{\"cpu\":\"x\"}}}]}]}|steps[0].apply[0] (Pod n/p): pod n/p:"
            + " quantities must match the regular expression"
            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      })
  void invalidScenarioIsRejectedWithItsPosition(String json, String why) throws IOException {
    Path file = file("x.ndjson", json + "\n");
    assertRefused(2, "hpa: " + file + ":1: " + why, run("evaluate", "-f", file.toString()));
  }

  @Test
  void decisionIsPrinted() throws IOException {
    Run run = run("evaluate", "-f", file("s.yaml", SCENARIO).toString());
    assertEquals(0, run.status());
    assertTrue(run.out().contains("scales to 4"), run.out());
    assertTrue(run.out().contains("event Normal SuccessfulRescale: New size: 4"), run.out());
  }

  @Test
  void jsonAndYamlOutputAreEquivalent() throws IOException {
    String file = file("s.yaml", SCENARIO).toString();
    JsonNode json = Json.tree(run("evaluate", "-o", "json", "-f", file).out());
    assertEquals(4, json.path("steps").path(0).path("results").path(0).path("scale").asInt());
    JsonNode yaml = new YAMLMapper().readTree(run("evaluate", "-o", "yaml", "-f", file).out());
    assertEquals(json.toString(), yaml.toString());
    Run unknown = run("evaluate", "-o", "xml", "-f", file);
    assertEquals(2, unknown.status());
    assertTrue(unknown.err().contains("text") && unknown.err().contains("yaml"), unknown.err());
  }

  @Test
  void anUnmetExpectationIsShownAndFails() throws IOException {
    String results = run("evaluate", "-o", "json", "-f", file("s.yaml", SCENARIO).toString()).out();
    String met = Json.tree(results).path("steps").path(0).path("results").toString();
    Path good = file("good.yaml", SCENARIO + "  expect: " + met + "\n");
    Run passed = run("evaluate", "--check", "-f", good.toString());
    assertEquals("1 passed, 0 failed\n", passed.out());
    assertEquals(0, passed.status());

    Path bad =
        file(
            "bad.yaml", SCENARIO + "  expect: " + met.replace("\"scale\":4", "\"scale\":5") + "\n");
    Run failed = run("evaluate", "--check", "-f", bad.toString());
    assertEquals(1, failed.status());
    assertEquals(
        """
        FAILED doubling (%s document 1)
          steps[0][0].scale
            expected 5
            observed 4
        0 passed, 1 failed
        """
            .formatted(bad),
        failed.out());

    Run asJson = run("evaluate", "--check", "-o", "json", "-f", bad.toString());
    assertEquals(1, asJson.status());
    JsonNode verdict = Json.tree(asJson.out());
    assertFalse(verdict.path("passed").asBoolean(true));
    assertEquals("5", verdict.path("differences").path(0).path("expected").asText());

    Run fast = run("evaluate", "--check", "--fail-fast", "-f", bad.toString(), good.toString());
    assertTrue(fast.out().endsWith("0 passed, 1 failed\n"), fast.out());
  }

  /** Options of all commands. */
  private static final List<String> SHARED = List.of("--help", "--version", "--stack-traces");

  /** What is rarely changed is in the file of --config, which one page describes. */
  @Test
  void commandsThatReplayHaveFewOptions() throws IOException {
    Map<String, CommandLine> commands = HpaCommand.allCommands().getSubcommands();
    Map.of("recommend", 40, "simulate", 35, "incident", 30)
        .forEach(
            (name, most) -> {
              long own =
                  requireNonNull(commands.get(name)).getCommandSpec().options().stream()
                      .filter(each -> !SHARED.contains(each.longestName()))
                      .count();
              assertTrue(own <= most, name + " has " + own + " options");
            });
    String page =
        Files.readString(Path.of(System.getProperty("hpa.root", "..")).resolve("docs/simulate.md"));
    FileSettings.KEYS.forEach(key -> assertTrue(page.contains("| `" + key + "`"), key));
  }
}
