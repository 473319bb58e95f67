package dev.hpa.cli.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.hpa.api.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reports in {@code docs/conformance/reports} and their table on the page. */
class SubmittedReportsTest {

  private static final Path FOLDER =
      Path.of(System.getProperty("hpa.root", ".")).resolve("docs/conformance");

  private static List<Path> reports() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER.resolve("reports"))) {
      return files.filter(each -> each.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static JsonNode read(Path report) throws IOException {
    return Json.tree(Files.readString(report));
  }

  @Test
  void reportsMatchTheSchema() throws IOException {
    var schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(FOLDER.resolve("report.schema.json")));
    assertFalse(reports().isEmpty());
    for (Path each : reports()) {
      assertEquals(Set.of(), schema.validate(read(each)), each.toString());
    }
  }

  @Test
  void foldersNameRulesImplementationAndVersion() throws IOException {
    for (Path each : reports()) {
      JsonNode report = read(each);
      Path implementation = each.resolveSibling(".").normalize();
      String version = report.at("/implementation/version").asText();
      assertEquals(
          report.at("/implementation/name").asText(),
          String.valueOf(implementation.getFileName()),
          each.toString());
      assertEquals(
          report.path("ruleSet").asText(),
          String.valueOf(implementation.resolve("..").normalize().getFileName()),
          each.toString());
      assertFalse(version.isEmpty(), each.toString());
      assertTrue(String.valueOf(each.getFileName()).startsWith(version + "-"), each.toString());
      assertTrue(Files.exists(implementation.resolve("README.md")), implementation.toString());
      assertEquals("controller", report.at("/suite/scope").asText(), each.toString());
      assertFalse(report.path("rerun").asText().contains(" --only "), each.toString());
    }
  }

  @Test
  void tableListsEveryReport() throws IOException {
    String page = Files.readString(FOLDER.resolve("implementations.md"));
    for (Path each : reports()) {
      JsonNode report = read(each);
      long failedOptional =
          Stream.of(report.path("rules"))
              .flatMap(
                  rules -> Stream.iterate(0, i -> i < rules.size(), i -> i + 1).map(rules::get))
              .filter(rule -> rule.path("verdict").asText().equals("failed"))
              .filter(rule -> !rule.path("fatal").asBoolean())
              .count();
      String row =
          "| %s | %s | %s |"
              .formatted(
                  report.path("conformant").asBoolean() ? "conformant" : "not conformant",
                  report.at("/summary/passed").asInt(),
                  failedOptional);
      String end =
          " | %d | [JSON](%s) |"
              .formatted(report.at("/summary/not-tested").asInt(), FOLDER.relativize(each));
      assertTrue(
          page.lines().anyMatch(line -> line.contains(row) && line.endsWith(end)),
          () -> each + ": no row with \"" + row + "\" and \"" + end + "\"");
    }
  }
}
