package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.contrastsecurity.sarif.SarifSchema210;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Validates lint's SARIF output against the schema of SARIF 2.1.0 and rules that only its text has.
 */
class SarifSchemaTest {

  private static final String SPEC =
      """
      spec:
        minReplicas: 3
        maxReplicas: 3
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
      """;
  private static final String TRAP =
      """
      apiVersion: autoscaling/v2beta2
      kind: HorizontalPodAutoscaler
      metadata: {name: web, namespace: shop}
      """
          + SPEC;
  private static final String WRONG = TRAP.replace("minReplicas: 3", "minReplicas: 4\n  least: 1");
  private static final String UNFIT = TRAP.replace("minReplicas: 3", "minReplicas: [");
  private static final String INVALID = TRAP.replace("minReplicas: 3", "minReplicas: 4");

  private static JsonSchema schema =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema("{}");

  @TempDir private Path folder = Path.of("unset");

  @BeforeAll
  static void readSchema() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            SarifSchema210.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json"))) {
      schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(in);
    }
  }

  @Test
  void schemaRejectsInvalidReports() {
    assertEquals(
        false,
        schema
            .validate(Json.tree("{\"version\":\"2.1.0\",\"runs\":[{\"results\":[]}]}"))
            .isEmpty());
  }

  static List<String> inputs() {
    return List.of("", "kind: Pod", TRAP, WRONG, INVALID, UNFIT, "a: [", "just text", "[]");
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void everyReportMatchesTheSchema(String input) {
    check(Program.run(input, "lint", "-o", "sarif", "-f", "-"));
    check(Program.run(input, "lint", "-o", "sarif", "--only", "errors", "-f", "-"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"web.yaml", "a b.yaml", "ü&%.yaml", "a:b.yaml", "#1?.yaml"})
  void filesAreNamedByReferences(String name) throws IOException {
    assumeTrue(
        Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode(name));
    Path file = Files.writeString(folder.resolve(name), WRONG + "---\n" + INVALID);
    JsonNode report = check(Program.run("", "lint", "-o", "sarif", "-f", file.toString()));
    assertEquals(List.of(file), files(report).map(Path::of).distinct().toList());
    Path here = Path.of("").toAbsolutePath();
    String relative = here.relativize(file.toAbsolutePath()).toString();
    JsonNode same = check(Program.run("", "lint", "-o", "sarif", "-f", relative));
    assertEquals(
        List.of(file), files(same).map(here.toUri()::resolve).map(Path::of).distinct().toList());
  }

  private static Stream<URI> files(JsonNode report) {
    return report.at("/runs/0/results").valueStream().map(SarifSchemaTest::file);
  }

  private static URI file(JsonNode result) {
    return URI.create(result.at("/locations/0/physicalLocation/artifactLocation/uri").asText());
  }

  private static JsonNode check(Program program) {
    JsonNode report = Json.tree(program.out());
    assertEquals(Set.of(), schema.validate(report), program.out());
    assertTrue(report.path("$schema").asText().endsWith("/sarif-schema-2.1.0.json"));
    Set<String> rules = new HashSet<>();
    for (JsonNode rule : report.at("/runs/0/tool/driver/rules")) {
      assertTrue(rules.add(rule.path("id").asText()), "ids of rules are unique");
    }
    for (JsonNode result : report.at("/runs/0/results")) {
      assertTrue(rules.contains(result.path("ruleId").asText()), result::toString);
      assertTrue(file(result).toString().chars().allMatch(c -> c > ' ' && c < 127));
    }
    return report;
  }
}
