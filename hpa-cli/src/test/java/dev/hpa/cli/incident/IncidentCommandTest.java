package dev.hpa.cli.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.Timestamps;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.Program;
import dev.hpa.cli.RangeServer;
import dev.hpa.core.Settings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code hpa incident}, with files of HPAs and a server that answers range queries. */
@Tag("security")
class IncidentCommandTest {

  private static final int HPAS = Integer.getInteger("incident.hpas", 5);

  private static final Duration LENGTH = Duration.ofDays(Integer.getInteger("incident.days", 1));

  /** The least part of the changes that is the same; over a week 93.8 % were. */
  private static final double SAME = LENGTH.toDays() == 1 ? 0.95 : 0.93;

  /** With the time before, which the replay needs. */
  private static final Duration RECORDED = LENGTH.plusHours(2);

  @TempDir private Path folder;

  private final Instant end = Instant.parse("2026-03-05T03:17:22Z");

  private RecordedTruth truth(String name, long seed) {
    return new RecordedTruth(name, seed, end.minus(RECORDED).getEpochSecond(), RECORDED);
  }

  private Program incident(RangeServer.Values values, List<RecordedTruth> all, String... options)
      throws IOException {
    try (RangeServer prometheus = RangeServer.start(values)) {
      List<String> line =
          new ArrayList<>(
              List.of(
                  "incident",
                  "--to",
                  Timestamps.format(end),
                  "--start-delay",
                  RecordedTruth.START.toSeconds() + "s",
                  "--readiness-delay",
                  RecordedTruth.READINESS.toSeconds() + "s",
                  "--scheduling-delay",
                  "0s",
                  "--startup-cpu-share",
                  "0"));
      for (RecordedTruth each : all) {
        Path file = Files.createTempFile(folder, "hpa", ".ndjson");
        Files.writeString(
            file, each.autoscaler().replace("\n", "") + "\n" + each.deployment().replace("\n", ""));
        line.add("-f");
        line.add(file.toString());
      }
      line.addAll(List.of(options));
      if (line.stream().noneMatch(each -> each.startsWith("--prometheus="))) {
        line.add("--prometheus=" + prometheus.url());
      }
      if (line.stream().noneMatch(each -> each.startsWith("--from="))) {
        line.add("--from=" + Timestamps.format(end.minus(LENGTH)));
      }
      return Program.withSettings(folder, line);
    }
  }

  private static JsonNode result(Program run) {
    assertEquals(0, run.status(), run.err());
    return Json.tree(run.out()).path("autoscalers").path(0);
  }

  @Test
  void aReplayMakesTheRecordedChangesWithinASync(TestReporter reporter) throws Exception {
    long recorded = 0;
    Map<String, Integer> agreements = new TreeMap<>();
    for (int seed = 1; seed <= HPAS; seed++) {
      RecordedTruth truth = truth("web", seed);
      JsonNode result = result(incident(truth, List.of(truth), "-o", "json"));
      recorded += result.path("recordedChanges").asLong();
      for (JsonNode change : result.path("changes")) {
        agreements.merge(change.path("agreement").asText(), 1, Integer::sum);
        assertFalse(change.path("why").asText().isEmpty(), change.toString());
      }
    }
    String all = agreements + " of " + recorded;
    reporter.publishEntry("changes", all);
    assertTrue(recorded > 400, all);
    assertTrue(agreements.getOrDefault("same", 0) >= SAME * recorded, all);
    assertTrue(agreements.getOrDefault("only recorded", 0) <= 0.02 * recorded, all);
    assertTrue(agreements.getOrDefault("only replayed", 0) <= 0.03 * recorded, all);
  }

  @Test
  void eachChangeSaysWhatItComesFromAndOtherSettingsAreCompared() throws Exception {
    RecordedTruth truth = truth("web", 1);
    Path page = folder.resolve("web.html");
    Program run =
        incident(
            truth,
            List.of(truth),
            "--what-if",
            "target=30",
            "--what-if",
            "max=5",
            "--report",
            page.toString());
    assertEquals(0, run.status(), run.err());
    List<String> lines = run.lines();
    assertTrue(lines.getFirst().startsWith("shop/web, "), lines.getFirst());
    assertTrue(lines.get(1).startsWith("A replay of the recorded load makes "), lines.get(1));
    Pattern change =
        Pattern.compile(
            "[\\d-]+ [\\d:]+ +\\d+ → \\d+ +\\d+ → \\d+ +same +cpu \\d+ % is above \\d+ %: \\d+"
                + " replicas");
    assertTrue(lines.stream().anyMatch(each -> change.matcher(each).matches()), run.out());
    List<String> variants =
        lines.stream().filter(each -> each.matches("(recorded|target=30|max=5) +\\d+–.*")).toList();
    assertEquals(3, variants.size(), run.out());
    assertTrue(variants.get(2).contains("–5 "), variants.get(2));
    String html = Files.readString(page);
    assertTrue(html.contains("<title>Incident: shop/web</title>"), "the title");
    assertTrue(html.contains("What happened to shop/web: "), "the subtitle");
    assertTrue(html.contains("\"agreement\":\"same\""), "the changes");
  }

  @Test
  void severalHpasHaveOneTimeline() throws Exception {
    RecordedTruth web = truth("web", 1);
    RecordedTruth cart = truth("cart", 2);
    RecordedTruth gone = truth("gone", 3);
    RangeServer.Values values =
        (query, time) ->
            query.contains("cart")
                ? cart.at(query, time)
                : query.contains("gone") ? Double.NaN : web.at(query, time);
    Program run = incident(values, List.of(web, cart, gone));
    assertEquals(1, run.status(), run.err());
    assertTrue(
        run.out().contains("\nshop/gone  –        –               –         the result is empty; "),
        run.out());
    List<String> times =
        run.lines().stream()
            .filter(each -> each.matches("\\d\\d-\\d\\d .* shop/(web|cart) .*"))
            .map(each -> each.substring(0, 14))
            .toList();
    assertTrue(times.size() > 50, run.out());
    assertEquals(times.stream().sorted().toList(), times);
  }

  @Test
  void oneHpaWithVeryManyReplicasIsLeftOut() throws Exception {
    RecordedTruth web = truth("web", 1);
    RecordedTruth huge = truth("huge", 2);
    RangeServer.Values values =
        (query, time) ->
            !query.contains("huge")
                ? web.at(query, time)
                : query.contains("status_desired") && !query.contains("count_over_time")
                    ? 90_000
                    : huge.at(query, time);
    Program run = incident(values, List.of(web, huge));
    assertEquals(1, run.status(), run.err());
    assertTrue(
        run.out().contains("recorded: replay: takes too long; use a shorter load"), run.out());
    assertTrue(run.lines().stream().anyMatch(each -> each.matches("shop/web +\\d+ .*")), run.out());
  }

  @Test
  void aServerThatIsGoneIsNotAskedForAllHpas() throws Exception {
    List<RecordedTruth> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(truth("web" + i, 1));
    }
    String gone;
    try (RangeServer closed = RangeServer.start((query, time) -> Double.NaN)) {
      gone = closed.url();
    }
    Program run = incident((query, time) -> 0, all, "--prometheus=" + gone);
    assertEquals(1, run.status(), run.err());
    assertEquals(8, run.out().split("cannot be queried", -1).length - 1, run.out());
    assertEquals(2, run.out().split("did not answer for 8 HPAs", -1).length - 1, run.out());
  }

  /** A replay has a snapshot of each sync; of several HPAs only what is printed is kept. */
  @Test
  void replaysOfSeveralHpasAreNotKept() throws Exception {
    List<RecordedTruth> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(truth("web" + i, 1));
    }
    AtomicLong snapshots = new AtomicLong(-1);
    RangeServer.Values values =
        (query, time) -> {
          if (query.contains("web5") && snapshots.get() < 0) {
            snapshots.set(instances("dev.hpa.cli.simulate.Snapshot"));
          }
          return all.getFirst().at(query.replaceAll("web\\d", "web0"), time);
        };
    Program run = incident(values, all, "--from=" + Timestamps.format(end.minusSeconds(21_600)));
    assertEquals(0, run.status(), run.err());
    long ofOne = 21_600 / 15;
    assertTrue(snapshots.get() >= 0 && snapshots.get() < 3 * ofOne, snapshots.toString());
  }

  private static long instances(String type) {
    String histogram;
    try {
      histogram =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "gcClassHistogram",
                      new Object[] {new String[0]},
                      new String[] {String[].class.getName()});
    } catch (JMException unavailable) {
      throw new IllegalStateException(unavailable);
    }
    return histogram
        .lines()
        .filter(line -> line.endsWith(" " + type))
        .mapToLong(line -> Long.parseLong(line.trim().split(" +")[1]))
        .sum();
  }

  @Test
  void changedBoundsAreNamedAndFollowed() throws Exception {
    RecordedTruth truth = truth("web", 1);
    long raised = end.minus(Duration.ofHours(12)).getEpochSecond();
    RangeServer.Values values =
        (query, time) ->
            query.contains("spec_max") && time < raised
                ? 5
                : query.contains("status_desired") && time < raised
                    ? Math.min(5, truth.at(query, time))
                    : truth.at(query, time);
    JsonNode result = result(incident(values, List.of(truth), "-o", "json"));
    assertTrue(
        result
            .path("notes")
            .path(0)
            .asText()
            .startsWith(
                "maxReplicas changed from 5 to 40 by " + Timestamps.format(end).substring(0, 8)),
        result.path("notes").toString());
    long recorded = result.path("recordedChanges").asLong();
    long same = result.path("sameInReplay").asLong();
    assertTrue(same >= 0.93 * recorded, same + " of " + recorded);
  }

  @Test
  void withoutKubeStateMetricsTheReplicasAreThePods() throws Exception {
    RecordedTruth truth = truth("web", 1);
    RangeServer.Values values =
        (query, time) ->
            query.contains("spec_m") || query.startsWith("max(count_over_time(kube")
                ? Double.NaN
                : truth.at(query, time);
    JsonNode result = result(incident(values, List.of(truth), "-o", "json"));
    assertEquals(
        "kube-state-metrics has no series of the HPA: its replicas are the pods with usage, and its"
            + " bounds are those of today",
        result.path("notes").path(0).asText());
  }

  @Test
  void aLoadOfOtherPodsExplainsLittle() throws Exception {
    RecordedTruth truth = truth("web", 1);
    RangeServer.Values values =
        (query, time) ->
            query.startsWith("sum(irate") ? 1.7 * truth.at(query, time) : truth.at(query, time);
    JsonNode result = result(incident(values, List.of(truth), "-o", "json"));
    assertTrue(
        result.path("notes").toString().contains("does not explain most changes"),
        result.path("notes").toString());
  }

  @Test
  void samplesThatAreFarApartAreTheReasonOfOtherChanges() throws Exception {
    RecordedTruth truth = truth("web", 1);
    RangeServer.Values values =
        (query, time) ->
            query.contains("count_over_time") ? 2.5 : truth.at(query, time - time % 120);
    String notes = result(incident(values, List.of(truth), "-o", "json")).path("notes").toString();
    assertTrue(
        notes.contains(
            "the samples are 120 s apart and the controller syncs every 15 s, so that only about 13"
                + " % of the changes can be known for certain"),
        notes);
    assertFalse(notes.contains("does not explain"), notes);
  }

  @Test
  void aToleranceThatTheServerDropsIsRefused() throws IOException {
    WhatIf patch = WhatIf.parse(patch("spec: {behavior: {scaleUp: {tolerance: 50m}}}"));
    HorizontalPodAutoscaler hpa =
        HpaVersion.V2.decode(
            """
            {"metadata": {"name": "web", "namespace": "shop"}, "spec": {"maxReplicas": 3,
             "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
            """);
    Settings settings = Settings.DEFAULTS.copy().configurableTolerance(false).build();
    assertEquals(
        "--what-if: \"patch.yaml\": the API server drops tolerance, which Kubernetes has since"
            + " 1.35; remove it",
        assertThrows(UsageException.class, () -> patch.applyTo(hpa, settings)).getMessage());
    patch.applyTo(hpa, Settings.DEFAULTS);
  }

  private String patch(String yaml) throws IOException {
    return Files.writeString(folder.resolve("patch.yaml"), yaml).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from=9             | --from: \"9\" is no time; write 2026-11-26T14:00:00Z, or 2h or 3d"
            + " for how long ago",
        "--query-step=100ms   | --query-step: \"100ms\" is no number of whole seconds above 0; give"
            + " 15s",
        "--from=2999-01-01T00:00:00Z | --from: \"2999-01-01T00:00:00Z\" is not before the end",
        "-A                   | --filename: cannot be used with live HPAs; remove it, or -A and -l",
        "--namespace=shop     | --namespace: has no effect with --filename without NAME; remove it",
        "shop/nix             | NAME: the files have no HPA \"shop/nix\"; name one of"
      })
  void anUnusableOptionIsNamed(String option, String message) throws Exception {
    RecordedTruth truth = truth("web", 1);
    Program run = incident(truth, List.of(truth), option);
    assertEquals(2, run.status(), run.out());
    assertTrue(run.err().startsWith("hpa: " + message), run.err());
  }

  @Test
  void withoutAnHpaOrAServerTheNextStepIsNamed() {
    Program none = Program.run("", "incident");
    assertEquals(2, none.status());
    assertEquals(
        "hpa: NAME: no HPA is given; write NAMESPACE/NAME, such as shop/web, -n or -A for several,"
            + " or -f for files\n",
        none.err());
    Program manifest =
        Program.run(truth("web", 1).autoscaler().replace("\n", "") + "\n", "incident", "-f", "-");
    assertEquals(
        "hpa: --prometheus: no server is given; give its URL, such as http://127.0.0.1:9090\n",
        manifest.err());
    Program live = Program.run("", "incident", "shop/web", "--kubeconfig", "gone");
    assertEquals(
        "hpa: gone: no such file; give the kubeconfig of a cluster with --kubeconfig\n",
        live.err());
  }

  @Test
  void theExampleHasManifestsAndMetrics() throws IOException {
    Program run = Program.run("", "incident", "--example", folder.toString());
    assertEquals(0, run.status(), run.err());
    String manifests = Files.readString(folder.resolve("hpas.yaml"));
    assertEquals(3, manifests.split("kind: HorizontalPodAutoscaler", -1).length - 1);
    List<String> metrics = Files.readAllLines(folder.resolve("metrics.om"));
    assertTrue(
        metrics.contains("# TYPE kube_horizontalpodautoscaler_status_desired_replicas gauge"));
    assertEquals("# EOF", metrics.getLast());
    Program lint = Program.run("", "lint", "-f", folder.resolve("hpas.yaml").toString());
    assertEquals(0, lint.status(), lint.out() + lint.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "target=x   | \"target=x\": the target of cpu is a whole number of percent; give one such"
            + " as 70",
        "max=many   | \"max=many\" has no whole number of replicas; give max=20",
        "max=1      | \"max=1\": spec.maxReplicas: Invalid value: 1: must be greater than or equal"
            + " to `minReplicas`",
        "color=blue | \"color=blue\" is no setting; give target=70, min=3, max=20, an option such"
            + " as forecast=seasonal, or a file with a patch",
        "gone.yaml  | \"gone.yaml\" does not exist; check the path"
      })
  void anImpossibleSettingIsNamed(String whatIf, String message) throws Exception {
    RecordedTruth truth = truth("web", 1);
    Program run = incident(truth, List.of(truth), "--what-if", whatIf);
    assertEquals(2, run.status(), run.out());
    assertEquals("hpa: --what-if: " + message + "\n", run.err());
  }
}
