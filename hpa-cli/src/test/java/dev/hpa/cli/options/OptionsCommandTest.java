package dev.hpa.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionsReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsCommandTest {

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

  @Test
  void oneKeyIsPrintedInFull() {
    for (String key : List.of("min-ready", "hpa.dev/min-ready")) {
      Program program = Program.run("", "options", key);
      assertTrue(program.out().startsWith("key: min-ready\n"), program.out() + program.err());
    }
    Program unknown = Program.run("", "options", "min");
    assertEquals(2, unknown.status());
    assertEquals(
        "hpa: KEY: \"min\" is not an option; run hpa options for the list\n", unknown.err());
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
}
