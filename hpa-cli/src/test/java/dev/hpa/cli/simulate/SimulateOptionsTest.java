package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulations of autoscalers with options. */
class SimulateOptionsTest {

  @TempDir Path folder;

  private Program simulate(String annotations, String load, String... options) throws IOException {
    Path manifest = folder.resolve("hpa.yaml");
    Files.writeString(
        manifest,
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: web, namespace: shop, annotations: {%s}}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          minReplicas: 2
          maxReplicas: 20
          metrics:
          - {type: External, external: {metric: {name: q}, target: {type: AverageValue,
              averageValue: 10}}}
          behavior: {scaleDown: {stabilizationWindowSeconds: 0}}
        """
            .formatted(annotations));
    Path trace = folder.resolve("load.csv");
    Files.writeString(trace, load);
    List<String> args =
        new ArrayList<>(List.of("simulate", "-f", manifest.toString(), "--load", trace.toString()));
    args.addAll(List.of(options));
    Program run = Program.run("", args.toArray(String[]::new));
    assertEquals(0, run.status(), run.err());
    return run;
  }

  private static String schedule(String text) {
    return "hpa.dev/schedule.peak: \"" + text + "\"";
  }

  @Test
  void schedulesApplyFromTheMomentTheyBegin() throws IOException {
    JsonNode variant =
        Json.tree(
                simulate(
                        schedule("08:10-08:20 UTC min=12 max=30"),
                        "2026-11-23T08:00:07Z,50\n2026-11-23T08:30:07Z,50",
                        "-o=json")
                    .out())
            .at("/variants/0");
    List<String> events = new ArrayList<>();
    variant
        .path("scaleEvents")
        .forEach(
            each ->
                events.add(
                    each.path("at").asText() + " " + each.path("from") + " " + each.path("to")));
    assertEquals("2026-11-23T08:10:00Z 5 12", events.getFirst());
    assertEquals("2026-11-23T08:20:00Z 12 5", events.get(1));
    assertEquals(2, events.size());
    // Without the syncs at both ends there are 120.
    assertEquals(122, variant.at("/summary/decisions").asInt());
    int during = 0;
    for (JsonNode each : variant.path("timeline")) {
      boolean active =
          each.path("at").asText().compareTo("2026-11-23T08:10:00Z") >= 0
              && each.path("at").asText().compareTo("2026-11-23T08:20:00Z") < 0;
      assertEquals(active ? 12 : 2, each.path("minReplicas").asInt(), each.toString());
      assertEquals(active ? 30 : 20, each.path("maxReplicas").asInt(), each.toString());
      during += active ? 1 : 0;
    }
    assertTrue(during > 30, "during: " + during);
    assertEquals("schedule.peak", variant.at("/options/0/key").asText());
  }

  @Test
  void theTimeAtTheMaximumFollowsTheSchedule() throws IOException {
    JsonNode variant =
        Json.tree(
                simulate(
                        schedule("08:10-08:20 UTC max=4"),
                        "2026-11-23T08:00:00Z,50\n2026-11-23T08:30:00Z,50",
                        "-o=json")
                    .out())
            .at("/variants/0");
    // At one sync the metrics are still those of the 5 pods before, and ask for no more than 4.
    assertEquals(9.75, variant.at("/summary/minutesAtMax").asDouble());
    assertEquals(4, variant.at("/summary/minReplicas").asInt());
  }

  @Test
  void chartsShowTheBounds() throws IOException {
    Program run =
        simulate(
            schedule("08:10-08:20 UTC min=12 max=30"),
            "2026-11-23T08:00:00Z,50\n2026-11-23T08:30:00Z,50");
    assertTrue(run.out().contains("  schedule.peak: 08:10-08:20 UTC min=12 max=30\n"), run.out());
    assertTrue(
        run.lines().stream().anyMatch(line -> line.matches("min +[▁-█ ]+ +to 12 replicas")),
        run.out());
    assertTrue(
        run.lines().stream().anyMatch(line -> line.matches("max +[▁-█ ]+ +20 to 30 replicas")),
        run.out());
    Program plain = simulate("", "2026-11-23T08:00:00Z,50\n2026-11-23T08:30:00Z,50");
    assertTrue(plain.lines().stream().noneMatch(line -> line.startsWith("min ")), plain.out());
  }

  @Test
  void theReportHasTheBoundsAsSteps() throws IOException {
    Path report = folder.resolve("report.html");
    simulate(
        schedule("08:10-08:20 UTC min=12"),
        "2026-11-23T08:00:00Z,50\n2026-11-23T08:30:00Z,50",
        "--report=" + report);
    String html = Files.readString(report);
    assertTrue(html.contains("\"bounds\":[[0,2,20],[600,12,20],[1200,2,20]]"));
  }

  @Test
  void watermarksReplaceTheTarget() throws IOException {
    JsonNode variant =
        Json.tree(
                simulate(
                        "hpa.dev/watermark.q: 4-10",
                        "2026-11-23T08:00:00Z,50\n2026-11-23T08:10:00Z,50\n"
                            + "2026-11-23T08:10:01Z,30\n2026-11-23T08:30:00Z,30",
                        "-o=json")
                    .out())
            .at("/variants/0");
    assertEquals(0, variant.at("/summary/scaleDowns").asInt());
    assertEquals(5, variant.at("/summary/minReplicas").asInt());
  }
}
