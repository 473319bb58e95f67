package dev.hpa.cli.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaledObjectRunTest {

  private static final String OBJECT =
      """
      {"apiVersion":"keda.sh/v1alpha1","kind":"ScaledObject",\
      "metadata":{"name":"web","namespace":"shop","uid":"1","managedFields":[]},\
      "spec":{"scaleTargetRef":{"name":"web"},"minReplicaCount":1,"triggers":[{"type":"prometheus",\
      "metadata":{"serverAddress":"http://a","threshold":"1","query":"sum(load)"}}]},\
      "status":{"hpaName":"keda-hpa-web"}}
      """;

  private static final String KAFKA =
      OBJECT.replace("\"prometheus\"", "\"kafka\"").replace("\"web\"", "\"mail\"");

  private static final String POD =
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}\n";

  @TempDir private Path folder = Path.of("unset");

  private String rules = "";

  @BeforeEach
  void nameRules() {
    rules = folder.resolve("rules.yaml").toString();
  }

  @Test
  void nothingIsWrittenUnlessAllAreConverted() {
    Program program = Program.run(POD + OBJECT + KAFKA, "convert", "-f", "-", "--rules", rules);
    assertEquals(1, program.status());
    assertEquals("", program.out());
    assertTrue(program.err().contains("hpa: -:3: spec.triggers[0].type: \"kafka\" cannot"));
    assertFalse(Files.exists(Path.of(rules)));
  }

  @Test
  void unreadableFilesKeepEverythingUnwritten() {
    Program program = Program.run(OBJECT, "convert", "-f", "-", "/no/such.yaml", "--rules", rules);
    assertEquals(2, program.status());
    assertEquals("", program.out());
    assertFalse(Files.exists(Path.of(rules)));
  }

  @Test
  void linesStayLines() {
    Program program = Program.run(POD + OBJECT, "convert", "-f", "-", "--rules", rules);
    assertEquals(0, program.status(), program.err());
    assertEquals(2, program.lines().size());
    assertEquals(POD, program.lines().getFirst() + "\n");
    assertEquals(
        "{\"name\":\"web\",\"namespace\":\"shop\"}",
        Json.tree(program.lines().getLast()).path("metadata").toString());
  }

  @Test
  void othersCanBeSkippedAndTheFormatChosen() {
    Program program =
        Program.run(
            POD + OBJECT, "convert", "-f", "-", "--rules", rules, "--skip-others", "-o", "yaml");
    assertTrue(program.out().startsWith("apiVersion: autoscaling/v2\n"), program.out());
    assertFalse(program.out().contains("kind: Pod"), program.out());
  }

  @Test
  void queriesNeedAFile() {
    Program program = Program.run(OBJECT, "convert", "-f", "-");
    assertEquals(1, program.status());
    assertTrue(program.err().contains("name the file of the rules with --rules FILE"));
  }

  @Test
  void rulesWithOtherContentAreKept() throws IOException {
    Files.writeString(Path.of(rules), "rules: []\n");
    Program program = Program.run(OBJECT, "convert", "-f", "-", "--rules", rules);
    assertEquals(2, program.status());
    assertEquals("", program.out());
    assertTrue(program.err().contains("exists with other content; delete it"), program.err());
    assertEquals("rules: []\n", Files.readString(Path.of(rules)));
  }

  @Test
  void aRepetitionIsNoError() {
    for (int i = 0; i < 2; i++) {
      Program program = Program.run(OBJECT, "convert", "-f", "-", "--rules", rules);
      assertEquals(0, program.status(), program.err());
    }
  }

  @Test
  void rulesThatCannotBeWrittenAreAnError() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Program program =
        Program.run(OBJECT, "convert", "-f", "-", "--rules", file.resolve("below").toString());
    assertEquals(2, program.status());
    assertEquals("", program.out());
    assertTrue(program.err().contains("cannot be written"), program.err());
  }

  @Test
  void theSeriesOfTheRulesCanBeChosen() throws IOException {
    Program.run(
        OBJECT, "convert", "-f", "-", "--rules", rules, "--rules-series", "{job=\"prometheus\"}");
    assertTrue(
        Files.readString(Path.of(rules)).contains("seriesQuery: \"{job=\\\"prometheus\\\"}\""));
  }

  @Test
  void releasesWithoutScaleToZeroRefuseIt() {
    Program program =
        Program.run(
            OBJECT.replace("\"minReplicaCount\":1", "\"minReplicaCount\":0"),
            "convert",
            "-f",
            "-",
            "--rules",
            rules,
            "--kubernetes-version",
            "1.36");
    assertEquals(1, program.status());
    assertTrue(program.err().contains("the HPA would be invalid: spec.minReplicas"), program.err());
  }

  @Test
  void withAVersionScaledObjectsAreCopied() {
    Program program = Program.run(OBJECT, "convert", "--to", "autoscaling/v2", "-f", "-");
    assertEquals(OBJECT, program.out());
  }

  @Test
  void reportsUsageErrors() {
    Program none = Program.run(POD, "convert", "-f", "-");
    assertEquals(2, none.status());
    assertEquals("", none.out());
    assertTrue(none.err().contains("the input has no ScaledObject; add --to VERSION"), none.err());
    assertEquals(2, Program.run(OBJECT, "convert", "-f", "-", "--default").status());
    assertEquals(
        2,
        Program.run(OBJECT, "convert", "-f", "-", "--to", "autoscaling/v2", "--rules", rules)
            .status());
  }
}
