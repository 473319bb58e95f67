package dev.hpa.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.options.OptionsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsCommandTest {

  private static final String MANIFESTS =
      """
      apiVersion: v1
      kind: Namespace
      metadata:
        name: shop
        annotations:
          hpa.dev/fallback-replicas: "4"
          hpa.dev/mode: DryRun
      ---
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata:
        name: web
        namespace: shop
        annotations: {hpa.dev/mode: Paused, hpa.dev/mod: x}
      spec:
        maxReplicas: 8
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
      ---
      apiVersion: autoscaling/v1
      kind: HorizontalPodAutoscaler
      metadata: {name: api}
      spec:
        maxReplicas: 8
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: api}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: api}
      """;

  @TempDir private Path folder;

  @Test
  void theKeysAreListedAsATable() {
    Program program = Program.run("", "options");
    assertEquals(0, program.status(), program.err());
    List<String> lines = program.lines();
    assertEquals(OptionKey.values().length + 1, lines.size());
    int column = lines.getFirst().indexOf("DEFAULT");
    assertTrue(lines.getFirst().startsWith("ANNOTATION  "), lines.getFirst());
    List<OptionKey> keys = List.of(OptionKey.values());
    for (OptionKey key : keys) {
      String line = lines.get(keys.indexOf(key) + 1);
      assertTrue(line.startsWith(key.annotation() + " "), line);
      assertTrue(line.startsWith(key.defaultValue(), column), line);
      assertTrue(line.endsWith("  " + key.meaning()), line);
    }
  }

  @Test
  void theKeysAreListedForPrograms() {
    JsonNode json = Json.tree(Program.run("", "options", "-o", "json").out());
    assertEquals(
        Arrays.stream(OptionKey.values()).map(OptionKey::toString).toList(),
        json.valueStream().map(each -> each.path("key").asText()).toList());
    assertEquals(
        Map.of(
            "key", "sync-period",
            "annotation", "hpa.dev/sync-period",
            "values", "duration from 1s to 24h",
            "default", "--horizontal-pod-autoscaler-sync-period",
            "example", "5s",
            "meaning", OptionKey.SYNC_PERIOD.meaning()),
        Json.mapper()
            .convertValue(
                json.get(List.of(OptionKey.values()).indexOf(OptionKey.SYNC_PERIOD)), Map.class));
    Program yaml = Program.run("", "options", "-o", "yaml");
    assertTrue(yaml.out().startsWith("---\n  - key: mode\n"), yaml.out());
  }

  /** Every example is valid together with the options that it needs. */
  @Test
  void theExamplesAreValid() {
    for (OptionKey key : OptionKey.values()) {
      Map<String, String> values = new HashMap<>();
      values.put("hpa.dev/mode", "Paused");
      values.put("hpa.dev/rollout", "Compensate");
      values.put("hpa.dev/fallback-replicas", "1");
      values.put("hpa.dev/forecast", "seasonal");
      values.put(key.annotation(), key.example());
      assertEquals(
          List.of(), OptionsReader.UNRESTRICTED.read(values, Map.of()).problems(), key.toString());
    }
  }

  @Test
  void theOptionsOfEachAutoscalerAreListed() {
    Program program = Program.run(MANIFESTS, "options", "-f", "-");
    assertEquals(
        """
        AUTOSCALER   OPTION             VALUE   SET ON                   PLACE
        shop/web     mode               Paused  HorizontalPodAutoscaler  - document 2
        shop/web     fallback-replicas  4       Namespace                - document 1
        default/api  -                  -       -                        - document 3

        shop/web (- document 2): annotation "hpa.dev/mod": unknown key; "hpa options" lists the known ones
        """,
        program.out());
    assertEquals("", program.err());
    assertEquals(1, program.status());
  }

  @Test
  void withoutProblemsTheStatusIsZero() {
    Program program =
        Program.run(MANIFESTS.replace(", hpa.dev/mod: x", ""), "options", "-n", "other", "-f", "-");
    assertEquals(0, program.status(), program.out());
    assertTrue(program.out().contains("\nother/api  "), program.out());
  }

  @Test
  void theOptionsAreListedForPrograms() {
    Program program = Program.run(MANIFESTS, "options", "-o", "json", "-f", "-");
    JsonNode json = Json.tree(program.out());
    assertEquals(2, json.size());
    assertEquals("shop", json.at("/0/namespace").asText());
    assertEquals("web", json.at("/0/name").asText());
    assertEquals(
        "{\"key\":\"fallback-replicas\",\"value\":\"4\",\"setOn\":\"Namespace\",\"place\":\"-"
            + " document 1\"}",
        Json.text(json.at("/0/options/1")));
    assertEquals(
        "annotation \"hpa.dev/mod\": unknown key; \"hpa options\" lists the known ones",
        json.at("/0/problems/0").asText());
    assertEquals("[]", Json.text(json.at("/1/options")));
    Program yaml = Program.run(MANIFESTS, "options", "-o", "yaml", "-f", "-");
    assertTrue(yaml.out().contains("      - key: mode\n        value: Paused\n"), yaml.out());
  }

  @Test
  void documentsThatCannotBeReadAreProblems() {
    Program program =
        Program.run(
            "kind: HorizontalPodAutoscaler\napiVersion: autoscaling/v9\n", "options", "-f", "-");
    assertEquals(1, program.status());
    assertTrue(
        program.lines().getLast().startsWith("- document 1: apiVersion: \"autoscaling/v9\" has no"),
        program.out());
    Program json = Program.run("{\"kind\": 1}", "options", "-o", "json", "-f", "-");
    assertEquals(1, json.status());
    assertTrue(Json.tree(json.out()).at("/0/error").asText().contains("kind"), json.out());
  }

  @Test
  void aFileThatCannotBeReadIsAUsageError() {
    Program program = Program.run("", "options", "-f", "/no/such.yaml");
    assertEquals(2, program.status());
    assertEquals("hpa: /no/such.yaml: does not exist; check the path\n", program.err());
  }

  @Test
  void anInvalidSpecDoesNotHideItsOptions() {
    Program program =
        Program.run(MANIFESTS.replace("maxReplicas: 8", "maxReplicas: 0"), "options", "-f", "-");
    assertTrue(program.out().contains("shop/web     mode "), program.out());
  }

  @Test
  void aModeThatHasEndedIsAProblem() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("hpa.yaml"),
            MANIFESTS.replace("mod: x", "mode-until: \"2026-12-01T06:00:00Z\""));
    OptionManifests manifests = OptionManifests.read(List.of(file.toString()), "default");
    assertNull(manifests.unreadable());
    assertFalse(applied(manifests, "2026-12-01T05:59:59Z").hasProblems());
    assertTrue(applied(manifests, "2026-12-01T06:00:00Z").hasProblems());
  }

  private static AppliedOptions applied(OptionManifests manifests, String now) {
    return AppliedOptions.of(manifests, OptionsReader.UNRESTRICTED, Instant.parse(now));
  }

  @Test
  void defaultsAreListedWithTheirFlag() throws IOException {
    Path file = Files.writeString(folder.resolve("hpa.yaml"), MANIFESTS);
    OptionManifests manifests = OptionManifests.read(List.of(file.toString()), "default");
    OptionsReader reader =
        new OptionsReader(
            Map.of(new OptionName(OptionKey.ROLLOUT), "Compensate"), Set.of(OptionKey.values()));
    assertEquals(
        "{\"key\":\"rollout\",\"value\":\"Compensate\",\"setOn\":\"flag\","
            + "\"place\":\"--default-option\"}",
        Json.text(AppliedOptions.of(manifests, reader, Instant.EPOCH).json().at("/1/options/0")));
  }
}
