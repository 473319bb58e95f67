package dev.hpa.cli.keda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * ScaledObjects in files and what they become: each folder has an input and the messages, and the
 * autoscalers and rules unless they are refused.
 */
class ScaledObjectFilesTest {

  private static final Set<String> RULE =
      Set.of("seriesQuery", "resources", "name", "metricsQuery");

  @TempDir private Path folder = Path.of("unset");

  static Stream<Path> cases() throws IOException, URISyntaxException {
    URL files = ScaledObjectFilesTest.class.getResource("/dev/hpa/cli/keda/prometheus");
    Path all = Path.of(Objects.requireNonNull(files, "files").toURI()).getParent();
    try (Stream<Path> found = Files.list(Objects.requireNonNull(all, "folder"))) {
      return found.filter(Files::isDirectory).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void filesBecomeTheRecordedOnes(Path files) throws IOException {
    Path rules = folder.resolve("rules.yaml");
    Program program =
        Program.run(
            "", "convert", "-f", files.resolve("in.yaml").toString(), "--rules", rules.toString());
    String messages =
        program.err().replace(files + "/", "").replace(rules.toString(), "rules.yaml");
    assertEquals(Files.readString(files.resolve("err.txt")), messages);
    assertEquals(text(files.resolve("out.yaml")), program.out());
    assertEquals(text(files.resolve("rules.yaml")), text(rules));
    boolean isRefused = files.getFileName().toString().startsWith("refused");
    assertEquals(isRefused ? 1 : 0, program.status());
    assertEquals(isRefused, program.out().isEmpty());
  }

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  static Stream<Path> accepted() throws IOException, URISyntaxException {
    return cases().filter(each -> Files.exists(each.resolve("out.yaml")));
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void autoscalersAreValid(Path files) {
    Program lint = Program.run("", "lint", "-f", files.resolve("out.yaml").toString());
    assertEquals(0, lint.status(), lint.out());
    assertFalse(lint.out().contains("has no effect"), lint.out());
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void rulesAreThoseOfTheExternalMetrics(Path files) throws IOException {
    Set<String> metrics = new HashSet<>();
    for (String document : Files.readString(files.resolve("out.yaml")).split("\n---\n", -1)) {
      for (JsonNode metric : new YAMLMapper().readTree(document).at("/spec/metrics")) {
        if (metric.has("external")) {
          metrics.add(metric.at("/external/metric/name").asText());
        }
      }
    }
    Set<String> names = new HashSet<>();
    for (JsonNode rule :
        new YAMLMapper().readTree(text(files.resolve("rules.yaml"))).path("externalRules")) {
      assertEquals(RULE, Set.copyOf(fieldNames(rule)));
      assertEquals("up", rule.path("seriesQuery").asText());
      assertTrue(rule.at("/resources/namespaced").isBoolean());
      assertFalse(rule.at("/resources/namespaced").asBoolean());
      String name = rule.at("/name/as").asText();
      assertEquals(name.toLowerCase(Locale.ROOT), name);
      assertTrue(names.add(name), name);
    }
    assertEquals(metrics, names);
  }

  private static List<String> fieldNames(JsonNode node) {
    return node.properties().stream().map(Map.Entry::getKey).toList();
  }
}
