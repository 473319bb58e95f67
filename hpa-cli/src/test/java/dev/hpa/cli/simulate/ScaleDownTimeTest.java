package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The time that the policies take is that of a replay whose load ends. */
class ScaleDownTimeTest {

  private static final Instant END = Instant.parse("2000-01-01T02:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stabilizationWindowSeconds: 0, policies: [{type: Pods, value: 1, periodSeconds: 60}]|17 min",
        "stabilizationWindowSeconds: 300, policies: [{type: Pods, value: 2, periodSeconds: 60}]|13 min",
        "stabilizationWindowSeconds: 60, policies: [{type: Percent, value: 50, periodSeconds: 60}]|3 min",
        "stabilizationWindowSeconds: 0, selectPolicy: Min, policies: [{type: Percent, value: 50,"
            + " periodSeconds: 60}, {type: Pods, value: 4, periodSeconds: 30}]|3 min",
        "stabilizationWindowSeconds: 0, policies: [{type: Percent, value: 100, periodSeconds: 15}]|",
        "stabilizationWindowSeconds: 0, selectPolicy: Disabled|",
      })
  void theReplayTakesAsLong(String scaleDown, String time, @TempDir Path folder)
      throws IOException {
    Path hpa = folder.resolve("hpa.yaml");
    Files.writeString(
        hpa,
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: web, namespace: shop}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          minReplicas: 2
          maxReplicas: 20
          metrics:
          - {type: External, external: {metric: {name: load}, target: {type: AverageValue, averageValue: 10}}}
          behavior: {scaleDown: {%s}}
        """
            .formatted(scaleDown));
    Path load = folder.resolve("load.csv");
    Files.writeString(load, "0m,200\n60m,200\n119m59s,200\n120m,0\n180m,0\n");
    String[] arguments = {"simulate", "-f", hpa.toString(), "--load", load.toString()};
    Program text = Program.run("", arguments);
    assertEquals(0, text.status(), text.err());
    String said = "scale-down: without load 20 → 2 takes ";
    assertEquals(time != null, text.out().contains(said), text.out());
    if (time != null) {
      assertTrue(text.out().contains(said + time + "\n"), text.out());
      Program json =
          Program.run(
              "", "simulate", "-f", hpa.toString(), "--load", load.toString(), "-o", "json");
      JsonNode changes = Json.tree(json.out()).findPath("scaleEvents");
      Instant last = Instant.parse(changes.path(changes.size() - 1).path("at").asText());
      long minutes = Math.round(Duration.between(END, last).toSeconds() / 60.0);
      assertEquals(time, minutes + " min", changes.toString());
    }
  }
}
